import AgentTools
import Transport

extension DeclaredServers {
    /// Starts or reaches a server that needs no credentials, lists its tools once, and ends the session.
    ///
    /// - Returns: The number of tools that it lists.
    /// - Throws: ``MCPFailure``; `CancellationError`.
    package static func trial(of server: MCPServerDeclaration, in surroundings: Surroundings) async throws -> Int {
        let options = MCPConnectionOptions(revision: server.revision, deadline: .seconds(20))
        let connection = server.connection(options, MCPNoAuthorization(), CircuitBreakers(), surroundings)
        return try await withThrowingTaskGroup(of: Int?.self) { group in
            group.addTask {
                await connection.run()
                return nil
            }
            group.addTask { try await connection.listTools(onlyUsable: false).count }
            defer { group.cancelAll() }
            while let count = try await group.next() {
                guard let count else { continue }
                await connection.close()
                return count
            }
            throw CancellationError()
        }
    }
}
