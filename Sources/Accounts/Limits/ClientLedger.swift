import FoundationEssentials
import Storage

/// What one client may still do: every decision about its limits and budgets, without I/O and without a clock of its own.
///
/// A turn is let in only if all of what it may use fits into every limit beside what is spent and what other turns have reserved, so turns
/// that run in parallel cannot spend more than the budget together. What a turn has really used takes the place of its reservation
/// when it ends. It counts for the day in which it was let in, or last asked for more.
struct ClientLedger: Sendable {
    /// What a turn that runs has reserved.
    struct Hold: Sendable, Hashable {
        var amount: Amount
        var day: String
        /// Whether a model may have been asked already, so that something may be spent.
        var hasBegun = false
    }

    /// What is spent and what is reserved in a day or a month.
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

    /// A client's ledger at the start.
    /// - Parameters:
    ///   - limits: The client's limits.
    ///   - spent: What it has used this month, by day.
    ///   - now: The time.
    init(limits: ClientLimits, spent: [String: Amount] = [:], at now: Date) {
        self.limits = limits
        timeZone = Self.timeZone(of: limits)
        day = BudgetDay(containing: now, in: timeZone)
        ofDay.spent = spent[day.label] ?? .zero
        ofMonth.spent = spent.filter { $0.key.hasPrefix(day.month) }.values.reduce(.zero, +)
        requests = limits.requestsPerMinute.map { RateBucket(limit: $0, at: Self.milliseconds(now)) }
        tokens = limits.tokensPerMinute.map { RateBucket(limit: $0, at: Self.milliseconds(now)) }
    }

    /// The zone in which a client's days begin.
    static func timeZone(of limits: ClientLimits) -> TimeZone {
        limits.timeZone.flatMap(TimeZone.init(identifier:)) ?? .gmt
    }

    /// How many turns run.
    var runs: Int { holds.count }

    /// What a turn has reserved; nil once it is settled.
    subscript(turn: Int) -> Hold? { holds[turn] }
}

extension ClientLedger {
    /// Lets a turn in and reserves what it may use, or says what it does not fit into; nothing is taken then.
    ///
    /// - Parameter isContinuation: Whether the turn counts as no request of its own.
    mutating func admit(
        _ turn: Int,
        _ amount: Amount,
        isContinuation: Bool = false,
        at now: Date
    ) -> [LimitBreach] {
        turnOver(at: now)
        let breaches = breaches(of: amount, at: now) + breachesOfAnother(isContinuation: isContinuation)
        guard breaches.isEmpty else { return breaches }
        if !isContinuation { requests?.take(1) }
        hold(turn, Hold(amount: amount, day: day.label))
        tokens?.take(amount.tokens)
        return []
    }

    /// Says what another request does not fit into whatever it is for; nothing is taken.
    mutating func breachesOfAnother(at now: Date) -> [LimitBreach] {
        turnOver(at: now)
        return breachesOfAnother(isContinuation: false)
    }

    private func breachesOfAnother(isContinuation: Bool) -> [LimitBreach] {
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

    /// Reserves more for a turn that runs, or says what that does not fit into; the turn keeps what it has.
    mutating func extend(_ turn: Int, by amount: Amount, at now: Date) -> [LimitBreach] {
        turnOver(at: now)
        guard var hold = holds[turn] else { return [] }
        // After midnight the whole turn moves into the new day, which so must have room for all of it.
        let breaches = breaches(
            of: amount,
            movingToDay: hold.day == day.label ? .zero : hold.amount,
            movingToMonth: hold.day.hasPrefix(day.month) ? .zero : hold.amount,
            at: now
        )
        guard breaches.isEmpty else { return breaches }
        release(hold)
        hold.amount = hold.amount + amount
        hold.day = day.label
        self.hold(turn, hold)
        tokens?.take(amount.tokens)
        return []
    }

    /// Takes an extension back that could not be made durable.
    mutating func shrink(_ turn: Int, to former: Hold, at now: Date) {
        turnOver(at: now)
        guard let hold = holds[turn] else { return }
        release(hold)
        tokens?.take(former.amount.tokens - hold.amount.tokens)
        self.hold(turn, Hold(amount: former.amount, day: hold.day, hasBegun: hold.hasBegun))
    }

    /// Notes that a model may be asked from now on.
    mutating func begin(_ turn: Int) { holds[turn]?.hasBegun = true }

    /// Ends a turn: what it has used takes the place of what it had reserved, which is returned; nil when it has ended already.
    mutating func settle(_ turn: Int, used: Amount, at now: Date) -> Hold? {
        turnOver(at: now)
        guard let hold = holds.removeValue(forKey: turn) else { return nil }
        release(hold)
        if hold.day == day.label { ofDay.spent = ofDay.spent + used }
        if hold.day.hasPrefix(day.month) { ofMonth.spent = ofMonth.spent + used }
        tokens?.take(used.tokens - hold.amount.tokens)
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
