import Storage
import Synchronization

/// Writes reservations and usage, many changes in one transaction: whoever comes while one is written shares the next.
final class UsageJournal: Sendable {
    private typealias Waiter = CheckedContinuation<Void, any Error>

    private let store: any UsageStore
    private let state: Mutex<UsageJournalState<Waiter>>

    /// A journal over a store.
    /// - Parameters:
    ///   - store: Where to write.
    ///   - quietLimit: How many changes that nobody waits for are gathered at most.
    init(store: any UsageStore, quietLimit: Int = 64) {
        self.store = store
        state = Mutex(UsageJournalState(quietLimit: quietLimit))
    }

    /// Writes a reservation; it is durable on return.
    func reserve(_ reservation: ReservationRecord) async throws { try await write(reservation) }

    /// Writes what waits; it is durable on return.
    func flush() async throws {
        guard state.withLock({ !$0.isIdle }) else { return }
        try await write(nil)
    }

    /// Notes what a turn has used and that its reservation is over, both of which are written together, soon.
    func settle(_ reservationID: String?, _ used: [UsageRecord]) {
        if state.withLock({ $0.add(released: reservationID, used: used) }) { startWriting() }
    }

    private func write(_ reservation: ReservationRecord?) async throws {
        try await withCheckedThrowingContinuation { waiter in
            if state.withLock({ $0.add(reservation, waiter) }) { startWriting() }
        }
    }

    // A batch belongs to all whose changes are in it, so it is written in a task of its own, which nobody's cancellation ends.
    private func startWriting() {
        Task {
            while let batch = state.withLock({ $0.next() }) {
                do {
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
