public import FoundationEssentials
public import Storage

/// The settings of a client that has users.
///
/// The settings of an empty object are strict: a client never gets users without limits.
public struct UserSettings: Sendable, Equatable {
    /// The most scopes, plans, and bytes of a plan's name.
    static let (mostScopes, mostPlans, longestPlan) = (256, 32, 64)

    /// The scopes that users have, as far as the token that acts for them has them too; none to act for others, and none of administrators.
    public private(set) var scopes: Set<Scope>

    /// The settings of the operator for each plan; all of them inherit from the plan `default`.
    public private(set) var plans: [String: PlanSettings]

    /// The limits of all anonymous users together; `nil` for none.
    public var anonymousTotal: PlanSettings?

    /// The most new identified users in 24 hours; `nil` for any number.
    public var newUsersPerDay: Int?

    /// The most new anonymous users in 24 hours; `nil` for any number.
    ///
    /// They are counted apart, so that strangers leave the room of the users that an issuer vouches for.
    public var newAnonymousUsersPerDay: Int?

    /// The most new anonymous users in 24 hours without a setting of the operator.
    ///
    /// A setting may allow fewer users of both kinds.
    private static let fewAnonymousUsers = 1000

    /// The users that share a list of items.
    public var inventory: InventorySharing

    /// Whether a request with the client's token may use own data without a user.
    public var hasOwnData: Bool

    /// The time before which no token of any user may have been issued; `nil` for any time.
    public var validFrom: Date?

    /// The plans as they apply.
    private var resolved: [String: UserPlan] = [:]

    /// The numbers of the two plans that every client with users has.
    private static let standard: PlanSettings = PlanSettings(numbers: [
        .requestsPerMinute: 20, .concurrentRuns: 2, .tokensPerDay: 50_000, .storageMegabytes: 20,
        .inventoryItems: 1000, .retentionDays: 90,
    ])
    private static let anonymous: [PlanNumber: Int] = [
        .requestsPerMinute: 6, .concurrentRuns: 1, .tokensPerDay: 10_000, .storageMegabytes: 5, .retentionDays: 7,
    ]

    /// Makes settings.
    ///
    /// - Parameters:
    ///   - scopes: The scopes of users.
    ///   - plans: The settings of the operator for plans; a missing number is the standard one.
    ///   - newAnonymousUsersPerDay: The most new anonymous users in 24 hours; `.some(nil)` for any number, `nil` for the standard.
    ///   - retentionDays: The days of the plan `default`, unless it has some itself; `.some(nil)` for no end, `nil` for the standard.
    public init(
        scopes: Set<Scope> = [.chat, .devices, .allTools],
        plans: [String: PlanSettings] = [:],
        anonymousTotal: PlanSettings? = PlanSettings(numbers: [.tokensPerDay: 1_000_000]),
        newUsersPerDay: Int? = 10_000,
        newAnonymousUsersPerDay: Int?? = nil,
        retentionDays: Int?? = nil,
        inventory: InventorySharing = .user,
        hasOwnData: Bool = false,
        validFrom: Date? = nil
    ) {
        self.scopes = scopes.filter { $0 != .users && !$0.isAdministrative }
        (self.anonymousTotal, self.newUsersPerDay) = (anonymousTotal, newUsersPerDay)
        let few = min(Self.fewAnonymousUsers, newUsersPerDay ?? .max)
        self.newAnonymousUsersPerDay = newAnonymousUsersPerDay ?? few
        (self.inventory, self.hasOwnData, self.validFrom) = (inventory, hasOwnData, validFrom)
        var standard = Self.standard
        if let retentionDays { standard.numbers.updateValue(retentionDays, forKey: .retentionDays) }
        standard = standard.overlaid(by: plans[UserPlan.standard] ?? PlanSettings())
        self.plans = plans
        self.plans[UserPlan.standard] = standard
        // Without a setting of the operator, an anonymous user has no more than an identified one.
        let least = Self.anonymous.reduce(into: [PlanNumber: Int?]()) { numbers, entry in
            numbers.updateValue(min(entry.value, standard[entry.key] ?? .max), forKey: entry.key)
        }
        self.plans[UserPlan.anonymous] = PlanSettings(numbers: least)
            .overlaid(by: plans[UserPlan.anonymous] ?? PlanSettings())
        for (name, settings) in self.plans { resolved[name] = standard.overlaid(by: settings).plan(named: name) }
    }

    /// Returns the plan of a user.
    ///
    /// - Parameters:
    ///   - name: The name; `nil` for the plan of the kind, which also replaces a name that the settings do not have.
    ///   - kind: The kind of the user.
    ///   - own: The limits that the operator has set for the user.
    public func plan(_ name: String?, of kind: EndUserRecord.Kind, own: PlanSettings? = nil) -> UserPlan {
        let name = name.flatMap { plans[$0] == nil ? nil : $0 } ?? UserPlan.name(of: kind)
        guard let own, !own.isEmpty else { return resolved[name] ?? UserPlan(name: name) }
        return settings(of: name).overlaid(by: own).plan(named: name)
    }

    /// Returns the most new users of a kind in 24 hours; `nil` for any number.
    func quota(ofNew kind: EndUserRecord.Kind) -> Int? {
        kind == .anonymous ? newAnonymousUsersPerDay : newUsersPerDay
    }

    /// Returns what applies to a plan, inherited settings included.
    private func settings(of name: String) -> PlanSettings {
        let standard = plans[UserPlan.standard] ?? Self.standard
        return standard.overlaid(by: plans[name] ?? PlanSettings())
    }

    /// Returns the scopes of a user for which a token acts: never more than either has.
    public func scopes(within token: Set<Scope>) -> Set<Scope> {
        // Nearly every request has all of them, and needs no new set.
        if scopes.isSubset(of: token) { return scopes }
        return scopes.narrowed(to: token)
    }
}
