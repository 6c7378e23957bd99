#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import StreamingJSON

/// A page of a conversation's messages as people see them, the response of `GET /v1/conversations/{conversation}/messages`.
public struct MessagePage: WireRecord {
    /// A message of the user, or an answer.
    public struct Message: WireRecord {
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
            (self.id, self.role, self.text, self.run) = (id, role, text, run)
            (self.status, self.createdAt, self.model, self.isRefusal) = (status, createdAt, model, isRefusal)
            (self.toolCalls, self.problem) = (toolCalls, problem)
        }

        private var isAnswer: Bool { role == "assistant" }

        package static let fields: Fields<Self> = Fields(
            Self.init,
            .always("id", \.id),
            .always("role", \.role, as: .role),
            .always("text", \.text, "Of an answer that was cut off, what there is of it."),
            .maybe("run", \.run, "Missing if no run is known."),
            .maybe("status", \.status, as: .runStatus),
            .maybe("created_at", \.createdAt),
            .maybe("model", \.model),
            .unless(false, "refused", \.isRefusal, "Whether the model declined to answer."),
            .only(if: \.isAnswer, "tool_calls", \.toolCalls, missing: []),
            .maybe("problem", \.problem, as: .named("ProblemInAnEvent"))
        )
    }

    /// The messages, the oldest first.
    public var messages: [Message]
    /// The value of `before` for the page before this one; `nil` on the first page of the conversation.
    public var previous: String?
    /// The ids of the conversation's runs that have not ended, in their order; their answers are not among the messages.
    public var activeRuns: [String]

    /// Makes a page.
    public init(messages: [Message], previous: String?, activeRuns: [String] = []) {
        (self.messages, self.previous, self.activeRuns) = (messages, previous, activeRuns)
    }

    package static let fields: Fields<Self> = Fields(
        named: "MessagePage",
        Self.init,
        .always("messages", \.messages),
        .always("previous", \.previous, "The `before` of the page before this one."),
        .always(
            "active_runs",
            \.activeRuns,
            "The runs whose answers are not complete yet, in their order.",
            missing: []
        )
    )
}
