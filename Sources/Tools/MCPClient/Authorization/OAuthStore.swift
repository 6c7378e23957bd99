package import Secrets
import Synchronization

/// A place for the credentials of one MCP server, which keeps them sealed.
package protocol OAuthStore: Sendable {
    /// Returns the stored document; `nil` if there is none.
    @concurrent func load() async throws -> SecretString?
    /// Stores a document in place of the former one; durable on return.
    @concurrent func save(_ document: SecretString) async throws
}

/// A store that forgets the credentials when the process ends.
package final class MemoryOAuthStore: OAuthStore {
    private let document = Mutex<SecretString?>(nil)

    /// Makes an empty store.
    package init() {}

    /// Returns the stored document.
    @concurrent package func load() async throws -> SecretString? { document.withLock { $0 } }

    /// Stores a document.
    @concurrent package func save(_ document: SecretString) async throws { self.document.withLock { $0 = document } }
}
