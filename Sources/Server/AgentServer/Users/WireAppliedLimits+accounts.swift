import Accounts
import AgentWire
import StoredValues

extension WireAppliedLimits {
    /// Makes a description of the limits of a plan; money becomes a decimal text.
    ///
    /// - Parameter hasMoney: Whether the reader may see the limits in money.
    init(_ plan: UserPlan, hasMoney: Bool = true) {
        var limits = WireClientLimits(plan.limits)
        if !hasMoney { (limits.moneyPerDay, limits.moneyPerMonth) = (nil, nil) }
        limits.models = plan.models
        limits.effort = plan.effort.flatMap(ReasoningEffort.init(rawValue:))
        self.init(
            limits: limits,
            storageMegabytes: plan.storageMegabytes,
            inventoryItems: plan.inventoryItems,
            retentionDays: plan.retentionDays,
            model: plan.model
        )
    }
}

extension WireClientLimits {
    /// Makes a description of limits; money becomes a decimal text.
    init(_ limits: ClientLimits) {
        self.init(
            requestsPerMinute: limits.requestsPerMinute,
            concurrentRuns: limits.concurrentRuns,
            tokensPerMinute: limits.tokensPerMinute,
            tokensPerDay: limits.tokensPerDay,
            tokensPerMonth: limits.tokensPerMonth,
            moneyPerDay: limits.moneyPerDay?.description,
            moneyPerMonth: limits.moneyPerMonth?.description,
            timeZone: limits.timeZone,
            models: limits.models,
            effort: limits.effort.flatMap(ReasoningEffort.init(rawValue:))
        )
    }
}
