public import LanguageModels
import StreamingJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How a value is written for a model to read.
///
/// JSON has the properties in their order and no blanks, which models read as well and which takes fewer tokens; the library
/// LLMCodable indents it and sorts the properties. Markdown and sentences have its forms for values without parts. It prints
/// parts as Swift does (`Person(name: "Ada")`); here they are lists and clauses of their own.
public enum LLMEncodingStrategy: Sendable {
    /// As compact JSON, in the order of the properties.
    case json
    /// As a list in Markdown, nested as the value is.
    case markdown
    /// As one sentence.
    case naturalLanguage
    /// As the function says, which is given the value itself.
    case custom(@Sendable (Any) -> String)
}

/// A type whose values can be written for a model to read.
///
/// One that is also `Generable` is written as the model would generate it; any other is written by its `Encodable` conformance,
/// the properties by the alphabet.
public protocol LLMEncodable: PromptRepresentable, Encodable {
    /// The value as text; what cannot be written says so.
    func llmEncoded(using strategy: LLMEncodingStrategy) -> String
}

extension LLMEncodable {
    /// The value as a list in Markdown; what cannot be written says so.
    public func llmEncoded() -> String { llmEncoded(using: .markdown) }

    /// The value as text; what cannot be written says so.
    public func llmEncoded(using strategy: LLMEncodingStrategy) -> String {
        do {
            return try llmEncoding(using: strategy)
        } catch {
            return "(\(Self.self): could not be written: \(error))"
        }
    }

    /// The value as text, for a caller who must know when it cannot be written.
    ///
    /// - Throws: What the type's `encode(to:)` throws.
    public func llmEncoding(using strategy: LLMEncodingStrategy) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        let value = try JSONValue(parsing: encoder.encode(self))
        return strategy.text(of: value, from: self)
    }

    /// The value as a list in Markdown; what cannot be written says so.
    public var promptRepresentation: Prompt { Prompt(llmEncoded()) }
}

extension LLMEncodable where Self: Generable {
    /// The value as a list in Markdown.
    public func llmEncoded() -> String {
        LLMEncodingStrategy.markdown.text(of: generatedContent.jsonValue, from: self)
    }

    /// The value as text.
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
