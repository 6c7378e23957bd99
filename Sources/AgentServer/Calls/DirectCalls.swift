import Accounts
import AgentRuntime
import AgentWire
import HTTPTypes
import Hummingbird

/// Begins the runs of direct calls, for both of their routes.
struct DirectCalls {
    let runtime: AgentRuntime
    let grace: Duration

    /// Begins a run of a call and attaches its caller, whose hang-up ends the reading.
    ///
    /// - Throws: ``Problem`` when the call may not be made, or a person has to be asked first; `StoreError`; `CancellationError` when the
    ///   caller has hung up before the run began.
    func begin(
        _ call: ToolCallRequest,
        client: Client,
        idempotencyKey: String?,
        _ context: ToriiRequestContext
    ) async throws -> AttachedReader {
        let begin = { @Sendable in
            try await runtime.start(
                .call(call),
                client: client,
                idempotencyKey: idempotencyKey,
                requestID: context.id,
                at: context.receivedAt
            )
        }
        let hangUp = try await context.hangUp()
        guard runtime.mayNeedApproval(call) else { return AttachedReader(try await begin(), hangUp: hangUp) }
        // The tool looks up what the call would change, which ends with the connection or the server.
        let reader = try await Interruptions(hangUp: hangUp, grace: grace).cancelling(begin)
        return AttachedReader(reader, hangUp: hangUp)
    }
}

extension AttachedReader {
    /// Waits for the end of a direct call.
    ///
    /// - Throws: ``Problem`` when the run ended without an outcome; `CancellationError` when the caller has gone.
    func directCall() async throws -> WireToolCall {
        let outcome = try await reader.outcome()
        do {
            return try outcome.directCall()
        } catch {
            throw reader.problemForCaller(error)
        }
    }

    /// The header fields of the answer to a direct call.
    var runFields: HTTPFields { [.run: reader.run] }
}
