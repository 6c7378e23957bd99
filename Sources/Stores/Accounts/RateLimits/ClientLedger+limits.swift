import FoundationEssentials
import Storage

extension ClientLedger {
    /// Applies changed limits; spent amounts stay spent.
    mutating func apply(_ limits: ClientLimits, at now: Date) {
        guard limits != self.limits else { return }
        let time = Self.milliseconds(now)
        requests = Self.resized(requests, to: limits.requestsPerMinute, at: time)
        tokens = Self.resized(tokens, to: limits.tokensPerMinute, at: time)
        self.limits = limits
        timeZone = Self.timeZone(of: limits)
        advance(to: now, isForced: true)
    }

    /// Returns the remaining amount of each limit.
    mutating func limitStatuses(at now: Date) -> [LimitStatus] {
        advance(to: now)
        var limitStatuses: [LimitStatus] = []
        if let requests { limitStatuses.append(Self.limitStatus(.requestsPerMinute, requests)) }
        if let limit = limits.concurrentRuns {
            limitStatuses.append(
                LimitStatus(
                    name: .concurrentRuns,
                    quota: limit,
                    remaining: max(0, limit - holds.count),
                    resetSeconds: nil
                )
            )
        }
        if let tokens { limitStatuses.append(Self.limitStatus(.tokensPerMinute, tokens)) }
        for budget in budgets {
            limitStatuses.append(
                LimitStatus(
                    name: budget.name,
                    quota: budget.limit,
                    remaining: max(0, budget.limit - budget.spent - budget.held),
                    reserved: budget.held,
                    resetSeconds: Self.seconds(from: now, to: budget.end)
                )
            )
        }
        return limitStatuses
    }

    /// A limit per calendar day or month, with its spent and reserved amounts.
    private struct Budget {
        let name: LimitName
        let limit: Int
        let spent: Int
        let held: Int
        let end: Date
        let part: (Amount) -> Int

        var isDaily: Bool { name == .tokensPerDay || name == .moneyPerDay }
    }

    private var budgets: [Budget] {
        let all: [(LimitName, Int?, Account, Date, (Amount) -> Int)] = [
            (.tokensPerDay, limits.tokensPerDay, ofDay, day.end, \.tokens),
            (.tokensPerMonth, limits.tokensPerMonth, ofMonth, day.endOfMonth, \.tokens),
            (.moneyPerDay, limits.moneyPerDay?.micros, ofDay, day.end, \.money.micros),
            (.moneyPerMonth, limits.moneyPerMonth?.micros, ofMonth, day.endOfMonth, \.money.micros),
        ]
        return all.compactMap { name, limit, account, end, part in
            limit.map { limit in
                Budget(
                    name: name,
                    limit: limit,
                    spent: part(account.spent),
                    held: part(account.held),
                    end: end,
                    part: part
                )
            }
        }
    }

    /// Returns the limits that an amount exceeds.
    /// - Parameters:
    ///   - amount: The requested amount.
    ///   - movingToDay: An amount that moves to this day in addition.
    ///   - movingToMonth: An amount that moves to this month in addition.
    ///   - now: The current time.
    func breaches(
        of amount: Amount,
        movingToDay: Amount = .zero,
        movingToMonth: Amount = .zero,
        at now: Date
    ) -> [LimitBreach] {
        var breaches: [LimitBreach] = []
        if let tokens, amount.tokens > 0 {
            let wait = tokens.milliseconds(until: amount.tokens)
            if wait != 0 {
                breaches.append(
                    LimitBreach(
                        name: .tokensPerMinute,
                        quota: tokens.limit,
                        remaining: tokens.available,
                        wanted: amount.tokens,
                        retry: wait.map { .after(seconds: Self.seconds($0)) } ?? .never
                    )
                )
            }
        }
        for budget in budgets {
            let wanted = budget.part(amount + (budget.isDaily ? movingToDay : movingToMonth))
            let remaining = budget.limit - budget.spent - budget.held
            guard wanted > 0, wanted > remaining else { continue }
            let retry: LimitBreach.Retry =
                if wanted > budget.limit {
                    .never
                } else if wanted <= budget.limit - budget.spent {
                    .whenOthersEnd
                } else {
                    .after(seconds: Self.seconds(from: now, to: budget.end))
                }
            breaches.append(
                LimitBreach(
                    name: budget.name,
                    quota: budget.limit,
                    remaining: max(0, remaining),
                    wanted: wanted,
                    retry: retry
                )
            )
        }
        return breaches
    }
}
