/// A tool that the requests to a model leave out, for administrators.
public struct WireLeftOutTool: WireRecord, Hashable {
    /// The reason why a tool is left out.
    public enum Reason: String, Sendable, CaseIterable, WireWord {
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

    package static let fields: Fields<Self> = Fields(
        named: "LeftOutTool",
        Self.init,
        .always("tool", \.tool, "The name that models know."),
        .always("model", \.model, "The model's name at the provider."),
        .always("host", \.host, "The provider's host."),
        .always(
            "reason",
            \.reason,
            "Its schema cannot be fitted; the provider refused a request for it; or it accepts fewer tools."
        )
    )
}

/// The reply of `GET /admin/tools`.
public struct WireToolDefinitions: WireRecord {
    /// The definitions of other servers' tools.
    public var tools: [WireToolDefinition]
    /// The server's tools, of whatever kind, that requests left out since its start.
    public var leftOut: [WireLeftOutTool]
    /// The declared servers that cannot be reached.
    public var unreachable: [UnreachableServer]
    /// The tools that the server offers, of whatever kind.
    public var offered: [WireOfferedTool]

    /// A declared server that cannot be reached, and why.
    public struct UnreachableServer: WireRecord {
        /// The declaration's name.
        public var name: String
        /// The reason.
        public var fault: String

        /// Makes a description.
        public init(name: String, fault: String) { (self.name, self.fault) = (name, fault) }

        package static let fields: Fields<Self> = Fields(Self.init, .always("name", \.name), .always("fault", \.fault))
    }

    /// Makes a reply.
    public init(
        tools: [WireToolDefinition],
        leftOut: [WireLeftOutTool] = [],
        unreachable: [UnreachableServer] = [],
        offered: [WireOfferedTool] = []
    ) {
        (self.tools, self.leftOut, self.unreachable, self.offered) = (tools, leftOut, unreachable, offered)
    }

    package static let fields: Fields<Self> = Fields(
        Self.init,
        .always("tools", \.tools),
        .unless([], "left_out", \.leftOut),
        .unless([], "unreachable", \.unreachable),
        .unless(
            [],
            "offered",
            \.offered,
            "The tools that the server offers, with what users of clients need to call them."
        )
    )
}
