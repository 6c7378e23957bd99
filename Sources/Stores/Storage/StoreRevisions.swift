/// The revisions of the lists that processes have in memory.
///
/// A process reads them often and with little work, and reads a list again when its revision has moved.
public struct StoreRevisions: Sendable, Equatable {
    /// The number of changes to secrets and rotations (``SealedSecretList/revision``).
    public var secrets: Int
    /// The number of changes to clients and their tokens.
    public var clients: Int
    /// The number of changes to the sign-ins of browsers.
    public var browserSessions: Int
    /// The number of changes to devices and toolboxes.
    public var devices: Int
    /// The number of changes to the definitions of other servers' tools.
    public var toolDefinitions: Int
    /// The number of changes to the issuers of tokens for users.
    public var issuers: Int

    /// Makes a value.
    public init(
        secrets: Int = 0,
        clients: Int = 0,
        browserSessions: Int = 0,
        devices: Int = 0,
        toolDefinitions: Int = 0,
        issuers: Int = 0
    ) {
        (self.secrets, self.clients, self.browserSessions) = (secrets, clients, browserSessions)
        (self.devices, self.toolDefinitions, self.issuers) = (devices, toolDefinitions, issuers)
    }
}

/// A store that counts the changes to the lists that processes have in memory, each in the transaction of the change.
public protocol RevisionStore: Sendable {
    /// Returns the revisions of all lists, as of one moment.
    func revisions() async throws -> StoreRevisions
}
