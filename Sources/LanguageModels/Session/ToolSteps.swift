import Synchronization

/// What a reader is told of the calls of one round while they run.
///
/// It holds no more than a reader can be behind: a call's beginning, its newest progress, and its end. What a call reports after
/// its end is left out, since a tool that missed its deadline may still be running.
final class ToolSteps: Sendable {
    /// The calls of the round, by their places.
    typealias Place = Int

    private struct State {
        var waiting: [(place: Place, event: SessionEvent)] = []
        var ended: Set<Place> = []
    }

    private let state = Mutex(State())
    /// Says that something waits; once is enough however much does.
    private let (changes, source) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    /// A call begins.
    func begin(_ call: Transcript.ToolCall, at place: Place) {
        state.withLock { $0.waiting.append((place, .toolStarted(call))) }
        source.yield()
    }

    /// A call tells how far it has come, in place of what it told before and nobody has read yet.
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

    /// A call has ended.
    func end(_ outcome: ToolOutcome, at place: Place) {
        state.withLock { state in
            guard state.ended.insert(place).inserted else { return }
            state.waiting.append((place, .toolFinished(outcome)))
        }
        source.yield()
    }

    /// All calls have ended.
    func finish() { source.finish() }

    /// Reads the steps until all calls have ended; there should be one reader.
    func forEach(_ body: (SessionEvent) async throws -> Void) async throws {
        for await _ in changes { try await readWaiting(body) }
        // A reader that was cancelled has gone.
        if Task.isCancelled { return }
        try await readWaiting(body)
    }

    private func readWaiting(_ body: (SessionEvent) async throws -> Void) async throws {
        while let event = state.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst().event }) {
            try await body(event)
        }
    }
}

/// The data that one call adds for the client, up to the call's end.
final class ToolArtifacts: Sendable {
    /// More than a client can show; what is added beyond them is left out.
    static let limit = 256

    private let state = Mutex<(artifacts: [ToolArtifact], hasEnded: Bool)>(([], false))

    func add(_ artifact: ToolArtifact) {
        state.withLock { state in
            guard !state.hasEnded, state.artifacts.count < Self.limit else { return }
            state.artifacts.append(artifact)
        }
    }

    /// The call has ended: what it has added.
    func end() -> [ToolArtifact] {
        state.withLock { state in
            state.hasEnded = true
            return state.artifacts
        }
    }
}
