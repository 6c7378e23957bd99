import JSONSchema
import LanguageModels
import StreamingJSON

/// Holds an answer against its type and its schema.
///
/// The type alone does not know every guide, and providers keep to few of them.
struct AnswerCheck: Sendable {
    let valueName: String
    /// `nil` for a schema that is faulty itself: then nothing can be held against it.
    private let schema: JSONSchema?

    init(_ schema: GenerationSchema, valueName: String) {
        self.valueName = valueName
        self.schema = try? JSONSchema(schema.jsonValue)
    }

    /// Reads a value that fits.
    ///
    /// - Parameters:
    ///   - value: The answer, or one of its elements.
    ///   - place: Where in the answer it stands; empty for the whole.
    /// - Throws: ``LLMDecodingError`` with what does not fit, and where.
    func read<Result>(
        _ value: JSONValue,
        id: GenerationID? = nil,
        at place: String = "",
        _ body: (GeneratedContent) throws -> Result
    ) throws -> Result {
        do {
            let result = try body(GeneratedContent(jsonValue: value, id: id))
            if let fault = try fault(of: value, at: place) { throw fault }
            return result
        } catch let error as GeneratedContent.ParsingError {
            throw LLMDecodingError(error, valueName: valueName, at: place)
        }
    }

    /// Reads a whole answer.
    ///
    /// - Throws: ``LLMDecodingError`` also when it is not JSON.
    func read<Result>(_ answer: String, _ body: (GeneratedContent) throws -> Result) throws -> Result {
        let value: JSONValue
        do throws(JSONParseError) {
            value = try JSONValue(parsing: answer)
        } catch {
            throw LLMDecodingError(error, answer: answer, valueName: valueName)
        }
        return try read(value, body)
    }

    private func fault(of value: JSONValue, at place: String) throws -> LLMDecodingError? {
        // Properties that nobody asked for do no harm.
        let violations = try schema?.validate(value).filter { violation in
            !violation.schemaLocation.hasSuffix("/additionalProperties")
        }
        guard let first = violations?.first else { return nil }
        return LLMDecodingError(
            code: .doesNotFit,
            valueName: valueName,
            message: first.message.hasSuffix(".") ? String(first.message.dropLast()) : first.message,
            path: Self.path(first.instanceLocation, in: value, after: place),
            rawContent: value.serialized()
        )
    }

    /// A JSON Pointer as a way through properties and elements, such as `days[2].title`.
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
