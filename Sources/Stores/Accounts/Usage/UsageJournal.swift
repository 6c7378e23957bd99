import Storage
import Synchronization

/// A writer of reservations and usage that combines changes: those that arrive during a transaction share the next one.
final class UsageJournal: Sendable {
    private typealias Waiter = CheckedContinuation<Void, any Error>

    private let store: any UsageStore
    private let state: Mutex<UsageJournalState<Waiter>>

    /// Makes a journal over a store.
    /// - Parameters:
    ///   - store: The store to write to.
    ///   - unawaitedLimit: The maximum number of collected changes without a waiting caller.
    init(store: any UsageStore, unawaitedLimit: Int = 64) {
        self.store = store
        state = Mutex(UsageJournalState(unawaitedLimit: unawaitedLimit))
    }

    /// Writes a reservation; it is stored on return.
    func reserve(_ reservation: ReservationRecord) async throws { try await write(reservation) }

    /// Writes the pending changes; they are stored on return.
    func flush() async throws {
        guard state.withLock({ !$0.isIdle }) else { return }
        try await write(nil)
    }

    /// Whether usage of a user may not be written yet.
    func mayHoldUsage(of owner: Owner) -> Bool { state.withLock { $0.mayHoldUsage(of: owner) } }

    /// Adds a turn's usage, for its client and for its users, and the end of its reservation; all are written together, later.
    func settle(_ reservationID: String?, _ used: [UsageRecord], ofParts: [UserUsageRecord] = []) {
        if state.withLock({ $0.add(released: reservationID, used: used, ofParts: ofParts) }) { startWriting() }
    }

    private func write(_ reservation: ReservationRecord?) async throws {
        try await withCheckedThrowingContinuation { waiter in
            if state.withLock({ $0.add(reservation, waiter) }) { startWriting() }
        }
    }

    // A batch holds the changes of several callers, so a separate task writes it, which no caller's cancellation ends.
    private func startWriting() {
        Task {
            while let batch = state.withLock({ $0.next() }) {
                do {
                    // One process: the store is local, so a batch that failed was not written. It is written again.
                    try await store.apply(batch.changes)
                    state.withLock { $0.succeeded() }
                    for waiter in batch.waiters { waiter.resume() }
                } catch {
                    state.withLock { $0.failed(batch) }
                    for waiter in batch.waiters { waiter.resume(throwing: error) }
                }
            }
        }
    }
}
