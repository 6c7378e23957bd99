#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import StreamingJSON

/// A page of a client's runs that have not ended, the response of `GET /v1/runs`.
public struct RunPage: Sendable, Equatable {
    /// A run, with the actions it needs from its client.
    public struct Run: Sendable, Equatable {
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
            self.id = id
            self.conversation = conversation
            self.status = status
            self.model = model
            self.tool = tool
            self.createdAt = createdAt
            self.updatedAt = updatedAt
            self.actions = actions
        }

        /// The element as JSON.
        public var jsonValue: JSONValue {
            var object: JSONObject = ["run": .string(id)]
            if !conversation.isEmpty { object["conversation"] = .string(conversation) }
            object["status"] = .string(status)
            if let tool { object["tool"] = .string(tool) }
            if !model.isEmpty { object["model"] = .string(model) }
            object["created_at"] = .string(createdAt.formatted(.iso8601))
            object["updated_at"] = .string(updatedAt.formatted(.iso8601))
            if !actions.isEmpty { object["actions"] = .array(actions.map(\.jsonValue)) }
            return .object(object)
        }
    }

    /// The runs, the oldest first.
    public var runs: [Run]
    /// The value of `cursor` for the next page; `nil` on the last one.
    public var next: String?

    /// Makes a page.
    public init(runs: [Run], next: String?) {
        self.runs = runs
        self.next = next
    }

    /// The page as JSON.
    public var jsonValue: JSONValue {
        ["runs": .array(runs.map(\.jsonValue)), "next": next.map(JSONValue.string) ?? .null]
    }
}
