import FoundationEssentials
import Storage
import StreamingJSON

/// A change of a user by an administrator; nil leaves a property as it is.
public struct UserChange: Sendable, Equatable {
    /// The name of the plan; `.some(nil)` for the plan of the user's kind.
    public var plan: String??

    /// The limits of this user in place of those of its plan; empty ones for those of the plan.
    public var limits: PlanSettings?

    /// Whether the user is blocked.
    public var isBlocked: Bool?

    /// Whether the tokens that were issued until now are refused.
    public var isSignedOut: Bool

    /// Makes a change.
    public init(plan: String?? = nil, limits: PlanSettings? = nil, isBlocked: Bool? = nil, isSignedOut: Bool = false) {
        (self.plan, self.limits, self.isBlocked, self.isSignedOut) = (plan, limits, isBlocked, isSignedOut)
    }

    /// The actions of the change, for the audit chain, each with the names of what it sets.
    var actions: [(name: String, outcome: String)] {
        let fields = [plan.map { _ in "plan" }, limits.map { _ in "limits" }].compactMap(\.self)
        var actions: [(name: String, outcome: String)] = []
        if !fields.isEmpty { actions.append(("user.limits", "done: " + fields.joined(separator: ", "))) }
        if let isBlocked { actions.append((isBlocked ? "user.block" : "user.unblock", "done")) }
        if isSignedOut { actions.append(("user.sign-out", "done")) }
        return actions
    }

    /// Applies the change.
    func apply(to record: inout EndUserRecord, at time: Date) {
        if let plan { record.plan = plan }
        if let limits { record.limits = limits.isEmpty ? nil : limits.jsonValue.serialized() }
        if let isBlocked { record.blockedAt = isBlocked ? record.blockedAt ?? time : nil }
        if isSignedOut { record.validFrom = time }
    }
}
