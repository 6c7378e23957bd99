import AgentRuntime
import AgentWire
import HTTPTypes
import Hummingbird

/// A run's reader that goes when its connection does, or when nobody holds it any more.
final class AttachedReader: Sendable {
    let reader: RunReader
    private let hangUp: HangUpSignal
    private let listener: Int

    init(_ reader: RunReader, hangUp: HangUpSignal) {
        self.reader = reader
        self.hangUp = hangUp
        listener = hangUp.whenSignalled { reader.close() }
    }

    /// What someone is told who does not read a stream: the run's reply or, when it waits for its client, where it stands.
    ///
    /// - Throws: ``Problem`` when the run ended without a reply; `CancellationError` when the caller has gone.
    func reply(of runtime: AgentRuntime, client: String) async throws -> Response {
        let outcome = try await reader.outcome()
        if outcome.ending != nil {
            do {
                return .json(try outcome.reply().jsonValue)
            } catch {
                throw reader.problemForCaller(error)
            }
        }
        return .json(try await runtime.run(reader.run, client: client).jsonValue, status: .accepted)
    }

    deinit {
        hangUp.forget(listener)
        reader.close()
    }
}
