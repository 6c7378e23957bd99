public import LanguageModels
import StreamingJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A form in which a value is written for a model.
///
/// JSON keeps the order of properties and has no whitespace, which models read equally well with fewer tokens; the
/// library LLMCodable indents it and sorts the properties. Markdown and sentences write values without parts as that
/// library does. It prints parts as Swift does (`Person(name: "Ada")`); here they are nested lists and clauses.
public enum LLMEncodingStrategy: Sendable {
    /// Compact JSON, in the order of the properties.
    case json
    /// A Markdown list, nested like the value.
    case markdown
    /// One sentence.
    case naturalLanguage
    /// The result of a function of the value.
    case custom(@Sendable (Any) -> String)
}

/// A type whose values can be written for a model.
///
/// A type that is also `Generable` is written in the form that the model would generate; any other type is written
/// with its `Encodable` conformance and sorted properties.
public protocol LLMEncodable: PromptRepresentable, Encodable {
    /// Returns the value as text; a value that cannot be encoded becomes a text with the error.
    func llmEncoded(using strategy: LLMEncodingStrategy) -> String
}

extension LLMEncodable {
    /// Returns the value as a Markdown list; a value that cannot be encoded becomes a text with the error.
    public func llmEncoded() -> String { llmEncoded(using: .markdown) }

    /// Returns the value as text; a value that cannot be encoded becomes a text with the error.
    public func llmEncoded(using strategy: LLMEncodingStrategy) -> String {
        do {
            return try llmEncoding(using: strategy)
        } catch {
            return "(\(Self.self): could not be written: \(error))"
        }
    }

    /// Returns the value as text, or throws if it cannot be encoded.
    ///
    /// - Throws: The error of the type's `encode(to:)`.
    public func llmEncoding(using strategy: LLMEncodingStrategy) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        let value = try JSONValue(parsing: encoder.encode(self))
        return strategy.text(of: value, from: self)
    }

    /// The value as a Markdown list; a value that cannot be encoded becomes a text with the error.
    public var promptRepresentation: Prompt { Prompt(llmEncoded()) }
}

extension LLMEncodable where Self: Generable {
    /// Returns the value as a Markdown list.
    public func llmEncoded() -> String {
        LLMEncodingStrategy.markdown.text(of: generatedContent.jsonValue, from: self)
    }

    /// Returns the value as text.
    public func llmEncoded(using strategy: LLMEncodingStrategy) -> String {
        strategy.text(of: generatedContent.jsonValue, from: self)
    }

    /// The content as JSON text.
    public var promptRepresentation: Prompt { Prompt(generatedContent) }
}

extension LLMEncodingStrategy {
    func text<Value>(of json: JSONValue, from value: Value) -> String {
        switch self {
        case .json: json.serialized()
        case .markdown: MarkdownList(name: "\(Value.self)", value: json).text
        case .naturalLanguage: PlainSentence(name: "\(Value.self)", value: json).text
        case .custom(let write): write(value)
        }
    }
}
