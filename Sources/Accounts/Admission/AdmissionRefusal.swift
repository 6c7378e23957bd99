import Storage

/// The refusal of a turn: the limit that it exceeds, and the time after which it would fit.
///
/// If it exceeds several limits, this is the one with the longest wait.
public struct AdmissionRefusal: Sendable, Hashable, CustomStringConvertible {
    /// The limit.
    public var limit: LimitName

    /// Every limit that the turn exceeds.
    public var violated: [LimitName]

    /// The size of the limit; money in millionths.
    public var quota: Int

    /// The remaining amount; money in millionths.
    public var remaining: Int

    /// The time after which a new attempt may succeed, in seconds; nil if the same turn would never fit.
    public var retryAfterSeconds: Int?

    /// A sentence for the client that explains the refusal and the remedy.
    public var message: String

    /// The remaining amount of each limit, for ``RateLimitFields``.
    public var limitStatuses: [LimitStatus]

    /// The message.
    public var description: String { message }

    /// Makes a refusal from the exceeded limits; nil if there are none.
    init?(_ breaches: [LimitBreach], currency: String, limitStatuses: [LimitStatus]) {
        let worst = breaches.max { left, right in
            (left.retryAfterSeconds ?? .max) < (right.retryAfterSeconds ?? .max)
        }
        guard let worst else { return nil }
        limit = worst.name
        violated = breaches.map(\.name)
        quota = worst.quota
        remaining = worst.remaining
        retryAfterSeconds = worst.retryAfterSeconds
        message = Self.message(worst, currency: currency)
        self.limitStatuses = limitStatuses
    }

    /// Makes the refusal of a model without a price, for a client with a budget in money.
    init(unpriced model: String, limits: [LimitStatus]) {
        let budget = limits.first(where: \.name.isMoney)
        limit = budget?.name ?? .moneyPerDay
        violated = [limit]
        quota = budget?.quota ?? 0
        remaining = budget?.remaining ?? 0
        retryAfterSeconds = nil
        message =
            "This client has a budget in money, and the model '\(model)' has no price. Use another model, or ask the operator to "
            + "add this model to the price table."
        limitStatuses = limits
    }

    private static func message(_ breach: LimitBreach, currency: String) -> String {
        func amount(_ count: Int) -> String {
            breach.name.isMoney ? "\(moneyText(count)) \(currency)" : "\(count)"
        }
        let unit = breach.name.rawValue.hasPrefix("tokens") ? " tokens" : ""
        let wanted = "\(amount(breach.wanted))\(unit)"
        let quota = "\(amount(breach.quota))\(unit)"
        let period = breach.name.rawValue.split(separator: "-").last.map(String.init) ?? ""
        switch (breach.name, breach.retry) {
        case (.concurrentRuns, _):
            return
                "This client may have \(breach.quota) concurrent runs, and all of them are running. Wait until one has ended."
        case (.requestsPerMinute, _):
            return
                "This client may send \(breach.quota) requests per minute and has reached this limit. Try again later."
        case (_, .never):
            return
                "This turn may use \(wanted), but the client's limit is \(quota) per \(period). Shorten the conversation or request a "
                + "shorter answer."
        case (_, .whenOthersEnd):
            return
                "This turn may use \(wanted), but of the client's \(quota) per \(period) only \(amount(breach.remaining)) remain while "
                + "other turns are running. Wait until one has ended."
        case (_, .after):
            return
                "This turn may use \(wanted), but of the client's \(quota) per \(period) only \(amount(breach.remaining)) remain. "
                + "Try again later."
        }
    }

    private static func moneyText(_ micros: Int) -> String { "\(Money(micros: micros))" }
}
