import Foundation
import Storage
import StreamingJSON
import Testing

@testable import Accounts

@Suite struct UserSettingsTests {
    private func read(_ json: String) throws -> UserSettings { try UserSettings(jsonValue: JSONValue(parsing: json)) }

    @Test func anEmptyObjectHasStrictLimits() throws {
        let settings = try read("{}")
        #expect(settings == UserSettings())
        #expect(settings.scopes == [.chat, .devices, .allTools])
        #expect(settings.newUsersPerDay == 10_000 && settings.inventory == .user && !settings.hasOwnData)
        #expect(settings.anonymousTotal?.limits == ClientLimits(tokensPerDay: 1_000_000))
        let standard = settings.plan(nil, of: .identified)
        #expect(
            standard
                == UserPlan(
                    name: "default",
                    limits: ClientLimits(requestsPerMinute: 20, concurrentRuns: 2, tokensPerDay: 50_000),
                    storageBytes: 20 << 20,
                    inventoryItems: 1000,
                    retention: .seconds(90 * 86_400)
                )
        )
        let anonymous = settings.plan(nil, of: .anonymous)
        #expect(
            anonymous
                == UserPlan(
                    name: "anonymous",
                    limits: ClientLimits(requestsPerMinute: 6, concurrentRuns: 1, tokensPerDay: 10_000),
                    storageBytes: 5 << 20,
                    inventoryItems: 1000,
                    retention: .seconds(7 * 86_400)
                )
        )
    }

    @Test func aPlanInheritsFromTheDefaultAndNullLiftsALimit() throws {
        let settings = try read(
            """
            {"plans": {"default": {"tokens_per_day": 5000, "money_per_month": "2.50"},
                "pro": {"tokens_per_day": null, "requests_per_minute": 60, "models": ["anthropic:*", "openai:gpt"], "model": "openai:gpt",
                "effort": "low"}},
                "retention_days": null, "anonymous_total": null, "new_users_per_day": null}
            """
        )
        let pro = settings.plan("pro", of: .identified)
        #expect(
            pro.limits
                == ClientLimits(
                    requestsPerMinute: 60,
                    concurrentRuns: 2,
                    moneyPerMonth: Money(micros: 2_500_000)
                )
        )
        #expect(
            pro.model == "openai:gpt" && pro.effort == "low" && pro.retention == nil && pro.storageBytes == 20 << 20
        )
        // An anonymous user has no more than another one.
        #expect(settings.plan(nil, of: .anonymous).limits.tokensPerDay == 5000)
        #expect(settings.anonymousTotal == nil && settings.newUsersPerDay == nil)
        // The limits of one user are before those of its plan, and a name without a plan is that of the kind.
        let own = PlanSettings(numbers: [.tokensPerDay: 7])
        #expect(settings.plan("pro", of: .identified, own: own).limits.tokensPerDay == 7)
        #expect(settings.plan("pro", of: .identified, own: own).limits.requestsPerMinute == 60)
        #expect(settings.plan("platinum", of: .identified).name == "default")
        #expect(settings.plan("platinum", of: .anonymous).name == "anonymous")
    }

    @Test(arguments: [
        ("anthropic:claude", true), ("openai:gpt", true), ("openai:gpt-6", false), ("ollama:x", false), ("", false),
    ])
    func aPatternEndsWithAStar(model: String, isAllowed: Bool) {
        #expect(UserPlan.allows(model, by: ["anthropic:*", "openai:gpt"]) == isAllowed)
        #expect(UserPlan.allows(model, by: nil))
    }

    @Test func settingsAreStoredAndReadBack() throws {
        var settings = try read(
            #"{"scopes": ["chat"], "plans": {"pro": {"models": null, "effort": "max", "storage_mb": 1}}, "inventory": "shared", "own_data": true}"#
        )
        #expect(try UserSettings(jsonValue: settings.jsonValue) == settings)
        settings.validFrom = Date(timeIntervalSince1970: 1_795_000_000.5)
        #expect(UserSettings(stored: settings.stored) == settings)
        // The time of the sign-out is not the administrator's to write.
        #expect(settings.jsonValue["valid_from"] == nil)
        #expect(throws: AccountsError.self) { try read(#"{"valid_from": 1}"#) }
    }

    /// The audit chain has the names of what changes, and no number.
    @Test func changesHaveNames() throws {
        let former = try read(#"{"plans": {"pro": {"tokens_per_day": 9}, "old": {}}, "inventory": "shared"}"#)
        #expect(former.changes(from: former) == [])
        let new = try read(#"{"plans": {"pro": {"tokens_per_day": 8}, "new": {}}, "own_data": true}"#)
        #expect(new.changes(from: former) == ["inventory", "own_data", "plan new", "plan old", "plan pro"])
    }

    /// The most new users of both kinds: without a setting, there are few anonymous ones, and never more than others.
    @Test(
        arguments: [
            ("{}", 10_000, 1000), (#"{"new_users_per_day": 7}"#, 7, 7), (#"{"new_users_per_day": null}"#, nil, 1000),
            (#"{"new_anonymous_users_per_day": 7}"#, 10_000, 7),
            (#"{"new_anonymous_users_per_day": null}"#, 10_000, nil),
        ] as [(String, Int?, Int?)]
    )
    func newUsersOfBothKinds(json: String, identified: Int?, anonymous: Int?) throws {
        let settings = try read(json)
        #expect(settings.quota(ofNew: .identified) == identified)
        #expect(settings.quota(ofNew: .anonymous) == anonymous)
        #expect(UserSettings(stored: settings.stored) == settings)
    }

    /// Settings of another version are strict, so that the client stays one with users.
    @Test(arguments: ["", "[]", #"{"later": 1}"#, #"{"scopes": ["admin:keys"]}"#])
    func unreadableSettingsAreStrict(text: String) {
        #expect(UserSettings(stored: text) == UserSettings())
    }

    @Test(arguments: [
        ("[]", "users"), (#"{"plan": {}}"#, "plan"), (#"{"scopes": []}"#, "users.scopes"),
        (#"{"scopes": ["users"]}"#, "users.scopes"), (#"{"scopes": ["admin:read"]}"#, "users.scopes"),
        (#"{"scopes": ["fly"]}"#, "fly"), (#"{"scopes": null}"#, "users.scopes"),
        (#"{"plans": []}"#, "users.plans"), (#"{"plans": {"": {}}}"#, "users.plans"),
        (#"{"plans": {"a b": {}}}"#, "users.plans"), (#"{"plans": {"pro": 1}}"#, "users.plans.pro"),
        (#"{"plans": {"..": {}}}"#, "users.plans"), (#"{"plans": {"-a": {}}}"#, "users.plans"),
        (#"{"plans": {"__proto__": {}}}"#, "users.plans"),
        (#"{"plans": {"pro": {"tokens": 1}}}"#, "tokens"),
        (#"{"plans": {"pro": {"tokens_per_day": 0}}}"#, "users.plans.pro.tokens_per_day"),
        (#"{"plans": {"pro": {"tokens_per_day": -1}}}"#, "users.plans.pro.tokens_per_day"),
        (#"{"plans": {"pro": {"tokens_per_day": 1.5}}}"#, "users.plans.pro.tokens_per_day"),
        (#"{"plans": {"pro": {"tokens_per_day": "9"}}}"#, "users.plans.pro.tokens_per_day"),
        (#"{"plans": {"pro": {"tokens_per_day": 9223372036854775807}}}"#, "users.plans.pro.tokens_per_day"),
        (#"{"plans": {"pro": {"storage_mb": 9223372036854}}}"#, "users.plans.pro.storage_mb"),
        (#"{"plans": {"pro": {"money_per_day": 2.5}}}"#, "users.plans.pro.money_per_day"),
        (#"{"plans": {"pro": {"money_per_day": "0"}}}"#, "users.plans.pro.money_per_day"),
        (#"{"plans": {"pro": {"models": []}}}"#, "users.plans.pro.models"),
        (#"{"plans": {"pro": {"model": "a b"}}}"#, "users.plans.pro.model"),
        (#"{"plans": {"pro": {"effort": "much"}}}"#, "users.plans.pro.effort"),
        (#"{"anonymous_total": {"storage_mb": 1}}"#, "storage_mb"),
        (#"{"new_users_per_day": 0}"#, "users.new_users_per_day"),
        (#"{"new_users_per_day": 1000001}"#, "users.new_users_per_day"),
        (#"{"new_anonymous_users_per_day": 0}"#, "users.new_anonymous_users_per_day"),
        (#"{"retention_days": 40000}"#, "users.retention_days"), (#"{"inventory": "mine"}"#, "users.inventory"),
        (#"{"own_data": 1}"#, "users.own_data"),
    ])
    func aFaultNamesItsMember(json: String, name: String) {
        let error = #expect(throws: AccountsError.self) { try read(json) }
        #expect(error?.code == .invalidClient)
        #expect(error?.message.contains("'\(name)'") == true, "\(error?.message ?? "")")
    }

    /// A user has what both the settings and the token have, and never more.
    @Test(arguments: [
        ([Scope.chat, .allTools], [Scope.users, .chat, .allTools], [Scope.chat, .allTools]),
        ([.chat, .allTools], [.users, .tool("a")], [.tool("a")]), ([.tool("a")], [.users, .allTools], [.tool("a")]),
        ([.chat], [.users, .extract], []), ([.chat, .extract], [.users], []),
        ([.users, .adminRead, .chat], [.users, .adminRead, .chat], [.chat]),
    ])
    func scopesOfUsers(settings: [Scope], token: [Scope], expected: [Scope]) {
        #expect(UserSettings(scopes: Set(settings)).scopes(within: Set(token)) == Set(expected))
    }
}
