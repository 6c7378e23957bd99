#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import StreamingJSON

/// A page of a client's runs that have not ended, the response of `GET /v1/runs`.
public struct RunPage: WireValue {
    /// A run, with the actions it needs from its client.
    public struct Run: WireValue {
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

        /// Reads an element.
        ///
        /// - Throws: ``WireError`` with every field that is missing or of another type.
        public init(jsonValue: JSONValue) throws(WireError) {
            var fields = try RequestFields(open: jsonValue)
            id = fields.requiredString("run")
            conversation = fields.string("conversation") ?? ""
            status = fields.requiredString("status")
            tool = fields.string("tool")
            model = fields.string("model") ?? ""
            createdAt = fields.requiredDate("created_at")
            updatedAt = fields.requiredDate("updated_at")
            actions = fields.values("actions")
            try fields.check()
        }

        /// The element as JSON.
        public var jsonValue: JSONValue {
            var object: JSONObject = ["run": .string(id)]
            if !conversation.isEmpty { object["conversation"] = .string(conversation) }
            object["status"] = .string(status)
            if let tool { object["tool"] = .string(tool) }
            if !model.isEmpty { object["model"] = .string(model) }
            object["created_at"] = .time(createdAt)
            object["updated_at"] = .time(updatedAt)
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

    /// Reads a page.
    ///
    /// - Throws: ``WireError`` with every fault of every element.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        runs = fields.requiredValues("runs")
        next = fields.string("next")
        try fields.check()
    }

    /// The page as JSON.
    public var jsonValue: JSONValue { ["runs": .array(runs.map(\.jsonValue)), "next": .text(next)] }
}
