import Accounts
import AgentWire

@testable import AgentRuntime

extension AgentRuntime {
    /// Starts the run of a turn.
    func start(_ request: ChatRequest, client: Principal, idempotencyKey: String? = nil) async throws -> RunReader {
        try await start(.chat(request), client: client, idempotencyKey: idempotencyKey)
    }

    /// Starts the run of an extraction.
    func start(_ request: ExtractRequest, client: Principal, idempotencyKey: String? = nil) async throws -> RunReader {
        try await start(.extraction(request), client: client, idempotencyKey: idempotencyKey)
    }
}
