#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import StreamingJSON

/// A page of a conversation's messages as people see them, the response of `GET /v1/conversations/{conversation}/messages`.
public struct MessagePage: WireValue {
    /// A message of the user, or an answer.
    public struct Message: WireValue {
        /// The message's id, which stays the same as long as the message exists.
        public var id: String
        /// `user` or `assistant`.
        public var role: String
        /// The text; of an answer that was cut off, what there is of it.
        public var text: String
        /// The message's run; `nil` if no run is known for it.
        public var run: String?
        /// The run's status; `nil` without a run.
        public var status: String?
        /// The time of the request, or of the answer's end; `nil` without a run.
        public var createdAt: Date?
        /// The model that answered; `nil` for a message of the user, and without a run.
        public var model: String?
        /// Whether the model declined; the text is then its explanation.
        public var isRefusal: Bool
        /// The calls of the turn, in the order in which they started; empty for a message of the user.
        public var toolCalls: [WireToolCall]
        /// The reason why there is no answer; `nil` if there is one.
        public var problem: JSONValue?

        /// Makes a message.
        public init(
            id: String,
            role: String,
            text: String,
            run: String? = nil,
            status: String? = nil,
            createdAt: Date? = nil,
            model: String? = nil,
            isRefusal: Bool = false,
            toolCalls: [WireToolCall] = [],
            problem: JSONValue? = nil
        ) {
            self.id = id
            self.role = role
            self.text = text
            self.run = run
            self.status = status
            self.createdAt = createdAt
            self.model = model
            self.isRefusal = isRefusal
            self.toolCalls = toolCalls
            self.problem = problem
        }

        /// Reads a message.
        ///
        /// - Throws: ``WireError`` with every field that is missing or of another type.
        public init(jsonValue: JSONValue) throws(WireError) {
            var fields = try RequestFields(open: jsonValue)
            id = fields.requiredString("id")
            role = fields.requiredString("role")
            text = fields.requiredString("text")
            run = fields.string("run")
            status = fields.string("status")
            createdAt = fields.date("created_at")
            model = fields.string("model")
            isRefusal = fields.bool("refused") ?? false
            toolCalls = fields.member("tool_calls") == nil ? [] : fields.requiredValues("tool_calls")
            problem = fields.member("problem")
            try fields.check()
        }

        /// The message as JSON.
        public var jsonValue: JSONValue {
            var object: JSONObject = ["id": .string(id), "role": .string(role), "text": .string(text)]
            if let run { object["run"] = .string(run) }
            if let status { object["status"] = .string(status) }
            if let createdAt { object["created_at"] = .time(createdAt) }
            if let model { object["model"] = .string(model) }
            if isRefusal { object["refused"] = true }
            if role == "assistant" { object["tool_calls"] = .array(toolCalls.map(\.jsonValue)) }
            if let problem { object["problem"] = problem }
            return .object(object)
        }
    }

    /// The messages, the oldest first.
    public var messages: [Message]
    /// The value of `before` for the page before this one; `nil` on the first page of the conversation.
    public var previous: String?
    /// The ids of the conversation's runs that have not ended, in their order; their answers are not among the messages.
    public var activeRuns: [String]

    /// Makes a page.
    public init(messages: [Message], previous: String?, activeRuns: [String] = []) {
        self.messages = messages
        self.previous = previous
        self.activeRuns = activeRuns
    }

    /// Reads a page.
    ///
    /// - Throws: ``WireError`` with every fault of every element.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        messages = fields.requiredValues("messages")
        previous = fields.string("previous")
        activeRuns = fields.strings("active_runs") ?? []
        try fields.check()
    }

    /// The page as JSON.
    public var jsonValue: JSONValue {
        [
            "messages": .array(messages.map(\.jsonValue)), "previous": .text(previous),
            "active_runs": .array(activeRuns.map(JSONValue.string)),
        ]
    }
}
