package import AgentTools
package import FoundationEssentials
package import KeyLeasing
import Synchronization
package import ToolRecords
package import Transport

/// The declared MCP servers, whose tools it keeps in a catalog.
package final class DeclaredServers: Sendable {
    /// The parts of the program that the servers use.
    package struct Surroundings: Sendable {
        /// The client for servers behind HTTP.
        package var client: HTTPClient
        /// The catalog for the tools.
        package var catalog: ToolCatalog
        /// The accepted definitions.
        package var store: any ToolDefinitionStore
        /// Lends a key of a server's pool.
        package var lease: @Sendable (_ server: String) async throws -> KeyLease?
        /// Returns the authorizer of a server with `authorization` in its declaration.
        package var authorizer: @Sendable (MCPServerDeclaration) throws -> any MCPAuthorizer
        /// The environment of this process, of which a command inherits declared variables.
        package var environment: [String: String]
        /// Records that the first definitions of a server were accepted.
        package var accepted: @Sendable (_ server: String, _ tools: [String]) async -> Void
        /// Receives what the operator should know.
        package var note: @Sendable (_ server: String, MCPServerNotice) -> Void
        /// Reads the clock.
        package var now: @Sendable () -> Date

        /// Makes surroundings.
        package init(
            client: HTTPClient,
            catalog: ToolCatalog,
            store: any ToolDefinitionStore,
            lease: @escaping @Sendable (String) async throws -> KeyLease? = { _ in nil },
            authorizer: @escaping @Sendable (MCPServerDeclaration) throws -> any MCPAuthorizer = { _ in
                MCPNoAuthorization()
            },
            environment: [String: String] = [:],
            now: @escaping @Sendable () -> Date = { Date() },
            accepted: @escaping @Sendable (String, [String]) async -> Void = { _, _ in },
            note: @escaping @Sendable (String, MCPServerNotice) -> Void = { _, _ in }
        ) {
            (self.client, self.catalog, self.store, self.lease) = (client, catalog, store, lease)
            (self.authorizer, self.environment, self.now, self.note) = (authorizer, environment, now, note)
            self.accepted = accepted
        }
    }

    private let servers: [DeclaredServer]
    private let store: any ToolDefinitionStore
    private let seen = Mutex(SeenRevision())

    /// Makes the servers; nothing is started yet.
    ///
    /// - Throws: The errors of the authorizers.
    package init(_ declarations: [MCPServerDeclaration], in surroundings: Surroundings) throws {
        store = surroundings.store
        let breakers = CircuitBreakers()
        servers = try declarations.map { declaration in
            let authorizer = try declaration.authorizer(in: surroundings)
            return DeclaredServer(
                declaration,
                catalog: surroundings.catalog,
                store: surroundings.store,
                now: surroundings.now,
                accepted: { await surroundings.accepted(declaration.name, $0) },
                note: { surroundings.note(declaration.name, $0) },
                connection: { options in
                    declaration.connection(options, authorizer, breakers, surroundings)
                }
            )
        }
    }

    /// The states of all servers.
    package var status: [MCPServerStatus] { servers.map(\.status) }

    /// Keeps all servers until the task is cancelled.
    package func run() async {
        await withTaskGroup(of: Void.self) { group in
            for server in servers { group.addTask { await server.run() } }
        }
    }

    /// Offers definitions that another process has accepted since.
    ///
    /// - Parameter revision: The store's revision of the definitions.
    /// - Throws: `StoreError`.
    package func reload(ifBehind revision: Int) async throws {
        guard !servers.isEmpty, seen.withLock({ $0.isBehind(revision) }) else { return }
        let list = try await store.toolDefinitions(of: nil)
        for server in servers {
            server.refresh(ifOther: list.records.filter { $0.server == server.declaration.name })
        }
        seen.withLock { $0.read(list.revision) }
    }

    /// Offers definitions that were accepted meanwhile.
    package func refresh(_ name: String) {
        for server in servers where server.declaration.name == name { server.refresh() }
    }
}

extension MCPServerDeclaration {
    /// Returns the credentials for the server.
    fileprivate func authorizer(in surroundings: DeclaredServers.Surroundings) throws -> any MCPAuthorizer {
        if authorization != nil { return try surroundings.authorizer(self) }
        return keyAuthorizer { [name, lease = surroundings.lease] in try await lease(name) }
    }

    /// Returns the credentials that consist of keys.
    package func keyAuthorizer(_ source: @escaping KeySource) -> any MCPAuthorizer {
        guard case .http(_, let fields) = endpoint, needsKey else { return MCPNoAuthorization() }
        return MCPKeyAuthorizer(
            server: name,
            fields: fields.filter(\.hasKey).map { ($0.name, $0.text) },
            source: source
        )
    }

    /// Returns a connection that nothing was sent over yet.
    package func connection(
        _ options: MCPConnectionOptions,
        _ authorizer: any MCPAuthorizer,
        _ breakers: CircuitBreakers,
        _ surroundings: DeclaredServers.Surroundings
    ) -> MCPConnection {
        switch endpoint {
        case .http(let url, let fields):
            var plain = HTTPHeaders()
            for field in fields where !field.hasKey { plain.append(field.name, .plain(field.text)) }
            return MCPConnection(
                to: url,
                server: name,
                client: surroundings.client,
                breakers: breakers,
                authorizer: authorizer,
                fields: plain,
                options: options
            )
        case .command(var command, let inherited):
            for name in inherited where command.environment[name] == nil {
                if let value = surroundings.environment[name] { command.environment[name] = value }
            }
            command.lease = { [name, lease = surroundings.lease] in try await lease(name) }
            return MCPConnection(running: command, server: name, options: options) { [name, note = surroundings.note] in
                note(name, .output($0))
            }
        }
    }
}
