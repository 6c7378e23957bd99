import Synchronization

/// The events of one round's running calls, buffered for the reader.
///
/// The buffer holds at most three events for each call: its start, its newest progress, and its end. Reports after a
/// call's end are dropped, because a tool that exceeded its deadline may still be running.
final class ToolSteps: Sendable {
    /// The index of a call in the round.
    typealias Place = Int

    private struct State {
        var waiting: [(place: Place, event: SessionEvent)] = []
        var ended: Set<Place> = []
    }

    private let state = Mutex(State())
    /// The signal that events wait; one signal covers any number of events.
    private let (changes, source) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    /// Records the start of a call.
    func begin(_ call: Transcript.ToolCall, at place: Place) {
        state.withLock { $0.waiting.append((place, .toolStarted(call))) }
        source.yield()
    }

    /// Records the progress of a call; replaces earlier progress that has not been read yet.
    func report(_ fraction: Double?, _ note: String?, of call: Transcript.ToolCall, at place: Place) {
        let event = SessionEvent.toolProgress(callID: call.id, fraction: fraction, note: note)
        state.withLock { state in
            guard !state.ended.contains(place) else { return }
            let known = state.waiting.firstIndex { waiting in
                if waiting.place == place, case .toolProgress = waiting.event { true } else { false }
            }
            if let known { state.waiting[known].event = event } else { state.waiting.append((place, event)) }
        }
        source.yield()
    }

    /// Records the end of a call.
    func end(_ outcome: ToolOutcome, at place: Place) {
        state.withLock { state in
            guard state.ended.insert(place).inserted else { return }
            state.waiting.append((place, .toolFinished(outcome)))
        }
        source.yield()
    }

    /// Ends the events, because all calls have ended.
    func finish() { source.finish() }

    /// Passes on the events until all calls have ended; use only one reader.
    func forEach(_ body: (SessionEvent) async throws -> Void) async throws {
        for await _ in changes { try await readWaiting(body) }
        // A cancelled reader has left.
        if Task.isCancelled { return }
        try await readWaiting(body)
    }

    private func readWaiting(_ body: (SessionEvent) async throws -> Void) async throws {
        while let event = state.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst().event }) {
            try await body(event)
        }
    }
}

/// The artifacts that one call adds for the client before it ends.
final class ToolArtifacts: Sendable {
    /// The maximum number of artifacts, which is more than a client can show; further ones are dropped.
    static let limit = 256

    private let state = Mutex<(artifacts: [ToolArtifact], hasEnded: Bool)>(([], false))

    func add(_ artifact: ToolArtifact) {
        state.withLock { state in
            guard !state.hasEnded, state.artifacts.count < Self.limit else { return }
            state.artifacts.append(artifact)
        }
    }

    /// Ends the call and returns its artifacts.
    func end() -> [ToolArtifact] {
        state.withLock { state in
            state.hasEnded = true
            return state.artifacts
        }
    }
}
