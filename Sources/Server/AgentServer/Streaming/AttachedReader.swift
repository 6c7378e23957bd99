import AgentRuntime
import AgentWire
import HTTPTypes
import Hummingbird
import ToolRecords

/// A reader of a run that closes when its caller is no longer present, or when it is released.
final class AttachedReader: Sendable {
    let reader: RunReader
    private let watch: CallerPresence.Watch

    init(_ reader: RunReader, disconnect: CallerPresence) {
        self.reader = reader
        watch = disconnect.whenOver { end in
            switch end {
            case .disconnected: reader.close()
            // A revocation ends the run or its reading elsewhere, and the reader receives that end.
            case .refused(let loss): if !loss.isRevoked { reader.dismiss(loss.problem) }
            }
        }
    }

    /// Returns the response for a non-streaming client: the run's reply, or its status if it waits for its client.
    ///
    /// - Throws: ``Problem`` if the run ended without a reply; `CancellationError` if the caller has disconnected.
    func reply(of runtime: AgentRuntime, owner: Owner) async throws -> Response {
        let outcome = try await reader.outcome()
        if outcome.ending != nil {
            do {
                let reply = try outcome.reply()
                // The native dialect has no such field, so that its name is the most common one.
                return .json(reply.jsonValue).costing(reply.usage.cost).lowering("max_tokens", to: outcome.loweredLimit)
            } catch {
                throw reader.problemForCaller(error)
            }
        }
        return .json(try await runtime.run(reader.run, owner: owner).jsonValue, status: .accepted)
    }

    deinit {
        watch.end()
        reader.close()
    }
}
