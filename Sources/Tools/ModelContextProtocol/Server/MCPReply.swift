public import StreamingJSON

/// The reply to a request.
public enum MCPReply: Sendable {
    /// The result.
    case result(JSONObject)
    /// Questions that must be answered first: the server is then called again with the answers.
    case inputRequired(MCPInputRequest)
}

/// The input that a server needs before it can answer a request.
public struct MCPInputRequest: Sendable {
    /// One question.
    public struct Question: Sendable {
        /// The name by which the answer is found.
        public var key: String
        /// The kind of answer.
        public var kind: InputKind
        /// The parameters of the question.
        public var params: JSONObject

        /// Makes a question.
        public init(_ key: String, _ kind: InputKind, _ params: JSONObject = [:]) {
            (self.key, self.kind, self.params) = (key, kind, params)
        }
    }

    /// The questions; may be empty if the client only has to return the state.
    public var questions: [Question]
    /// The state that returns with the answers; the engine seals it.
    public var state: JSONValue?

    /// Makes a request for input.
    public init(_ questions: [Question], state: JSONValue? = nil) { (self.questions, self.state) = (questions, state) }
}

/// A call of a tool.
public struct ToolCall: Sendable {
    /// The tool's name.
    public var name: String
    /// The arguments; an object unless the client sent something else.
    public var arguments: JSONValue

    /// Makes a call.
    public init(name: String, arguments: JSONValue) { (self.name, self.arguments) = (name, arguments) }
}

/// The place of a completion.
public enum CompletionReference: Sendable, Equatable {
    /// An argument of a prompt, by the prompt's name.
    case prompt(String)
    /// A variable of a resource template, by its URI template.
    case resource(String)
}
