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
    ///
    /// - Parameter amount: The amount that the turn may use.
    init?(_ breaches: [LimitBreach], of amount: Amount = .zero, currency: String, limitStatuses: [LimitStatus]) {
        let worst = breaches.max { left, right in
            (left.retryAfterSeconds ?? .max) < (right.retryAfterSeconds ?? .max)
        }
        guard let worst else { return nil }
        limit = worst.name
        violated = breaches.map(\.name)
        quota = worst.quota
        remaining = worst.remaining
        retryAfterSeconds = worst.retryAfterSeconds
        message = Self.message(worst, of: amount, currency: currency)
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

    /// The tokens of the member with which a request limits its answer, since a request that has none yet becomes longer by it.
    private static let memberTokens = 16

    /// Returns what the client can do to fit a turn into a number of tokens.
    private static func remedy(_ used: Amount, room: Int) -> String {
        let input = "\(used.inputTokens) are for what is sent, and \(used.outputTokens) for the answer"
        let fitting = room - used.inputTokens - memberTokens
        guard used.outputTokens > 0, fitting > 0 else {
            return "\(input), so send less: a shorter conversation, or fewer tools."
        }
        return
            "\(input). Limit the answer to \(fitting) tokens (max_output_tokens, max_completion_tokens or max_tokens)."
    }

    private static func message(_ breach: LimitBreach, of used: Amount, currency: String) -> String {
        func amount(_ count: Int) -> String {
            breach.name.isMoney ? "\(moneyText(count)) \(currency)" : "\(count)"
        }
        let unit = breach.name.rawValue.hasPrefix("tokens") ? " tokens" : ""
        let wanted = "\(amount(breach.wanted))\(unit)"
        let quota = "\(amount(breach.quota))\(unit)"
        let period = breach.name.rawValue.split(separator: "-").last.map(String.init) ?? ""
        let isTokens = !unit.isEmpty && used != .zero
        switch (breach.name, breach.retry) {
        case (.concurrentRuns, _):
            return
                "This client may have \(breach.quota) concurrent runs, and all of them are running. Wait until one has ended."
        case (.requestsPerMinute, _):
            return
                "This client may send \(breach.quota) requests per minute and has reached this limit. Try again later."
        case (_, .never):
            return
                "This turn may use \(wanted), but the client's limit is \(quota) per \(period). "
                + (isTokens
                    ? remedy(used, room: breach.quota)
                        + " Or ask the operator for a limit of at least \(breach.wanted)."
                    : "Limit the length of the answer, use a cheaper model, or ask the operator for a limit of at least \(wanted).")
        case (_, .whenOthersEnd):
            return
                "This turn may use \(wanted), but of the client's \(quota) per \(period) only \(amount(breach.remaining)) remain while "
                + "other turns are running. Wait until one has ended."
        case (_, .after):
            return
                "This turn may use \(wanted), but of the client's \(quota) per \(period) only \(amount(breach.remaining)) remain. "
                + (isTokens && used.inputTokens < breach.remaining
                    ? remedy(used, room: breach.remaining) + " Or try" : "Try")
                + " again later."
        }
    }

    private static func moneyText(_ micros: Int) -> String { "\(Money(micros: micros))" }
}
