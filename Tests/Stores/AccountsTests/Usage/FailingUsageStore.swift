import Storage
import StorageSQLite
import Synchronization

/// A store whose disk is full when the test requests it.
final class FailingUsageStore: UsageStore {
    private let store: any Store
    private let isFull = Mutex(false)

    init() throws { store = try SQLiteStore(path: nil) }

    var fails: Bool {
        get { isFull.withLock { $0 } }
        set { isFull.withLock { $0 = newValue } }
    }

    func apply(_ changes: UsageChanges) async throws {
        if fails { throw StoreError(.unavailable, "The disk is full.") }
        try await store.apply(changes)
    }

    func settleReservations(of left: LeftWork) async throws -> Int { try await store.settleReservations(of: left) }

    func reservations() async throws -> [ReservationRecord] { try await store.reservations() }

    func usage(
        by grouping: UsageGrouping,
        of client: String?,
        in slots: Range<Int>,
        limit: Int
    ) async throws -> [UsageRecord] { [] }

    func usage(of client: String?, from first: String, to last: String?, limit: Int) async throws -> [UsageRecord] {
        try await store.usage(of: client, from: first, to: last, limit: limit)
    }

    func userUsage(of owner: Owner, from first: String, to last: String?, limit: Int) async throws -> [UsageRecord] {
        try await store.userUsage(of: owner, from: first, to: last, limit: limit)
    }

    func erasedUsage(of owner: Owner, from first: String) async throws -> [UsageRecord] { [] }

    func deleteErasedUsage(before day: String) async throws {}

    func deleteUserUsage(before day: String, limit: Int) async throws -> Int { 0 }
}
