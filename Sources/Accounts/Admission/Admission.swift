public import FoundationEssentials
public import Storage
import Synchronization

/// Lets turns in as far as their clients' limits and budgets reach.
///
/// What a turn may use is set aside before it begins and replaced by what it has used when it ends, so turns in parallel cannot
/// overspend. All decisions are made in memory under one lock (`ClientLedger`). For clients with a budget a reservation is also on
/// disk before the turn may begin; what is found there at a start belongs to a process that was killed, and counts as used in full:
/// the budget is never overspent, and at worst some of it is lost. Rates a minute are not kept over a restart.
///
/// One process may admit turns for a database.
public final class Admission: Sendable {
    /// The prices that count.
    public let prices: PriceTable

    /// How many turns of a process that was killed were counted in full at this start.
    public let abandonedTurns: Int

    struct State {
        var ledgers: [String: ClientLedger] = [:]
        var lastTurn = 0
    }

    let store: any UsageStore
    let journal: UsageJournal
    let now: @Sendable () -> Date
    // Ids stay apart over restarts.
    private let process = String(UInt64.random(in: .min ... .max), radix: 36)
    let state = Mutex(State())

    /// Opens the books, and closes those of a process that was killed.
    public init(
        store: any UsageStore,
        prices: PriceTable = .builtIn,
        now: @escaping @Sendable () -> Date = { Date() }
    ) async throws {
        self.store = store
        self.prices = prices
        self.now = now
        journal = UsageJournal(store: store)
        abandonedTurns = try await store.settleAbandonedReservations()
    }

    /// Decides on a turn, and sets aside what it may use.
    ///
    /// For a client with a budget in money, a model without a price is refused.
    ///
    /// - Parameters:
    ///   - client: Whose turn it is, with the limits that count from now on.
    ///   - estimate: What it may use.
    ///   - isContinuation: Whether it is a turn that was let in before, settled, and goes on now: it is no request of its own, and no
    ///     second turn in the books.
    /// - Throws: `StoreError` when the books cannot be read or written; the turn is not let in then.
    public func admit(
        _ client: Client,
        _ estimate: TurnEstimate,
        isContinuation: Bool = false
    ) async throws -> AdmissionDecision {
        try await open(client)
        guard let amount = amount(of: estimate, for: client) else {
            return .refused(AdmissionRefusal(unpriced: unpriced(estimate), limits: knownStandings(of: client)))
        }
        let time = now()
        let (turn, hold, refusal) = state.withLock { state -> (Int, ClientLedger.Hold?, AdmissionRefusal?) in
            state.lastTurn += 1
            let turn = state.lastTurn
            state.ledgers[client.id]?.apply(client.limits, at: time)
            let breaches = state.ledgers[client.id]?.admit(turn, amount, isContinuation: isContinuation, at: time) ?? []
            return (
                turn, state.ledgers[client.id]?[turn],
                Self.refused(breaches, in: state.ledgers[client.id], currency: prices.currency, at: time)
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
        // When this fails, the reservation is let go of before it has begun, and so gives everything back.
        if let hold { try await write(hold, of: reservation) }
        return .admitted(reservation)
    }

    /// Says whether another request would be refused now whatever it asks for, without taking anything: before its body is read.
    ///
    /// - Returns: The refusal by the rate of requests or the number of runs; `nil` when there is room.
    /// - Throws: `StoreError` when the books cannot be read.
    public func refusal(of client: Client) async throws -> AdmissionRefusal? {
        try await open(client)
        let time = now()
        return state.withLock { state in
            state.ledgers[client.id]?.apply(client.limits, at: time)
            let breaches = state.ledgers[client.id]?.breachesOfAnother(at: time) ?? []
            return Self.refused(breaches, in: state.ledgers[client.id], currency: prices.currency, at: time)
        }
    }

    /// How much of each of a client's limits is left.
    public func standings(of client: Client) async throws -> [LimitStanding] {
        try await open(client)
        return knownStandings(of: client)
    }

    /// What clients have used, by client, day and model.
    /// - Parameters:
    ///   - client: The client's id; nil for all.
    ///   - first: The first day, such as `2026-11-01`.
    ///   - last: The last day; nil for today.
    ///   - limit: How many records at most.
    public func usage(
        of client: String? = nil,
        from first: String,
        to last: String? = nil,
        limit: Int = 10_000
    ) async throws -> [UsageRecord] {
        try await journal.flush()
        return try await store.usage(of: client, from: first, to: last, limit: limit)
    }

    /// Writes what waits to be written; to be called before the process ends, and now and then.
    public func flush() async throws { try await journal.flush() }

    /// Writes what waits to be written every few seconds, until it is cancelled, and once more then.
    ///
    /// Usage of a client with a budget needs no such care: until it is written, its reservation stands for it on disk.
    public func run<C: Clock>(every interval: Duration = .seconds(2), clock: C = ContinuousClock()) async
    where C.Duration == Duration {
        repeat {
            try? await clock.sleep(for: interval)
            // What fails now waits for the next time; a turn that needs the disk says so to its client.
            try? await journal.flush()
        } while !Task.isCancelled
    }
}
