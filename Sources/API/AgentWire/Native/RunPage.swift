#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A page of a client's runs that have not ended, the response of `GET /v1/runs`.
public struct RunPage: WireRecord {
    /// A run, with the actions it needs from its client.
    public struct Run: WireRecord {
        /// The run's id.
        public var id: String
        /// The conversation's id; empty for an extraction or a direct call, which has no conversation.
        public var conversation: String
        /// The status, such as `waiting`.
        public var status: String
        /// The model that answers; empty for a direct call.
        public var model: String
        /// The tool of a direct call; `nil` for any other run.
        public var tool: String?
        /// The time of its request.
        public var createdAt: Date
        /// The time of the last change of status.
        public var updatedAt: Date
        /// The actions that it waits for.
        public var actions: [RequiredAction]

        /// Makes an element of the page.
        public init(
            id: String,
            conversation: String,
            status: String,
            model: String,
            tool: String? = nil,
            createdAt: Date,
            updatedAt: Date,
            actions: [RequiredAction]
        ) {
            (self.id, self.conversation, self.status, self.model) = (id, conversation, status, model)
            (self.tool, self.createdAt, self.updatedAt, self.actions) = (tool, createdAt, updatedAt, actions)
        }

        package static let fields: Fields<Self> = Fields(
            last: ["model", "created_at", "updated_at", "actions"],
            Self.init,
            .always("run", \.id),
            .unless("", "conversation", \.conversation),
            .always("status", \.status, as: .runStatus),
            .unless("", "model", \.model, "The model; missing for a direct call."),
            .maybe("tool", \.tool, "The tool of a direct call."),
            .always("created_at", \.createdAt),
            .always("updated_at", \.updatedAt),
            .unless([], "actions", \.actions)
        )
    }

    /// The runs, the oldest first.
    public var runs: [Run]
    /// The value of `cursor` for the next page; `nil` on the last one.
    public var next: String?

    /// Makes a page.
    public init(runs: [Run], next: String?) {
        (self.runs, self.next) = (runs, next)
    }

    package static let fields: Fields<Self> = Fields(
        named: "RunPage",
        Self.init,
        .always("runs", \.runs),
        .always("next", \.next, "The cursor of the next page.")
    )
}
