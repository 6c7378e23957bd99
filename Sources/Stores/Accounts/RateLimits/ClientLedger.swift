import FoundationEssentials
import Storage

/// The spent and reserved amounts of one share, and every decision about its limits and budgets, without I/O and without a clock.
///
/// A turn is admitted only if its highest usage fits into every limit beside the spent amount and the reservations of other turns,
/// so concurrent turns cannot exceed the budget together. At the turn's end its actual usage replaces its reservation. Usage counts
/// for the day on which the turn was admitted or last extended.
struct ClientLedger: Sendable {
    // One process: the amounts are read from the store once, when the first turn of a client or user needs them. Later turns are counted
    // in memory, so turns in another process would be missed.

    /// The reservation of a running turn.
    struct Hold: Sendable, Hashable {
        var amount: Amount
        var day: String
        /// Whether a model may have been called, so that an amount may be spent.
        var hasStarted = false
    }

    /// The spent and the reserved amount of a day or a month.
    struct Account {
        var spent = Amount.zero
        var held = Amount.zero
    }

    var limits: ClientLimits
    var day: BudgetDay
    var ofDay = Account()
    var ofMonth = Account()
    var requests: RateBucket?
    var tokens: RateBucket?
    var holds: [Int: Hold] = [:]
    var timeZone: TimeZone

    /// Makes a share's ledger when it is first needed.
    /// - Parameters:
    ///   - limits: The share's limits.
    ///   - spent: The usage of this month, by day.
    ///   - now: The current time.
    init(limits: ClientLimits, spent: [String: Amount] = [:], at now: Date) {
        self.limits = limits
        timeZone = Self.timeZone(of: limits)
        day = BudgetDay(containing: now, in: timeZone)
        ofDay.spent = spent[day.label] ?? .zero
        ofMonth.spent = spent.filter { $0.key.hasPrefix(day.month) }.values.reduce(.zero, +)
        requests = limits.requestsPerMinute.map { RateBucket(limit: $0, at: Self.milliseconds(now)) }
        tokens = limits.tokensPerMinute.map { RateBucket(limit: $0, at: Self.milliseconds(now)) }
    }

    /// Returns the time zone of a share's calendar days.
    static func timeZone(of limits: ClientLimits) -> TimeZone {
        limits.timeZone.flatMap(TimeZone.init(identifier:)) ?? .gmt
    }

    /// The number of running turns.
    var runs: Int { holds.count }

    /// Returns the reservation of a turn; nil once it is settled.
    subscript(turn: Int) -> Hold? { holds[turn] }
}

extension ClientLedger {
    /// Returns the limits that a new turn would exceed, and reserves nothing.
    ///
    /// - Parameter isContinuation: Whether the turn does not count as another request.
    mutating func breaches(ofNew amount: Amount, isContinuation: Bool = false, at now: Date) -> [LimitBreach] {
        advance(to: now)
        return breaches(of: amount, at: now) + breachesOfFurtherRequest(isContinuation: isContinuation)
    }

    /// Reserves the amount of a new turn.
    ///
    /// The limits have just been found to have room for it.
    mutating func reserve(_ turn: Int, _ amount: Amount, isContinuation: Bool = false) {
        if !isContinuation { requests?.remove(1) }
        hold(turn, Hold(amount: amount, day: day.label))
        tokens?.remove(amount.tokens)
    }

    /// Returns the limits that any further request would exceed, and reserves nothing.
    mutating func breachesOfFurtherRequest(at now: Date) -> [LimitBreach] {
        advance(to: now)
        return breachesOfFurtherRequest(isContinuation: false)
    }

    private func breachesOfFurtherRequest(isContinuation: Bool) -> [LimitBreach] {
        var breaches: [LimitBreach] = []
        if let limit = limits.concurrentRuns, holds.count >= limit {
            breaches.append(
                LimitBreach(name: .concurrentRuns, quota: limit, remaining: 0, wanted: 1, retry: .whenOthersEnd)
            )
        }
        if !isContinuation, let requests, let wait = requests.milliseconds(until: 1), wait > 0 {
            breaches.append(
                LimitBreach(
                    name: .requestsPerMinute,
                    quota: requests.limit,
                    remaining: 0,
                    wanted: 1,
                    retry: .after(seconds: Self.seconds(wait))
                )
            )
        }
        return breaches
    }

    /// Returns the limits that an extension of a running turn would exceed, and reserves nothing.
    mutating func breaches(ofExtending turn: Int, by amount: Amount, at now: Date) -> [LimitBreach] {
        advance(to: now)
        guard let hold = holds[turn] else { return [] }
        // After midnight the whole turn moves to the new day, whose budget therefore must have room for all of it.
        return breaches(
            of: amount,
            movingToDay: hold.day == day.label ? .zero : hold.amount,
            movingToMonth: hold.day.hasPrefix(day.month) ? .zero : hold.amount,
            at: now
        )
    }

    /// Extends the reservation of a running turn.
    ///
    /// The limits have just been found to have room for it.
    mutating func extend(_ turn: Int, by amount: Amount) {
        guard var hold = holds[turn] else { return }
        release(hold)
        hold.amount = hold.amount + amount
        hold.day = day.label
        self.hold(turn, hold)
        tokens?.remove(amount.tokens)
    }

    /// Undoes an extension that could not be stored.
    mutating func shrink(_ turn: Int, to former: Hold, at now: Date) {
        advance(to: now)
        guard let hold = holds[turn] else { return }
        release(hold)
        tokens?.remove(former.amount.tokens - hold.amount.tokens)
        self.hold(turn, Hold(amount: former.amount, day: hold.day, hasStarted: hold.hasStarted))
    }

    /// Records that a model may be called from now on.
    mutating func markStarted(_ turn: Int) { holds[turn]?.hasStarted = true }

    /// Ends a turn: its usage replaces its reservation, which is returned; nil if the turn has already ended.
    mutating func settle(_ turn: Int, used: Amount, at now: Date) -> Hold? {
        advance(to: now)
        guard let hold = holds.removeValue(forKey: turn) else { return nil }
        release(hold)
        if hold.day == day.label { ofDay.spent = ofDay.spent + used }
        if hold.day.hasPrefix(day.month) { ofMonth.spent = ofMonth.spent + used }
        tokens?.remove(used.tokens - hold.amount.tokens)
        return hold
    }

    private mutating func hold(_ turn: Int, _ hold: Hold) {
        holds[turn] = hold
        if hold.day == day.label { ofDay.held = ofDay.held + hold.amount }
        if hold.day.hasPrefix(day.month) { ofMonth.held = ofMonth.held + hold.amount }
    }

    private mutating func release(_ hold: Hold) {
        if hold.day == day.label { ofDay.held = ofDay.held - hold.amount }
        if hold.day.hasPrefix(day.month) { ofMonth.held = ofMonth.held - hold.amount }
    }
}
