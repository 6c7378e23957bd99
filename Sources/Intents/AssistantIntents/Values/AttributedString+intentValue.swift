public import AssistantSchemas
#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import StreamingJSON

extension AttributedString: IntentValue {
    /// `AttributedString`.
    public static var schemaType: SchemaType { .attributedText }

    /// Reads Markdown; on systems without a parser of Markdown, the text is the Markdown as written.
    public static func value(from json: JSONValue, in context: IntentInput) async throws -> AttributedString {
        guard let text = json.stringValue else { throw context.fault("a text", not: json) }
        #if canImport(Darwin)
        let options = AttributedString.MarkdownParsingOptions(interpretedSyntax: .inlineOnlyPreservingWhitespace)
        return (try? AttributedString(markdown: text, options: options)) ?? AttributedString(text)
        #else
        return AttributedString(text)
        #endif
    }

    /// Returns the characters, without their attributes.
    public func json(in context: IntentOutput) async throws -> JSONValue { .string(String(characters)) }
}
