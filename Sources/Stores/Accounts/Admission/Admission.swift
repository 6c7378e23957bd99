public import FoundationEssentials
public import Storage
import Synchronization

/// The admission of turns within their clients' limits and budgets.
///
/// The amount that a turn may use is reserved before the turn starts and replaced by its usage when it ends, so concurrent turns
/// cannot overspend. All decisions are made in memory under one lock (`ClientLedger`). For clients with a budget, the reservation
/// is also stored before the turn may start. A reservation found at the start belongs to a killed process and counts as used in
/// full: the budget is never overspent, at the price of losing some of it. Rates per minute do not survive a restart.
///
/// Each process counts its own turns only.
public final class Admission: Sendable {
    /// The price table.
    public let prices: PriceTable

    /// The number of turns of killed processes that were counted in full at this start.
    public let abandonedTurns: Int

    struct State {
        var ledgers: [String: ClientLedger] = [:]
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
    /// For a client with a budget in money, a model without a price is refused.
    ///
    /// - Parameters:
    ///   - client: The client of the turn, with the limits that apply from now on.
    ///   - estimate: The highest usage of the turn.
    ///   - isContinuation: Whether the turn was admitted and settled before and now continues: it counts neither as a request nor
    ///     as another turn in the usage records.
    /// - Throws: `StoreError` if the usage records cannot be read or written; the turn is then not admitted.
    public func admit(
        _ client: Principal,
        _ estimate: TurnEstimate,
        isContinuation: Bool = false
    ) async throws -> AdmissionDecision {
        try await loadLedger(of: client)
        guard let amount = amount(of: estimate, for: client) else {
            return .refused(
                AdmissionRefusal(unpriced: unpricedModel(of: estimate), limits: knownLimitStatuses(of: client))
            )
        }
        let time = now()
        let (turn, hold, refusal) = state.withLock { state -> (Int, ClientLedger.Hold?, AdmissionRefusal?) in
            state.lastTurn += 1
            let turn = state.lastTurn
            state.ledgers[client.owner.client]?.apply(client.limits, at: time)
            let breaches =
                state.ledgers[client.owner.client]?.admit(turn, amount, isContinuation: isContinuation, at: time) ?? []
            return (
                turn, state.ledgers[client.owner.client]?[turn],
                Self.makeRefusal(
                    breaches,
                    of: amount,
                    in: state.ledgers[client.owner.client],
                    currency: prices.currency,
                    at: time
                )
            )
        }
        if let refusal { return .refused(refusal) }
        let reservation = Reservation(
            id: "\(process)-\(turn)",
            client: client,
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
        try await loadLedger(of: client)
        let time = now()
        return state.withLock { state in
            state.ledgers[client.owner.client]?.apply(client.limits, at: time)
            let breaches = state.ledgers[client.owner.client]?.breachesOfFurtherRequest(at: time) ?? []
            return Self.makeRefusal(
                breaches,
                in: state.ledgers[client.owner.client],
                currency: prices.currency,
                at: time
            )
        }
    }

    /// Returns the remaining amount of each of a client's limits.
    ///
    /// - Parameter client: The client, with the limits that apply from now on.
    public func limitStatuses(of client: Principal) async throws -> [LimitStatus] {
        try await loadLedger(of: client)
        let time = now()
        return state.withLock { state in
            state.ledgers[client.owner.client]?.apply(client.limits, at: time)
            return state.ledgers[client.owner.client]?.limitStatuses(at: time) ?? []
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

    /// Writes the pending changes; must be called before the process ends.
    public func flush() async throws { try await journal.flush() }

    /// Writes the pending changes every few seconds until the task is cancelled, and then once more.
    ///
    /// The usage of a client with a budget is safe even before it is written, because until then the store has its reservation.
    public func run<C: Clock>(every interval: Duration = .seconds(2), clock: C = ContinuousClock()) async
    where C.Duration == Duration {
        repeat {
            try? await clock.sleep(for: interval)
            // A failed write is repeated the next time; a turn that needs the store reports the failure to its client.
            try? await journal.flush()
        } while !Task.isCancelled
    }
}

/// The decision about a turn.
public enum AdmissionDecision: Sendable {
    /// The turn is admitted; the reservation holds the amount that it may use.
    case admitted(Reservation)

    /// The turn is refused.
    case refused(AdmissionRefusal)
}
