import Storage

/// A state machine of the pending usage changes.
///
/// Changes without a waiting caller are collected and written with the next one that has a waiting caller. Usage of the same
/// client, time and model is summed, and that of the same user, day and model, so the pending changes are bounded.
struct UsageJournalState<Waiter: Sendable>: Sendable {
    /// The changes of one transaction, and the callers that wait for it.
    struct Batch: Sendable {
        var changes: UsageChanges
        var waiters: [Waiter]
    }

    private struct Account: Hashable {
        var client: String
        var day: String
        var slot: Int?
        var model: String
    }

    private struct UserAccount: Hashable {
        var owner: Owner
        var day: String
        var model: String
    }

    /// The number of changes without a waiting caller that start a batch.
    let unawaitedLimit: Int
    private var reserved: [ReservationRecord] = []
    private var released: [String] = []
    private var used: [Account: UsageRecord] = [:]
    private var usedByUsers: [UserAccount: UserUsageRecord] = [:]
    private var waiters: [Waiter] = []
    private var unawaitedCount = 0
    private var isWriting = false
    private var hasFailed = false

    init(unawaitedLimit: Int) { self.unawaitedLimit = unawaitedLimit }

    /// Whether nothing is pending and nothing is being written.
    var isIdle: Bool { !isWriting && reserved.isEmpty && released.isEmpty && used.isEmpty && waiters.isEmpty }

    /// Whether usage of a user may be pending or being written.
    func mayHoldUsage(of owner: Owner) -> Bool { isWriting || usedByUsers.keys.contains { $0.owner == owner } }

    /// Adds a change with a waiting caller; true if the caller must start the writing.
    mutating func add(_ reservation: ReservationRecord?, _ waiter: Waiter) -> Bool {
        if let reservation { reserved.append(reservation) }
        waiters.append(waiter)
        return start()
    }

    /// Adds a change without a waiting caller; true if the caller must start the writing.
    mutating func add(
        released id: String?,
        used records: [UsageRecord],
        ofParts userRecords: [UserUsageRecord] = []
    ) -> Bool {
        if let id { released.append(id) }
        for record in records { add(record) }
        for record in userRecords { add(record) }
        unawaitedCount += 1
        // After a failure, only a waiting caller, which learns of another failure, starts the next attempt.
        return unawaitedCount >= unawaitedLimit && !hasFailed && start()
    }

    /// Returns the next batch; nil if the writing is complete for now.
    mutating func next() -> Batch? {
        guard !waiters.isEmpty || (unawaitedCount >= unawaitedLimit && !hasFailed) else {
            isWriting = false
            return nil
        }
        let changes = UsageChanges(
            reserved: reserved,
            released: released,
            used: used.values.sorted {
                ($0.client, $0.day, $0.slot ?? 0, $0.model) < ($1.client, $1.day, $1.slot ?? 0, $1.model)
            },
            usedByUsers: usedByUsers.values.sorted {
                ($0.owner.text, $0.usage.day, $0.usage.model) < ($1.owner.text, $1.usage.day, $1.usage.model)
            }
        )
        defer {
            reserved = []
            released = []
            used = [:]
            usedByUsers = [:]
            waiters = []
            unawaitedCount = 0
        }
        return Batch(changes: changes, waiters: waiters)
    }

    /// Records that a batch was written.
    mutating func succeeded() { hasFailed = false }

    /// Adds the changes of a failed batch again, except for its reservations, whose callers receive the error.
    mutating func failed(_ batch: Batch) {
        hasFailed = true
        released = batch.changes.released + released
        for record in batch.changes.used { add(record) }
        for record in batch.changes.usedByUsers { add(record) }
        unawaitedCount += batch.changes.released.count
    }

    private mutating func add(_ record: UsageRecord) {
        let account = Account(client: record.client, day: record.day, slot: record.slot, model: record.model)
        if used[account]?.add(record) == nil { used[account] = record }
    }

    private mutating func add(_ record: UserUsageRecord) {
        let account = UserAccount(owner: record.owner, day: record.usage.day, model: record.usage.model)
        if usedByUsers[account]?.add(record) == nil { usedByUsers[account] = record }
    }

    private mutating func start() -> Bool {
        guard !isWriting else { return false }
        isWriting = true
        return true
    }
}
