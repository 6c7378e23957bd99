import AgentWire
import StreamingJSON

/// The cancellation of a run whose app has stopped reading.
struct RunStop: Sendable {
    /// The longest duration of the attempt.
    ///
    /// After it the server applies its policy for a run without readers.
    static let limit = Duration.seconds(5)

    let service: ToriiService
    /// The request that started the run.
    let start: WireRequest?

    /// Cancels the run, without an error because nobody could act on it.
    ///
    /// - Parameter run: The run; `nil` if no event has arrived yet.
    func perform(run: String?) async {
        await withTaskGroup { group in
            group.addTask {
                guard let run = await knownRun(run) else { return }
                _ = try? await service.cancelRun(run)
            }
            group.addTask { try? await service.requester.deadline(Self.limit) }
            await group.next()
            group.cancelAll()
        }
    }

    /// The run; before its first event, the one that the same request finds by its idempotency key.
    private func knownRun(_ run: String?) async -> String? {
        if let run { return run }
        guard let start else { return nil }
        let asynchronous = start.adding("Prefer", "respond-async")
        guard let response = try? await service.requester.open(asynchronous) else { return nil }
        // Direct calls have no asynchronous form; the header of their stream names the run.
        if let run = response.header("torii-run") { return run }
        guard response.status == 202, let body = try? await response.body.collect(upTo: start.maximumBytes),
            let json = try? JSONValue(parsing: body)
        else { return nil }
        return json["run"]?.stringValue
    }
}
