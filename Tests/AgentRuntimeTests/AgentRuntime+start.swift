import Accounts
import AgentWire

@testable import AgentRuntime

extension AgentRuntime {
    /// Takes a turn.
    func start(_ request: ChatRequest, client: Client, idempotencyKey: String? = nil) async throws -> RunReader {
        try await start(.chat(request), client: client, idempotencyKey: idempotencyKey)
    }

    /// Reads a value out of a text.
    func start(_ request: ExtractRequest, client: Client, idempotencyKey: String? = nil) async throws -> RunReader {
        try await start(.extraction(request), client: client, idempotencyKey: idempotencyKey)
    }
}
