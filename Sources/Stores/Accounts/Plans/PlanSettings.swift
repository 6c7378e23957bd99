import Storage

/// The settings of the operator for a plan, or for one user; the rest is inherited.
///
/// A value of ``numbers`` that is `nil` lifts the limit, as `.some(nil)` does for the other properties.
public struct PlanSettings: Sendable, Equatable {
    /// The numbers that are set.
    public var numbers: [PlanNumber: Int?]

    /// The names of the models, each perhaps with a star at its end.
    public var models: [String]??

    /// The model of a request that names none.
    public var model: String??

    /// The most reasoning before an answer, one of ``UserPlan/efforts``.
    public var effort: String??

    /// Makes settings; without arguments everything is inherited.
    public init(
        numbers: [PlanNumber: Int?] = [:],
        models: [String]?? = nil,
        model: String?? = nil,
        effort: String?? = nil
    ) {
        (self.numbers, self.models, self.model, self.effort) = (numbers, models, model, effort)
    }

    /// Whether everything is inherited.
    public var isEmpty: Bool { numbers.isEmpty && models == nil && model == nil && effort == nil }

    /// Returns these settings with those of another one in their place where it has some.
    func overlaid(by other: PlanSettings) -> PlanSettings {
        PlanSettings(
            numbers: numbers.merging(other.numbers) { $1 },
            models: other.models ?? models,
            model: other.model ?? model,
            effort: other.effort ?? effort
        )
    }

    /// The limits of the usage.
    var limits: ClientLimits {
        ClientLimits(
            requestsPerMinute: self[.requestsPerMinute],
            concurrentRuns: self[.concurrentRuns],
            tokensPerMinute: self[.tokensPerMinute],
            tokensPerDay: self[.tokensPerDay],
            tokensPerMonth: self[.tokensPerMonth],
            moneyPerDay: self[.moneyPerDay].map(Money.init(micros:)),
            moneyPerMonth: self[.moneyPerMonth].map(Money.init(micros:))
        )
    }

    /// Returns the plan that follows from the settings.
    package func plan(named name: String) -> UserPlan {
        UserPlan(
            name: name,
            limits: limits,
            storageBytes: self[.storageMegabytes].map { $0 << 20 },
            inventoryItems: self[.inventoryItems],
            retention: self[.retentionDays].map { .seconds($0 * 86_400) },
            models: models ?? nil,
            model: model ?? nil,
            effort: effort ?? nil
        )
    }

    /// A number; `nil` if there is none or its limit is lifted.
    subscript(number: PlanNumber) -> Int? { numbers[number] ?? nil }
}
