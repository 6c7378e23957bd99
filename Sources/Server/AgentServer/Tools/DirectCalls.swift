import Accounts
import AgentRuntime
import AgentWire
import HTTPTypes
import Hummingbird

/// The start of runs for direct calls, for both of their routes.
struct DirectCalls {
    let runtime: AgentRuntime
    let grace: Duration

    /// Starts a run for a call and attaches its caller.
    ///
    /// A disconnect of the caller ends the reading.
    ///
    /// - Throws: ``Problem`` if the call is not allowed, or needs a person's confirmation first; `StoreError`; `CancellationError` if the
    ///   caller has disconnected before the run started.
    func start(
        _ call: ToolCallRequest,
        client: Principal,
        idempotencyKey: String?,
        _ context: ToriiRequestContext
    ) async throws -> AttachedReader {
        let startRun = { @Sendable in
            try await runtime.start(
                .call(call),
                client: client,
                idempotencyKey: idempotencyKey,
                requestID: context.id,
                at: context.receivedAt
            )
        }
        let disconnect = try await context.disconnectSignal()
        guard runtime.mayNeedApproval(call) else { return AttachedReader(try await startRun(), disconnect: disconnect) }
        // The tool looks up what the call would change. This ends with the connection or the server.
        let reader = try await Interruptions(disconnect: disconnect, grace: grace).run(startRun)
        return AttachedReader(reader, disconnect: disconnect)
    }
}

extension AttachedReader {
    /// Waits for the end of a direct call.
    ///
    /// - Throws: ``Problem`` if the run ended without a result; `CancellationError` if the caller has disconnected.
    func directCall() async throws -> WireToolCall {
        let outcome = try await reader.outcome()
        do {
            return try outcome.directCall()
        } catch {
            throw reader.problemForCaller(error)
        }
    }

    /// The header fields of the response to a direct call.
    var runFields: HTTPFields { [.run: reader.run] }
}
