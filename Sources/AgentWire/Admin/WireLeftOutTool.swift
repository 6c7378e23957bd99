public import StreamingJSON

/// A tool that the requests to a model leave out, for administrators.
public struct WireLeftOutTool: WireValue, Hashable {
    /// The reason why a tool is left out.
    public enum Reason: String, Sendable, CaseIterable {
        /// The tool's schema cannot be fitted to the provider.
        case schema
        /// The provider refused a request because of the tool.
        case refused
        /// The provider accepts fewer tools than the request offered.
        case tooMany = "too_many"
    }

    /// The tool's name.
    public var tool: String
    /// The model's name at the provider.
    public var model: String
    /// The provider's host, with its port if the address has one.
    public var host: String
    /// The reason.
    public var reason: Reason

    /// Makes a description.
    public init(tool: String, model: String, host: String, reason: Reason) {
        (self.tool, self.model, self.host, self.reason) = (tool, model, host, reason)
    }

    /// Reads a description.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        tool = fields.requiredString("tool")
        model = fields.requiredString("model")
        host = fields.requiredString("host")
        let word = fields.requiredString("reason")
        let reason = Reason(rawValue: word)
        if reason == nil { fields.reject("reason", "is not a known reason", .invalidValue) }
        self.reason = reason ?? .refused
        try fields.check()
    }

    /// The description as JSON.
    public var jsonValue: JSONValue {
        [
            "tool": .string(tool), "model": .string(model), "host": .string(host),
            "reason": .string(reason.rawValue),
        ]
    }
}

/// The reply of `GET /admin/tools`.
public struct WireToolDefinitions: WireValue {
    /// The definitions of other servers' tools.
    public var tools: [WireToolDefinition]
    /// The server's tools, of whatever kind, that requests left out since its start.
    public var leftOut: [WireLeftOutTool]
    /// The declared servers that cannot be reached.
    public var unreachable: [UnreachableServer]

    /// A declared server that cannot be reached, and why.
    public struct UnreachableServer: WireValue {
        /// The declaration's name.
        public var name: String
        /// The reason.
        public var fault: String

        /// Makes a description.
        public init(name: String, fault: String) { (self.name, self.fault) = (name, fault) }

        /// Reads a description.
        ///
        /// - Throws: ``WireError`` with every field that is missing or of another type.
        public init(jsonValue: JSONValue) throws(WireError) {
            var fields = try RequestFields(open: jsonValue)
            (name, fault) = (fields.requiredString("name"), fields.requiredString("fault"))
            try fields.check()
        }

        /// The description as JSON.
        public var jsonValue: JSONValue { ["name": .string(name), "fault": .string(fault)] }
    }

    /// Makes a reply.
    public init(
        tools: [WireToolDefinition],
        leftOut: [WireLeftOutTool] = [],
        unreachable: [UnreachableServer] = []
    ) {
        (self.tools, self.leftOut, self.unreachable) = (tools, leftOut, unreachable)
    }

    /// Reads a reply.
    ///
    /// - Throws: ``WireError`` with every fault of every element.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        tools = fields.requiredValues("tools")
        leftOut = fields.value("left_out") == nil ? [] : fields.requiredValues("left_out")
        unreachable = fields.value("unreachable") == nil ? [] : fields.requiredValues("unreachable")
        try fields.check()
    }

    /// The reply as JSON.
    public var jsonValue: JSONValue {
        var members: JSONObject = ["tools": .array(tools.map(\.jsonValue))]
        if !leftOut.isEmpty { members["left_out"] = .array(leftOut.map(\.jsonValue)) }
        if !unreachable.isEmpty { members["unreachable"] = .array(unreachable.map(\.jsonValue)) }
        return .object(members)
    }
}
