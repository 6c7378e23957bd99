/// The definition of a tool of another server, as the operator accepts it.
public struct WireToolDefinition: WireRecord, WireElement {
    /// `tools`.
    public static var listName: String { "tools" }

    /// The declaration's name.
    public var server: String
    /// The tool's name at the server.
    public var tool: String
    /// Whether the last definition is accepted, so that the tool is offered.
    public var isAccepted: Bool
    /// Whether an earlier definition was accepted, so that this one is a change.
    public var isChanged: Bool
    /// The description, cut and filtered.
    public var summary: String
    /// The digest of the last definition.
    public var digest: String
    /// The time at which the server first sent the last definition.
    public var seenAt: String
    /// The time at which the accepted definition was accepted; `nil` if none was.
    public var acceptedAt: String?

    /// Makes a description.
    public init(
        server: String,
        tool: String,
        isAccepted: Bool,
        isChanged: Bool,
        summary: String,
        digest: String,
        seenAt: String,
        acceptedAt: String?
    ) {
        (self.server, self.tool, self.isAccepted, self.isChanged) = (server, tool, isAccepted, isChanged)
        (self.summary, self.digest, self.seenAt, self.acceptedAt) = (summary, digest, seenAt, acceptedAt)
    }

    package static let fields: Fields<Self> = Fields(
        named: "ToolDefinition",
        Self.init,
        .always("server", \.server),
        .always("tool", \.tool),
        .always("accepted", \.isAccepted),
        .always("changed", \.isChanged),
        .always("description", \.summary),
        .always("digest", \.digest),
        .always("seen_at", \.seenAt, as: .time()),
        .always("accepted_at", \.acceptedAt, as: .time())
    )
}
