import FoundationEssentials
import Storage
public import StreamingJSON

extension UserSettings {
    /// The names of the members that the operator writes.
    package static let memberNames = [
        "scopes", "plans", "anonymous_total", "new_users_per_day", "new_anonymous_users_per_day", "retention_days",
        "inventory", "own_data",
    ]
    /// The words of the member `inventory`.
    package static let inventoryWords = InventorySharing.allCases.map(\.rawValue)
    /// The stored time of the last sign-out of all users, in milliseconds since 1970.
    private static let validFromName = "valid_from"
    /// The most new users in a day that can be set.
    package static let mostNewUsers = 1_000_000

    /// Reads settings that an administrator sends.
    ///
    /// - Throws: ``AccountsError`` with ``AccountsError/Code/invalidClient`` and a sentence about the first faulty member.
    public init(jsonValue: JSONValue) throws(AccountsError) {
        try self.init(jsonValue, known: Self.memberNames)
    }

    /// Reads stored settings.
    ///
    /// Those that cannot be read, which another version has written, are the strict ones, because a client with users must not become
    /// one without.
    init(stored text: String) {
        guard let value = try? JSONValue(parsing: text),
            var settings = try? UserSettings(value, known: Self.memberNames + [Self.validFromName])
        else {
            self = UserSettings()
            return
        }
        settings.validFrom = value[Self.validFromName]?.intValue.map {
            Date(timeIntervalSince1970: Double($0) / 1000)
        }
        self = settings
    }

    private init(_ value: JSONValue, known: [String]) throws(AccountsError) {
        let reader = try SettingsReader(value, at: "users", known: known)
        let standard = UserSettings()
        let scopes = try Self.scopes(reader) ?? standard.scopes
        let total = try reader.setting("anonymous_total", "an object") { $0.objectValue.map(JSONValue.object) }
        var anonymousTotal = standard.anonymousTotal
        if let total {
            anonymousTotal = nil
            if let total {
                anonymousTotal = try PlanSettings(
                    jsonValue: total,
                    at: "users.anonymous_total",
                    numbers: PlanNumber.ofUsage,
                    models: false
                )
            }
        }
        let days = 1...PlanNumber.retentionDays.largest
        let newUsers = try Self.newUsers(reader, "new_users_per_day")
        self.init(
            scopes: scopes,
            plans: try Self.plans(reader),
            anonymousTotal: anonymousTotal,
            newUsersPerDay: newUsers ?? standard.newUsersPerDay,
            newAnonymousUsersPerDay: try Self.newUsers(reader, "new_anonymous_users_per_day"),
            retentionDays: try reader.setting(
                "retention_days",
                "a whole number from 1 to \(days.upperBound)"
            ) { value in value.intValue.flatMap { days.contains($0) ? $0 : nil } },
            inventory: try reader.value(
                "inventory",
                Self.inventoryWords.joined(separator: ", ")
            ) { $0.stringValue.flatMap(InventorySharing.init(rawValue:)) } ?? standard.inventory,
            hasOwnData: try reader.value("own_data", "true or false") { $0.boolValue } ?? standard.hasOwnData
        )
    }

    private static func newUsers(_ reader: SettingsReader, _ name: String) throws(AccountsError) -> Int?? {
        try reader.setting(name, "a whole number from 1 to \(mostNewUsers)") { value in
            value.intValue.flatMap { (1...mostNewUsers).contains($0) ? $0 : nil }
        }
    }

    private static func scopes(_ reader: SettingsReader) throws(AccountsError) -> Set<Scope>? {
        let expected = "a list of 1 to \(mostScopes) scopes of clients"
        let words = try reader.value("scopes", expected) { value -> [String]? in
            guard let words = value.arrayValue, (1...mostScopes).contains(words.count) else { return nil }
            let texts = words.compactMap(\.stringValue)
            return texts.count == words.count ? texts : nil
        }
        guard let words else { return nil }
        var scopes: Set<Scope> = []
        for word in words { scopes.insert(try Scope(word)) }
        guard !scopes.contains(where: { $0 == .users || $0.isAdministrative }) else {
            throw reader.fault("scopes", "\(expected); a user has neither 'users' nor a scope of administrators")
        }
        return scopes
    }

    private static func plans(_ reader: SettingsReader) throws(AccountsError) -> [String: PlanSettings] {
        let value = try reader.value("plans", "an object") { $0.objectValue.map(JSONValue.object) }
        guard let value else { return [:] }
        let members = try SettingsReader(members: value, at: "users.plans").members
        guard members.count <= mostPlans else { throw reader.fault("plans", "at most \(mostPlans) plans") }
        var plans: [String: PlanSettings] = [:]
        for (name, settings) in members {
            guard name.isGivenName(upTo: longestPlan) else {
                throw reader.fault(
                    "plans",
                    "plans with names of 1 to \(longestPlan) letters, digits, hyphens, dots and underscores, which start with a "
                        + "letter or a digit"
                )
            }
            plans[name] = try PlanSettings(jsonValue: settings, at: "users.plans.\(name)")
        }
        return plans
    }

    /// The settings as an administrator reads and writes them, with the numbers that apply.
    public var jsonValue: JSONValue {
        var object: JSONObject = ["scopes": .array(scopes.sorted().map { .string($0.description) })]
        let plans = plans.sorted { $0.key < $1.key }.map { ($0.key, $0.value.jsonValue) }
        object["plans"] = .object(JSONObject(plans))
        object["anonymous_total"] = anonymousTotal?.jsonValue ?? .null
        object["new_users_per_day"] = newUsersPerDay.map(JSONValue.integer) ?? .null
        object["new_anonymous_users_per_day"] = newAnonymousUsersPerDay.map(JSONValue.integer) ?? .null
        object["inventory"] = .string(inventory.rawValue)
        object["own_data"] = .bool(hasOwnData)
        return .object(object)
    }

    /// Returns the names of the members that differ from former settings, and of each plan that does.
    func changes(from former: UserSettings) -> [String] {
        let (now, then) = (jsonValue, former.jsonValue)
        let members = Self.memberNames.filter { $0 != "plans" && now[$0] != then[$0] }
        let names = Set(plans.keys).union(former.plans.keys).sorted()
        return members + names.filter { plans[$0] != former.plans[$0] }.map { "plan \($0)" }
    }

    /// The stored form.
    var stored: String {
        guard case .object(var object) = jsonValue else { return "{}" }
        if let validFrom { object[Self.validFromName] = .integer(Int(validFrom.timeIntervalSince1970 * 1000)) }
        return JSONValue.object(object).serialized()
    }
}
