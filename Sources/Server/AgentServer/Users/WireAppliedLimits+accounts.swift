import Accounts
import AgentWire
import StoredValues

extension WireAppliedLimits {
    /// Makes a description of the limits of a plan; money becomes a decimal text.
    ///
    /// - Parameter hasMoney: Whether the reader may see the limits in money.
    init(_ plan: UserPlan, hasMoney: Bool = true) {
        let limits = plan.limits
        self.init(
            requestsPerMinute: limits.requestsPerMinute,
            concurrentRuns: limits.concurrentRuns,
            tokensPerMinute: limits.tokensPerMinute,
            tokensPerDay: limits.tokensPerDay,
            tokensPerMonth: limits.tokensPerMonth,
            moneyPerDay: hasMoney ? limits.moneyPerDay?.description : nil,
            moneyPerMonth: hasMoney ? limits.moneyPerMonth?.description : nil,
            storageMegabytes: plan.storageMegabytes,
            inventoryItems: plan.inventoryItems,
            retentionDays: plan.retentionDays,
            models: plan.models,
            model: plan.model,
            effort: plan.effort.flatMap(ReasoningEffort.init(rawValue:)),
            timeZone: limits.timeZone
        )
    }
}
