public import FoundationEssentials

/// A store of the definitions of other servers' tools that the operator has accepted.
///
/// A server that changes a definition later, for instance to hide instructions in it, is noticed by its digest.
public protocol ToolDefinitionStore: Sendable {
    /// Returns the definitions of a server, or of all servers, by server and tool.
    func toolDefinitions(of server: String?) async throws -> RevisedList<ToolDefinitionRecord>

    /// Stores or replaces definitions; durable on return.
    /// - Returns: The revision of the list of all servers after the change.
    @discardableResult
    func saveToolDefinitions(_ records: [ToolDefinitionRecord]) async throws -> Int
}

/// The definition of one tool of another server.
public struct ToolDefinitionRecord: Sendable, Equatable {
    /// The name of the server's declaration.
    public var server: String
    /// The tool's name at the server.
    public var tool: String
    /// The digest of the accepted definition; `nil` if none was accepted.
    public var acceptedDigest: String?
    /// The digest of the definition that the server sent last.
    public var seenDigest: String
    /// The description that the server sent last, cut and filtered; the operator reviews it.
    public var summary: String
    /// The time at which the server first sent the last definition.
    public var seenAt: Date
    /// The time at which the accepted definition was accepted.
    public var acceptedAt: Date?

    /// Makes a record.
    public init(
        server: String,
        tool: String,
        acceptedDigest: String? = nil,
        seenDigest: String,
        summary: String,
        seenAt: Date,
        acceptedAt: Date? = nil
    ) {
        (self.server, self.tool, self.summary) = (server, tool, summary)
        (self.acceptedDigest, self.seenDigest) = (acceptedDigest, seenDigest)
        (self.seenAt, self.acceptedAt) = (seenAt, acceptedAt)
    }

    /// Whether the last definition is accepted.
    public var isAccepted: Bool { acceptedDigest == seenDigest }
}
