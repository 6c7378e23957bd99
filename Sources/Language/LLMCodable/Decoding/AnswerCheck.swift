import Foundation
import JSONSchema
import LanguageModels
import StreamingJSON

/// A check of an answer against its type and its schema.
///
/// The schema is checked because the type does not enforce every guide, and providers enforce few.
struct AnswerCheck: Sendable {
    let valueName: String
    /// The compiled schema; `nil` if the schema itself is invalid, and then every value passes.
    private let schema: JSONSchema?

    init(_ schema: GenerationSchema, valueName: String, limits: JSONSchema.Limits = JSONSchema.Limits()) {
        self.valueName = valueName
        self.schema = try? JSONSchema(schema.jsonValue, limits: limits)
    }

    /// Reads a value that fits.
    ///
    /// - Parameters:
    ///   - value: The answer, or one of its elements.
    ///   - place: The path of the value in the answer; empty for the whole answer.
    /// - Throws: ``LLMDecodingError`` with the fault and its path.
    func read<Result>(
        _ value: JSONValue,
        id: GenerationID? = nil,
        at place: String = "",
        _ body: (GeneratedContent) throws -> Result
    ) throws -> Result {
        do {
            let result = try body(GeneratedContent(jsonValue: value, id: id))
            if let fault = fault(of: value, at: place) { throw fault }
            return result
        } catch let error as GeneratedContent.ParsingError {
            // The schema's fault is preferred, because it quotes only the schema's author; the type's error may quote
            // the answer.
            throw fault(of: value, at: place) ?? LLMDecodingError(error, valueName: valueName, at: place)
        }
    }

    /// Reads a whole answer.
    ///
    /// - Throws: ``LLMDecodingError``, also if the answer is not JSON.
    func read<Result>(_ answer: String, _ body: (GeneratedContent) throws -> Result) throws -> Result {
        let value: JSONValue
        do throws(JSONParseError) {
            value = try JSONValue(parsing: answer)
        } catch {
            throw LLMDecodingError(error, answer: answer, valueName: valueName)
        }
        return try read(value, body)
    }

    private func fault(of value: JSONValue, at place: String) -> LLMDecodingError? {
        guard let schema else { return nil }
        let violations: [JSONSchema.Violation]
        do throws(JSONSchemaError) {
            // Properties that the schema does not define are harmless.
            violations = try schema.validateLeniently(value)
        } catch {
            // The check exceeded a limit before it found a fault; content that cannot be checked is refused.
            return LLMDecodingError(
                code: .doesNotFit,
                valueName: valueName,
                message: Self.reason(error),
                path: place,
                rawContent: value.serialized()
            )
        }
        guard let first = violations.first else { return nil }
        return LLMDecodingError(
            code: .doesNotFit,
            valueName: valueName,
            message: Self.requirement(at: first.schemaLocation, in: schema.document),
            path: Self.path(first.instanceLocation, in: value, after: place),
            rawContent: value.serialized()
        )
    }

    private static func reason(_ error: JSONSchemaError) -> String {
        let message = error.message.hasSuffix(".") ? String(error.message.dropLast()) : error.message
        return "it could not be checked against the schema: \(message)"
    }

    /// Returns the requirement of one of the schema's keywords, without any part of the answer.
    private static func requirement(at location: String, in schema: JSONValue) -> String {
        guard let pointer = String(location.drop { $0 != "#" }.dropFirst()).removingPercentEncoding else {
            return "the schema asks for something else"
        }
        var part: JSONValue? = location.hasPrefix("#") ? schema : nil
        var keyword = ""
        for step in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            keyword = String(step).replacing("~1", with: "/").replacing("~0", with: "~")
            if case .array = part, let index = Int(step) { part = part?[index] } else { part = part?[keyword] }
        }
        if part == false { return "the schema allows no value there" }
        let quoted = JSONValue.string(keyword).serialized()
        // Alternatives and similar keywords are too long for a clause.
        guard let text = part?.serialized(), text.utf8.count <= 200 else {
            return "the schema asks for another \(quoted)"
        }
        return "the schema asks for \(quoted): \(text)"
    }

    /// Returns a JSON Pointer as a path of properties and elements, such as `days[2].title`.
    private static func path(_ pointer: String, in value: JSONValue, after place: String) -> String {
        var path = place
        var part: JSONValue? = value
        for step in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            if case .array = part, let index = Int(step) {
                path += "[\(index)]"
                part = part?[index]
            } else {
                let name = String(step).replacing("~1", with: "/").replacing("~0", with: "~")
                path += path.isEmpty ? name : ".\(name)"
                part = part?[name]
            }
        }
        return path
    }
}
