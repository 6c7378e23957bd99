import Foundation
import Logging
import Storage
import Synchronization

/// Stores what runs have told: once a second what is new of all of them, and each end as soon as it is there, in one
/// transaction for all that wait.
final class RunWriter: Sendable {
    private struct EndJob {
        let run: LiveRun
        let ending: LiveRun.Ending
        let time: Date
        let waiter: CheckedContinuation<Outcome, Never>
    }

    /// What became of an end.
    enum Outcome: Sendable {
        case stored
        /// The turn does not fit its conversation any more.
        case doesNotFit
        case failed(any Error)
    }

    private struct State {
        var ends: [EndJob] = []
        var flushes: [CheckedContinuation<Void, Never>] = []
        var wantsFlush = false
        var sleeper: CheckedContinuation<Void, Never>?
        var isOver = false
    }

    private let store: any RunStore
    private let journal: EventJournal?
    private let logger: Logger
    private let state = Mutex(State())

    init(store: any RunStore, journal: EventJournal?, logger: Logger) {
        self.store = store
        self.journal = journal
        self.logger = logger
    }

    /// Stores a run's end; after ``stop()`` it fails.
    func end(_ run: LiveRun, _ ending: LiveRun.Ending, at time: Date) async -> Outcome {
        await withCheckedContinuation { waiter in
            let isOver = state.withLock { state in
                if !state.isOver { state.ends.append(EndJob(run: run, ending: ending, time: time, waiter: waiter)) }
                return state.isOver
            }
            if isOver { waiter.resume(returning: .failed(CancellationError())) } else { wake { _ in } }
        }
    }

    /// Asks for what is new of all runs to be stored soon.
    func requestFlush() { wake { $0.wantsFlush = true } }

    /// Stores what is new of all runs, and returns when it is tried; after ``stop()`` it stores nothing.
    func flush() async {
        await withCheckedContinuation { waiter in
            let isOver = state.withLock { state in
                if !state.isOver { state.flushes.append(waiter) }
                return state.isOver
            }
            if isOver { waiter.resume() } else { wake { _ in } }
        }
    }

    private func wake(_ change: (inout State) -> Void) {
        let sleeper = state.withLock { state in
            change(&state)
            defer { state.sleeper = nil }
            return state.sleeper
        }
        sleeper?.resume()
    }

    /// Writes until ``stop()``.
    ///
    /// - Parameter runs: The runs of which something new may be there.
    func work(on runs: @Sendable () -> [LiveRun]) async {
        var discardable = 0
        while true {
            await sleep()
            let (ends, flushes, isFlushing, isOver) = state.withLock { state in
                defer {
                    state.ends = []
                    state.flushes = []
                    state.wantsFlush = false
                }
                return (state.ends, state.flushes, state.wantsFlush || !state.flushes.isEmpty, state.isOver)
            }
            if isFlushing {
                // First the new file, then what is stored: so all that stands in the files before is among it.
                if let last = journal?.rotate() { discardable = last }
                let news = runs().compactMap { run in run.unstored().map { (run, $0.write, $0.mark) } }
                let isStored = await store(news, ends)
                if isStored, discardable > 0 {
                    journal?.discard(upTo: discardable)
                    discardable = 0
                }
            } else if !ends.isEmpty {
                _ = await store([], ends)
            }
            for waiter in flushes { waiter.resume() }
            if isOver, ends.isEmpty, flushes.isEmpty { return }
        }
    }

    /// No more will come; ``work(on:)`` ends when it has written what is there.
    func stop() { wake { $0.isOver = true } }

    private func sleep() async {
        await withCheckedContinuation { sleeper in
            let hasWork = state.withLock { state in
                if !state.ends.isEmpty || !state.flushes.isEmpty || state.wantsFlush || state.isOver { return true }
                state.sleeper = sleeper
                return false
            }
            if hasWork { sleeper.resume() }
        }
    }

    /// Stores news and ends; tells whether the store has all the news.
    private func store(_ news: [(run: LiveRun, write: RunWrite, mark: LiveRun.Mark)], _ ends: [EndJob]) async -> Bool {
        let writes = news.map(\.write) + ends.map { $0.run.final($0.ending, at: $0.time) }
        guard !writes.isEmpty else { return true }
        let results = await results(of: writes)
        var isStored = true
        for ((run, _, mark), result) in zip(news, results) {
            if case .stored = result { run.markStored(to: mark) } else { isStored = false }
        }
        for (end, result) in zip(ends, results.dropFirst(news.count)) { end.waiter.resume(returning: result) }
        return isStored
    }

    /// Writes all at once; if that fails, one by one, so that none fails because of another.
    private func results(of writes: [RunWrite]) async -> [Outcome] {
        do {
            let misfits = try await transaction(writes)
            return writes.map { misfits.contains($0.record.id) ? .doesNotFit : .stored }
        } catch {
            logger.error(
                "Runs could not be stored",
                metadata: ["count": "\(writes.count)", "error": "\(type(of: error))"]
            )
            guard writes.count > 1 else { return [.failed(error)] }
            var results: [Outcome] = []
            for write in writes { results += await self.results(of: [write]) }
            return results
        }
    }

    private func transaction(_ writes: [RunWrite]) async throws -> Set<String> {
        // A task of its own, because this one may be cancelled when the server has to stop at once, and a store does not write
        // for a cancelled task.
        try await Task { [store] in try await store.write(writes) }.value
    }
}
