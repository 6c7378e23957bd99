public import LanguageModels
import StreamingJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How a value is written for a model to read.
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
    /// The value as text.
    ///
    /// - Throws: What the type's `encode(to:)` throws; nothing for a `Generable` type.
    func llmEncoded(using strategy: LLMEncodingStrategy) throws -> String
}

extension LLMEncodable {
    /// The value as a list in Markdown.
    public func llmEncoded() throws -> String { try llmEncoded(using: .markdown) }

    /// The value as text.
    public func llmEncoded(using strategy: LLMEncodingStrategy) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        let value = try JSONValue(parsing: encoder.encode(self))
        return strategy.text(of: value, from: self)
    }

    /// The value as a list in Markdown; what cannot be written says so.
    public var promptRepresentation: Prompt {
        do {
            return Prompt(try llmEncoded())
        } catch {
            return Prompt("(\(Self.self): could not be written: \(error))")
        }
    }
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
