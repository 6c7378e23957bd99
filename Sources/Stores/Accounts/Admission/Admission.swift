public import FoundationEssentials
public import Storage
import Synchronization

/// The admission of turns within the limits and budgets of their clients and users.
///
/// The amount that a turn may use is reserved before the turn starts and replaced by its usage when it ends, so concurrent turns
/// cannot overspend. All decisions are made in memory under one lock (`LedgerBook`): a turn of a user needs room in the shares of the
/// user and of the client, and counts in both or in none. If a share has a budget, the reservation is also stored before the turn may
/// start. A reservation found at the start belongs to a killed process and counts as used in
/// full: the budget is never overspent, at the price of losing some of it. Rates per minute do not survive a restart.
///
/// Each process counts its own turns only.
public final class Admission: Sendable {
    /// The price table.
    public let prices: PriceTable

    /// The number of turns of killed processes that were counted in full at this start.
    public let abandonedTurns: Int

    struct State {
        var book = LedgerBook()
        var lastTurn = 0
    }

    let store: any UsageStore
    /// The process that admits the turns.
    let worker: Worker
    let journal: UsageJournal
    package let now: @Sendable () -> Date
    // A random prefix keeps ids unique across restarts.
    private let process = String(UInt64.random(in: .min ... .max), radix: 36)
    let state = Mutex(State())

    /// Opens the usage records, and settles the reservations of killed processes.
    public init(
        store: any UsageStore,
        prices: PriceTable = .builtIn,
        lease: any StoreLease = SoleLease(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) async throws {
        self.store = store
        self.prices = prices
        self.now = now
        worker = lease.worker
        journal = UsageJournal(store: store)
        abandonedTurns = try await store.settleReservations(of: lease.leftWork)
    }

    /// Decides whether a turn may start, and reserves the amount that it may use.
    ///
    /// If a share has a budget in money, a model without a price is refused.
    ///
    /// - Parameters:
    ///   - client: The sender of the turn, with the limits that apply from now on.
    ///   - estimate: The highest usage of the turn.
    ///   - isContinuation: Whether the turn was admitted and settled before and now continues: it counts neither as a request nor
    ///     as another turn in the usage records.
    /// - Throws: `StoreError` if the usage records cannot be read or written; the turn is then not admitted.
    public func admit(
        _ client: Principal,
        _ estimate: TurnEstimate,
        isContinuation: Bool = false
    ) async throws -> AdmissionDecision {
        let shares = client.sharesInOneTimeZone
        guard let amount = amount(of: estimate, in: shares) else {
            try await loadLedgers(of: shares)
            return .refused(unpricedRefusal(of: estimate, client, shares))
        }
        let (turn, hold, refusal) = try await withLedgers(of: shares) {
            state,
            time -> (Int, ClientLedger.Hold?, AdmissionRefusal?) in
            state.lastTurn += 1
            let turn = state.lastTurn
            let breaches = state.book.admit(turn, amount, in: shares, isContinuation: isContinuation, at: time)
            return (
                turn, state.book.hold(of: turn, in: shares),
                self.refusal(by: breaches, of: amount, for: client, in: &state.book, at: time)
            )
        }
        if let refusal { return .refused(refusal) }
        let reservation = Reservation(
            id: "\(process)-\(turn)",
            client: client,
            shares: shares,
            models: estimate.models,
            turn: turn,
            isContinuation: isContinuation,
            admission: self
        )
        // If this fails, the reservation is released before its turn started, which returns the whole amount.
        if let hold { try await write(hold, of: reservation) }
        return .admitted(reservation)
    }

    /// Returns the refusal of any request of a client at this time, without reserving anything: for a check before the body is
    /// read.
    ///
    /// - Returns: The refusal by the rate of requests or the number of runs; `nil` if another request is possible.
    /// - Throws: `StoreError` if the usage records cannot be read.
    public func refusal(of client: Principal) async throws -> AdmissionRefusal? {
        let shares = client.sharesInOneTimeZone
        return try await withLedgers(of: shares) { state, time -> AdmissionRefusal? in
            let breaches = state.book.breachesOfFurtherRequest(in: shares, at: time)
            return self.refusal(by: breaches, for: client, in: &state.book, at: time)
        }
    }

    /// Returns the remaining amount of each limit that the sender sees: those of a user, or else those of the client.
    ///
    /// - Parameter client: The sender, with the limits that apply from now on.
    public func limitStatuses(of client: Principal) async throws -> [LimitStatus] {
        let share = client.ownShare
        return try await withLedgers(of: [share]) { state, time in
            state.book.limitStatuses(of: share, appliesLimits: true, at: time)
        }
    }

    /// Returns the usage of clients, by client, day and model.
    /// - Parameters:
    ///   - client: The client's id; nil for all.
    ///   - first: The first day, such as `2026-11-01`.
    ///   - last: The last day; nil for today.
    ///   - limit: The maximum number of records.
    public func usage(
        of client: String? = nil,
        from first: String,
        to last: String? = nil,
        limit: Int = 10_000
    ) async throws -> [UsageRecord] {
        try await journal.flush()
        return try await store.usage(of: client, from: first, to: last, limit: limit)
    }

    /// Returns sums of usage by quarters of hours, in their order; see ``Storage/UsageStore``.
    public func usage(
        by grouping: UsageGrouping,
        of client: String?,
        in slots: Range<Int>,
        limit: Int
    ) async throws -> [UsageRecord] {
        try await journal.flush()
        return try await store.usage(by: grouping, of: client, in: slots, limit: limit)
    }

    /// Returns the usage of a user, or of a client's anonymous users together, by day and model; as ``usage(of:from:to:limit:)``.
    public func userUsage(
        of owner: Owner,
        from first: String,
        to last: String? = nil,
        limit: Int = 10_000
    ) async throws -> [UsageRecord] {
        try await journal.flush()
        return try await store.userUsage(of: owner, from: first, to: last, limit: limit)
    }

    /// Writes the pending changes; must be called before the process ends.
    public func flush() async throws { try await journal.flush() }

    /// Writes the pending changes every few seconds until the task is cancelled, and then once more.
    ///
    /// The ledgers of idle users leave the memory meanwhile.
    ///
    /// The usage of a client with a budget is safe even before it is written, because until then the store has its reservation.
    public func run<C: Clock>(every interval: Duration = .seconds(2), clock: C = ContinuousClock()) async
    where C.Duration == Duration {
        repeat {
            try? await clock.sleep(for: interval)
            removeIdleLedgers()
            // A failed write is repeated the next time; a turn that needs the store reports the failure to its client.
            try? await journal.flush()
        } while !Task.isCancelled
    }
}

extension Admission {
    /// The number of ledgers of users in memory.
    package var userLedgerCount: Int { state.withLock { $0.book.partCount } }

    /// Deletes the usage of users from before a time, in small transactions, and returns the number of records.
    package func deleteUserUsage(before time: Date) async throws -> Int {
        var count = 0
        while true {
            let deleted = try await store.deleteUserUsage(before: Self.day(of: time), limit: 1000)
            guard deleted > 0 else { return count }
            count += deleted
            try Task.checkCancellation()
        }
    }

    /// Deletes what erased users have spent in months that are over, in every time zone.
    package func deleteErasedUsage() async throws {
        try await store.deleteErasedUsage(before: BudgetDay(containing: now() - 86_400, in: .gmt).firstOfMonth)
    }

    /// Removes the ledgers of users that have been idle for some minutes.
    package func removeIdleLedgers() {
        let time = now()
        state.withLock { $0.book.removeIdle(at: time) }
    }
}

/// The decision about a turn.
public enum AdmissionDecision: Sendable {
    /// The turn is admitted; the reservation holds the amount that it may use.
    case admitted(Reservation)

    /// The turn is refused.
    case refused(AdmissionRefusal)
}
