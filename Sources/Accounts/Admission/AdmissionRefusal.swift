import Storage

/// Why a turn is not let in: the limit that it does not fit into, and when it would.
///
/// Of several limits it names the one that is in the way longest.
public struct AdmissionRefusal: Sendable, Hashable, CustomStringConvertible {
    /// The limit.
    public var limit: LimitName

    /// Every limit that the turn does not fit into.
    public var violated: [LimitName]

    /// How much there is in all; money in millionths.
    public var quota: Int

    /// How much is left; money in millionths.
    public var remaining: Int

    /// In how many seconds it is worth trying again; nil when the same turn would never fit.
    public var retryAfterSeconds: Int?

    /// What happened and what to do, in a sentence for the client.
    public var message: String

    /// How much of each limit is left, for ``RateLimitFields``.
    public var standings: [LimitStanding]

    /// The message alone.
    public var description: String { message }

    /// Words what the ledger found; nil when it found nothing.
    init?(_ breaches: [LimitBreach], currency: String, standings: [LimitStanding]) {
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
        self.standings = standings
    }

    /// A turn whose price nobody knows, for a client whose money is counted.
    init(unpriced model: String, limits: [LimitStanding]) {
        let budget = limits.first(where: \.name.isMoney)
        limit = budget?.name ?? .moneyPerDay
        violated = [limit]
        quota = budget?.quota ?? 0
        remaining = budget?.remaining ?? 0
        retryAfterSeconds = nil
        message =
            "This client has a budget in money, and the model '\(model)' has no price. Ask for another model, or let the operator "
            + "add the model to the price table."
        standings = limits
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
                "This client may have \(breach.quota) runs at a time, and they are all going on. Wait until one has ended."
        case (.requestsPerMinute, _):
            return "This client may send \(breach.quota) requests a minute, and has. Try again later."
        case (_, .never):
            return
                "This turn may use \(wanted), and the client has \(quota) in a whole \(period). Shorten the conversation or ask for a "
                + "shorter answer."
        case (_, .whenOthersEnd):
            return
                "This turn may use \(wanted), and of the client's \(quota) for the \(period) \(amount(breach.remaining)) are left "
                + "beside the turns that are going on. Wait until one has ended."
        case (_, .after):
            return
                "This turn may use \(wanted), and of the client's \(quota) for the \(period) \(amount(breach.remaining)) are left. "
                + "Try again later."
        }
    }

    private static func moneyText(_ micros: Int) -> String { "\(Money(micros: micros))" }
}
