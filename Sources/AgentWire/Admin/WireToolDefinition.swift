public import StreamingJSON

/// The definition of a tool of another server, as the operator accepts it.
public struct WireToolDefinition: WireElement {
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

    /// Reads a definition.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        server = fields.requiredString("server")
        tool = fields.requiredString("tool")
        isAccepted = fields.requiredBool("accepted")
        isChanged = fields.requiredBool("changed")
        summary = fields.requiredString("description")
        digest = fields.requiredString("digest")
        seenAt = fields.requiredString("seen_at")
        acceptedAt = fields.string("accepted_at")
        try fields.check()
    }

    /// The definition as JSON.
    public var jsonValue: JSONValue {
        [
            "server": .string(server),
            "tool": .string(tool),
            "accepted": .bool(isAccepted),
            "changed": .bool(isChanged),
            "description": .string(summary),
            "digest": .string(digest),
            "seen_at": .string(seenAt),
            "accepted_at": acceptedAt.map { .string($0) } ?? .null,
        ]
    }
}
