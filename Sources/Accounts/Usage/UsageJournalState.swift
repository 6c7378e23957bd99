import Storage

/// What waits to be written to the books, and when it is.
///
/// Changes that nobody waits for are gathered and ride along with the next one that somebody waits for; usage of one client, day and model
/// is summed up, so what waits is bounded by what exists.
struct UsageJournalState<Waiter: Sendable>: Sendable {
    /// What is written at once, and who waits for it.
    struct Batch: Sendable {
        var changes: UsageChanges
        var waiters: [Waiter]
    }

    private struct Account: Hashable {
        var client: String
        var day: String
        var model: String
    }

    /// How many quiet changes make a batch of their own.
    let quietLimit: Int
    private var reserved: [ReservationRecord] = []
    private var released: [String] = []
    private var used: [Account: UsageRecord] = [:]
    private var waiters: [Waiter] = []
    private var quiet = 0
    private var isWriting = false
    private var hasFailed = false

    init(quietLimit: Int) { self.quietLimit = quietLimit }

    /// Whether nothing waits and nothing is being written.
    var isIdle: Bool { !isWriting && reserved.isEmpty && released.isEmpty && used.isEmpty && waiters.isEmpty }

    /// Adds a change that somebody waits for; true when the caller has to start the writing.
    mutating func add(_ reservation: ReservationRecord?, _ waiter: Waiter) -> Bool {
        if let reservation { reserved.append(reservation) }
        waiters.append(waiter)
        return start()
    }

    /// Adds a change that nobody waits for; true when the caller has to start the writing.
    mutating func add(released id: String?, used records: [UsageRecord]) -> Bool {
        if let id { released.append(id) }
        for record in records { add(record) }
        quiet += 1
        // After a failure only somebody who learns of the next one tries again.
        return quiet >= quietLimit && !hasFailed && start()
    }

    /// What to write next; nil when the writing is over for now.
    mutating func next() -> Batch? {
        guard !waiters.isEmpty || (quiet >= quietLimit && !hasFailed) else {
            isWriting = false
            return nil
        }
        let changes = UsageChanges(
            reserved: reserved,
            released: released,
            used: used.values.sorted { ($0.client, $0.day, $0.model) < ($1.client, $1.day, $1.model) }
        )
        defer {
            reserved = []
            released = []
            used = [:]
            waiters = []
            quiet = 0
        }
        return Batch(changes: changes, waiters: waiters)
    }

    /// Notes that a batch was written.
    mutating func succeeded() { hasFailed = false }

    /// Takes back what was not written, except for the reservations: who waits for one hears of the failure.
    mutating func failed(_ batch: Batch) {
        hasFailed = true
        released = batch.changes.released + released
        for record in batch.changes.used { add(record) }
        quiet += batch.changes.released.count
    }

    private mutating func add(_ record: UsageRecord) {
        let account = Account(client: record.client, day: record.day, model: record.model)
        if used[account]?.add(record) == nil { used[account] = record }
    }

    private mutating func start() -> Bool {
        guard !isWriting else { return false }
        isWriting = true
        return true
    }
}
