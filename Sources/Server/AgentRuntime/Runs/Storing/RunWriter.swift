import Cancellation
import Foundation
import Logging
import Storage
import Synchronization

/// Stores the events of runs: new events of all runs once a second, and each end at once, with all ends that wait in one transaction.
///
/// A transaction has about a megabyte, so that a run with much to store does not block the store for long; only a single end may have
/// more.
final class RunWriter: Sendable {
    private struct EndJob {
        let run: LiveRun
        let ending: LiveRun.Ending
        let time: Date
        let waiter: CheckedContinuation<Outcome, Never>
    }

    /// The result of storing an end.
    enum Outcome: Sendable {
        case stored
        /// The turn no longer fits its conversation.
        case doesNotFit
        case failed(any Error)
    }

    private struct State {
        var ends: [EndJob] = []
        var flushes: [CheckedContinuation<Void, Never>] = []
        var isFlushRequested = false
        var sleeper: CheckedContinuation<Void, Never>?
        var isOver = false
        /// The ends that could not be stored, the oldest first.
        var owed: [RunWrite] = []
        var failures = FailureLog()
    }

    private let store: any RunStore
    private let journal: (any EventJournal)?
    private let logger: Logger
    /// Called after each attempt to write, with its error.
    private let written: @Sendable ((any Error)?) -> Void
    private let state = Mutex(State())

    init(
        store: any RunStore,
        journal: (any EventJournal)?,
        logger: Logger,
        written: @escaping @Sendable ((any Error)?) -> Void = { _ in }
    ) {
        self.written = written
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

    /// Stores an end that could not be stored with one of the next flushes.
    ///
    /// Its run is over and leaves the memory, so nothing else would store it, and a client that asks for the run would wait for its end
    /// until the server restarts. Of more than 16 MiB the oldest are left to the next start, which ends the runs that its node has left.
    func owe(_ end: RunWrite) {
        state.withLock { state in
            state.owed.append(end)
            var bytes = state.owed.reduce(0) { $0 + $1.byteCount }
            while bytes > Self.mostOwedBytes, state.owed.count > 1 { bytes -= state.owed.removeFirst().byteCount }
        }
    }

    /// Whether there are ends that could not be stored.
    var isInDebt: Bool { state.withLock { !$0.owed.isEmpty } }

    /// Requests that the new events of all runs are stored soon.
    func requestFlush() { wake { $0.isFlushRequested = true } }

    /// Stores the new events of all runs, and returns after the attempt; after ``stop()`` it stores nothing.
    func flush() async {
        await withCheckedContinuation { waiter in
            let isOver = state.withLock { state in
                if !state.isOver { state.flushes.append(waiter) }
                return state.isOver
            }
            if isOver { waiter.resume() } else { wake { _ in } }
        }
    }

    // One process: the writer is woken by changes in this process.
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
    /// - Parameters:
    ///   - runs: Returns the runs that may have new events.
    ///   - flushed: Called after each flush with the runs that were over before it, whether or not their last events could be stored.
    func work(
        on runs: @Sendable () -> [LiveRun],
        whenFlushed flushed: @Sendable (_ over: [LiveRun]) -> Void = { _ in }
    ) async {
        var discardable = 0
        while true {
            await sleep()
            let (ends, flushes, isFlushing, isOver) = state.withLock { state in
                let isFlushing = state.isFlushRequested || !state.flushes.isEmpty
                defer {
                    state.ends = []
                    state.flushes = []
                    state.isFlushRequested = false
                }
                return (state.ends, state.flushes, isFlushing, state.isOver)
            }
            if isFlushing {
                // First the new section, then the transaction, so that it includes everything in the older sections.
                if let last = journal?.beginSection() { discardable = last }
                let endsAreStored = await store(ends)
                let current = runs()
                // Read before the new events, because the end of a run that ends meanwhile may not be stored.
                let over = current.filter(\.isOver)
                let newsIsStored = await storeNews(of: current)
                flushed(over)
                await storeOwed()
                if endsAreStored, newsIsStored, !isInDebt, discardable > 0 {
                    journal?.discard(through: discardable)
                    discardable = 0
                }
            } else {
                _ = await store(ends)
            }
            for waiter in flushes { waiter.resume() }
            if isOver, ends.isEmpty, flushes.isEmpty { return }
        }
    }

    /// Stops the writer; ``work(on:)`` returns when it has written what is pending.
    func stop() { wake { $0.isOver = true } }

    private func sleep() async {
        await withCheckedContinuation { sleeper in
            let hasWork = state.withLock { state in
                if !state.ends.isEmpty || !state.flushes.isEmpty || state.isFlushRequested || state.isOver {
                    return true
                }
                state.sleeper = sleeper
                return false
            }
            if hasWork { sleeper.resume() }
        }
    }

    /// Stores ends; returns whether the store has all of them.
    private func store(_ ends: [EndJob]) async -> Bool {
        var isStored = true
        var rest = ends[...]
        while !rest.isEmpty {
            var batch: [(job: EndJob, write: RunWrite)] = []
            var bytes = 0
            while bytes < Self.batchBytes, let end = rest.popFirst() {
                if end.run.unstoredBytes > Self.batchBytes { _ = await storeNews(of: [end.run], letsEndsIn: false) }
                let write = end.run.final(end.ending, at: end.time)
                bytes += write.byteCount
                batch.append((end, write))
            }
            for (end, result) in zip(batch, await results(of: batch.map(\.write))) {
                if case .stored = result {} else { isStored = false }
                end.job.waiter.resume(returning: result)
            }
        }
        return isStored
    }

    /// Stores the ends that could not be stored before, as long as the store accepts them.
    private func storeOwed() async {
        while true {
            let batch = state.withLock { state in
                var bytes = 0
                return Array(
                    state.owed.prefix { end in
                        defer { bytes += end.byteCount }
                        return bytes < Self.batchBytes
                    }
                )
            }
            let results = await results(of: batch, isRetry: true)
            // An end that does not fit was written by another process.
            let isOver = { (result: Outcome) in if case .failed = result { false } else { true } }
            let stored = Set(zip(batch, results).filter { isOver($1) }.map(\.0.record.id))
            guard !stored.isEmpty else { return }
            state.withLock { $0.owed.removeAll { stored.contains($0.record.id) } }
            logger.info("Stored ends of runs that could not be stored before", metadata: ["count": "\(stored.count)"])
            logSuccess()
        }
    }

    /// Stores the new events of runs, one transaction after the other; returns whether the store has all of them.
    ///
    /// - Parameter letsEndsIn: Whether ends that arrive meanwhile are stored between two transactions.
    private func storeNews(of runs: [LiveRun], letsEndsIn: Bool = true) async -> Bool {
        var queue = runs.map { (run: $0, end: $0.end) }[...]
        var isStored = true
        while !queue.isEmpty {
            if letsEndsIn {
                let ends = state.withLock { state in
                    defer { state.ends = [] }
                    return state.ends
                }
                if await !store(ends) { isStored = false }
            }
            var batch: [(run: LiveRun, end: EventLog.Place, write: RunWrite, mark: LiveRun.Mark)] = []
            var bytes = 0
            while bytes < Self.batchBytes, let (run, end) = queue.popFirst() {
                guard let (write, mark) = run.unstored(byteLimit: Self.batchBytes - bytes) else { continue }
                bytes += write.byteCount
                batch.append((run, end, write, mark))
            }
            for (news, result) in zip(batch, await results(of: batch.map(\.write))) {
                guard case .stored = result else {
                    isStored = false
                    continue
                }
                news.run.markStored(to: news.mark)
                if news.mark.place.offset < news.end.offset { queue.append((news.run, news.end)) }
            }
        }
        return isStored
    }

    /// The bytes from which nothing is added to a transaction.
    private static var batchBytes: Int { 1 << 20 }

    private static var mostOwedBytes: Int { 16 << 20 }

    /// Writes all runs at once; if that fails, one by one, so that none fails because of another.
    ///
    /// Failures are logged once a minute, because a failing store fails every second and for each of them.
    private func results(of writes: [RunWrite], isRetry: Bool = false) async -> [Outcome] {
        if writes.isEmpty { return [] }
        do {
            let misfits = try await transaction(writes)
            written(nil)
            if !isRetry { logSuccess() }
            return writes.map { misfits.contains($0.record.id) ? .doesNotFit : .stored }
        } catch {
            written(error)
            if !isRetry, let count = state.withLock({ $0.failures.failed(writes.count, at: .now) }) {
                logger.error(
                    "Runs could not be stored",
                    metadata: ["count": .stringConvertible(count), "error": "\(StoreError.reason(of: error))"]
                )
            }
            guard writes.count > 1 else { return [.failed(error)] }
            var results: [Outcome] = []
            for write in writes { results += await self.results(of: [write], isRetry: true) }
            return results
        }
    }

    /// Logs that the failures are over, unless an end still waits: the others were stored without it.
    private func logSuccess() {
        if state.withLock({ $0.owed.isEmpty && $0.failures.succeeded() }) { logger.notice("Runs are stored again") }
    }

    private func transaction(_ writes: [RunWrite]) async throws -> Set<String> {
        // This task is cancelled when the server has to stop at once.
        try await uncancelled { [store] in try await store.write(writes) }
    }
}

extension RunWrite {
    /// The approximate bytes that the store has to write.
    fileprivate var byteCount: Int {
        // A row has a few hundred further bytes.
        256 + (events?.lines.count ?? 0) + (turn?.entries.reduce(0) { $0 + $1.json.utf8.count } ?? 0)
            + (record.pendingCalls?.utf8.count ?? 0) + record.request.utf8.count
    }
}
