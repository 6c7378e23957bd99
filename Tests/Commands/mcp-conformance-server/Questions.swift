import ModelContextProtocol
import StreamingJSON

extension MCPInputRequest.Question {
    /// Makes a question to the person, with a form of texts.
    static func form(_ key: String, _ message: String, _ properties: JSONObject) -> Self {
        let required = properties.keys.map(JSONValue.string)
        let schema: JSONValue = [
            "type": "object", "properties": .object(properties), "required": .array(required),
        ]
        return .init(key, .elicitation, ["message": .string(message), "requestedSchema": schema])
    }

    /// Makes a question to the client's model.
    static func sampling(_ key: String, _ prompt: String, maximumTokens: Int = 100) -> Self {
        let message: JSONValue = ["role": "user", "content": .text(prompt)]
        return .init(key, .sampling, ["messages": [message], "maxTokens": .integer(maximumTokens)])
    }

    /// Makes a question for the client's folders.
    static func roots(_ key: String) -> Self { .init(key, .roots) }
}

extension MCPReply {
    /// Returns questions.
    static func ask(_ questions: MCPInputRequest.Question..., state: JSONValue? = nil) -> MCPReply {
        .inputRequired(MCPInputRequest(questions, state: state))
    }
}

extension MCPExchange {
    /// Returns a text that the person has entered; `nil` if there is no such answer.
    func accepted(_ key: String, _ member: String) -> JSONValue? {
        guard let answer = inputs[key], answer["action"] == "accept" else { return nil }
        return answer["content"]?[member]
    }

    /// Returns the text that the client's model has written; `nil` if there is none.
    func sampled(_ key: String) -> String? { inputs[key]?["content"]?["text"]?.stringValue }
}
