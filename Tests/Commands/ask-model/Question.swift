import LanguageModels
import StreamingJSON

/// A question for the command, read from JSON.
struct Question {
    /// The interface of the model's server, with the names of `TORII_MODEL`.
    enum Interface: String, CaseIterable {
        case openai
        case openaiResponses = "openai-responses"
        case anthropic
    }

    let interface: Interface
    let model: String
    let baseURL: String
    let key: String?
    let message: String
    let schema: JSONObject?
    let maximumTokens: Int?

    init(json: String) throws {
        let value = try JSONValue(parsing: json)
        func text(_ name: String) throws(QuestionError) -> String {
            guard let text = value[name]?.stringValue else { throw QuestionError("\"\(name)\" must be a text") }
            return text
        }
        guard let interface = Interface(rawValue: try text("interface")) else {
            let names = Interface.allCases.map(\.rawValue).joined(separator: ", ")
            throw QuestionError("\"interface\" must be one of \(names)")
        }
        self.interface = interface
        model = try text("model")
        baseURL = try text("base_url")
        message = try text("message")
        key = value["key"]?.stringValue
        schema = value["schema"]?.objectValue
        maximumTokens = value["max_tokens"]?.intValue
    }

    /// The limits of the answer.
    var options: GenerationOptions { GenerationOptions(maximumResponseTokens: maximumTokens) }
}

/// The error of an invalid question.
struct QuestionError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
