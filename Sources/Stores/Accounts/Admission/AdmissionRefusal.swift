import Storage

/// The refusal of a turn: the limit that it exceeds, and the time after which it would fit.
///
/// If it exceeds several limits, this is the one with the longest wait.
public struct AdmissionRefusal: Sendable, Hashable, CustomStringConvertible {
    /// The limit.
    public var limit: LimitName

    /// The kind of the share that has the limit; `nil` if the sender has one share.
    public var share: LimitShare.Kind?

    /// Every limit that the turn exceeds, such as `tokens-per-day`, or `user:tokens-per-day` if the sender has several shares.
    public var violated: [String]

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
        (limit, share) = (worst.name, worst.share)
        violated = breaches.map(\.policy)
        quota = worst.quota
        remaining = worst.remaining
        retryAfterSeconds = worst.retryAfterSeconds
        message = Self.message(worst, of: amount, currency: currency)
        self.limitStatuses = limitStatuses
    }

    /// Makes the refusal of a model without a price, for a sender with a budget in money.
    ///
    /// - Parameter budgets: The budgets in money of the sender's shares.
    init(unpriced model: String, _ budgets: [LimitBreach], limitStatuses: [LimitStatus]) {
        let budget = budgets.first
        (limit, share) = (budget?.name ?? .moneyPerDay, budget?.share)
        violated = budgets.map(\.policy)
        quota = budget?.quota ?? 0
        remaining = budget?.remaining ?? 0
        retryAfterSeconds = nil
        message =
            "This \(Self.sender(budget?.share)) has a budget in money, and the model '\(model)' has no price. Use another model, or ask "
            + "the operator to add this model to the price table."
        self.limitStatuses = limitStatuses
    }

    /// Returns the word for what has a share.
    private static func sender(_ share: LimitShare.Kind?) -> String {
        switch share {
        case .user: "user"
        case .anonymous, .client: "app"
        case nil: "client"
        }
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
        if breach.share == .client || breach.share == .anonymous { return messageOfApp(breach) }
        func amount(_ count: Int) -> String {
            breach.name.isMoney ? "\(moneyText(count)) \(currency)" : "\(count)"
        }
        let unit = breach.name.rawValue.hasPrefix("tokens") ? " tokens" : ""
        let wanted = "\(amount(breach.wanted))\(unit)"
        let quota = "\(amount(breach.quota))\(unit)"
        let period = breach.name.rawValue.split(separator: "-").last.map(String.init) ?? ""
        let isTokens = !unit.isEmpty && used != .zero
        let sender = Self.sender(breach.share)
        switch (breach.name, breach.retry) {
        case (.concurrentRuns, _):
            return
                "This \(sender) may have \(breach.quota) concurrent runs, and all of them are running. Wait until one has ended."
        case (.requestsPerMinute, _):
            return
                "This \(sender) may send \(breach.quota) requests per minute and has reached this limit. Try again later."
        case (_, .never):
            return
                "This turn may use \(wanted), but the \(sender)'s limit is \(quota) per \(period). "
                + (isTokens
                    ? remedy(used, room: breach.quota)
                        + " Or ask the operator for a limit of at least \(breach.wanted)."
                    : "Limit the length of the answer, use a cheaper model, or ask the operator for a limit of at least \(wanted).")
        case (_, .whenOthersEnd):
            return
                "This turn may use \(wanted), but of the \(sender)'s \(quota) per \(period) only \(amount(breach.remaining)) remain while "
                + "other turns are running. Wait until one has ended."
        case (_, .after):
            return
                "This turn may use \(wanted), but of the \(sender)'s \(quota) per \(period) only \(amount(breach.remaining)) remain. "
                + (isTokens && used.inputTokens < breach.remaining
                    ? remedy(used, room: breach.remaining) + " Or try" : "Try")
                + " again later."
        }
    }

    /// Returns the message for a limit of all users of an app, without its numbers, which do not concern a user.
    private static func messageOfApp(_ breach: LimitBreach) -> String {
        let name = breach.name.rawValue.replacing("-", with: " ")
        let start = "This app has reached its limit of \(name)"
        return switch breach.retry {
        case .never: "\(start), because this turn alone may use more. Send less, or limit the length of the answer."
        case .whenOthersEnd: "\(start) while other turns are running. Wait until one has ended."
        case .after: "\(start). Try again later."
        }
    }

    private static func moneyText(_ micros: Int) -> String { "\(Money(micros: micros))" }
}
