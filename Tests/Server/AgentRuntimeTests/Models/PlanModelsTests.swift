import Accounts
import AgentWire
import LanguageModels
import ScriptedModels
import Storage
import Synchronization
import Testing

@testable import AgentRuntime

/// The models and the reasoning of a user's plan.
@Suite struct PlanModelsTests {
    private func entries(_ names: String...) throws -> [ModelCatalog.Entry] {
        try names.map { .init(reference: try #require(ModelReference($0)), model: ScriptedModel([])) }
    }

    private func alias(_ text: String) throws -> ModelAliases.Alias { try #require(ModelAliases.Alias(text)) }

    private func catalog() throws -> ModelCatalog {
        let all = try entries("openai:a", "anthropic:b", "openai:c")
        var catalog = ModelCatalog(all[0], Array(all.dropFirst()))
        catalog.aliases = try #require(ModelAliases([alias("big=anthropic:b"), alias("gpt-*=openai:c")]))
        return catalog
    }

    /// The models of a plan, its model, a name in a request, and the model that answers; `nil` for an unknown name.
    @Test(
        arguments: [
            (nil, nil, "anthropic:b", "anthropic:b"), (["openai:*"], nil, "anthropic:b", nil),
            (["openai:*"], nil, "b", nil), (["openai:*"], nil, "big", nil), (["openai:a"], nil, "gpt-4o", nil),
            (["openai:c"], nil, "gpt-4o", "openai:c"), (["anthropic:b"], nil, "big", "anthropic:b"),
            (nil, "anthropic:b", "openai:a", "openai:a"),
        ] as [([String]?, String?, String, String?)]
    )
    func noNameLeavesThePlan(models: [String]?, model: String?, name: String, answers: String?) throws {
        let offered = try catalog().offered(to: UserPlan(name: "free", models: models, model: model))
        #expect(offered.entry(askedFor: name)?.reference.description == answers)
    }

    /// The models of a plan, its model, and the model of a request that names none.
    @Test(
        arguments: [
            (nil, nil, "openai:a"), (nil, "big", "anthropic:b"), (nil, "openai:unknown", "openai:a"),
            (["anthropic:*"], nil, "anthropic:b"), (["openai:c"], "anthropic:b", "openai:c"),
            (["*"], "openai:c", "openai:c"),
        ] as [([String]?, String?, String)]
    )
    func aRequestWithoutANameHasTheModelOfThePlan(models: [String]?, model: String?, answers: String) async throws {
        let offered = try catalog().offered(to: UserPlan(name: "free", models: models, model: model))
        #expect(try await offered.preferred().reference.description == answers)
        #expect(try await offered.standard().description == answers)
    }

    @Test func theListsAreThoseOfThePlan() async throws {
        let offered = try catalog().offered(to: UserPlan(name: "free", models: ["anthropic:*"]))
        #expect(try await offered.ready().map(\.description) == ["anthropic:b"])
        #expect(try await offered.readyAliases().map(\.name) == ["big"])
        let none = try catalog().offered(to: UserPlan(name: "free", models: ["ollama:*"]))
        let problem = await #expect(throws: Problem.self) { try await none.preferred() }
        #expect(problem?.kind == .forbidden && problem?.detail.contains("'free'") == true)
    }

    /// A router falls back to models of the plan only.
    @Test func noFallbackLeavesThePlan() async throws {
        let all = try entries("openai:a", "anthropic:b", "openai:c")
        let routers = Mutex<[[String]]>([])
        var catalog = ModelCatalog(preferring: all[0], among: all, allowing: all)
        catalog.router = { members in
            routers.withLock { $0.append(members.map(\.reference.description)) }
            return ScriptedModel([])
        }
        _ = try await catalog.preferred()
        #expect(routers.withLock { $0 } == [])
        let two = try await catalog.offered(to: UserPlan(name: "free", models: ["openai:*"])).preferred()
        #expect(two.reference.description == "openai:a" && routers.withLock { $0 } == [["openai:a", "openai:c"]])
        let one = try await catalog.offered(to: UserPlan(name: "free", models: ["anthropic:*"])).preferred()
        #expect(one.reference.description == "anthropic:b" && routers.withLock { $0.count } == 1)
        // Also without a maker of routers, the router of all models does not answer.
        catalog.router = nil
        let first = try await catalog.offered(to: UserPlan(name: "free", models: ["openai:c", "anthropic:b"]))
            .preferred()
        #expect(first.reference.description == "anthropic:b")
    }

    @Test func noReplacementLeavesThePlan() throws {
        var catalog = try catalog()
        let replacement = try #require(ModelReplacements.Replacement("openai:a=anthropic:b"))
        catalog.lives = ModelLives(replacements: try #require(ModelReplacements([replacement]))) { _ in
            false
        } end: { _ in
            ModelEnd(day: "2026-11-01", daysLeft: 0)
        }
        #expect(catalog.entry(askedFor: "openai:a")?.reference.description == "anthropic:b")
        let offered = catalog.offered(to: UserPlan(name: "free", models: ["openai:*"]))
        #expect(offered.entry(askedFor: "openai:a")?.reference.description == "openai:a")
    }

    /// The models of the client, those of its user's plan, and those that are offered.
    @Test(
        arguments: [
            (nil, nil, ["openai:a", "anthropic:b", "openai:c"]), (["openai:*"], nil, ["openai:a", "openai:c"]),
            (["openai:*"], ["anthropic:b", "openai:c"], ["openai:c"]), (["anthropic:*"], ["openai:*"], []),
        ] as [([String]?, [String]?, [String])]
    )
    func noModelIsOfferedBeyondThoseOfTheClient(client: [String]?, plan: [String]?, offered: [String]) async throws {
        let user = plan.map { UserPlan(name: "free", models: $0) }
        let catalog = try catalog().offered(to: user, within: client)
        #expect(try await catalog.ready().map(\.description) == offered)
        #expect(client == nil || user != nil || catalog.offerer == "this client")
    }

    /// The most reasoning of a plan and of its client, that of a request, and that which the model receives.
    @Test(
        arguments: [
            (nil, nil, .max, .max), ("low", nil, .max, .low), ("low", nil, .minimal, .minimal), ("low", nil, nil, nil),
            ("max", nil, .max, .max), ("none", nil, .low, ReasoningEffort.none), (nil, "low", .max, .low),
            ("high", "low", .max, .low), ("low", "high", .max, .low),
        ] as [(String?, String?, ReasoningEffort?, ReasoningEffort?)]
    )
    func aPlanAndAClientLowerTheReasoning(
        most: String?,
        ofClient: String?,
        wanted: ReasoningEffort?,
        sent: ReasoningEffort?
    ) {
        var request = TurnRequest(dialect: .native, input: [], conversation: .new)
        request.reasoningEffort = wanted
        var sender = Principal.alice(ClientLimits(effort: ofClient)).user(.none)
        sender.plan = UserPlan(name: "free", effort: most)
        let isLower = request.lowerEffort(for: sender)
        #expect(isLower == (wanted != sent) && request.reasoningEffort == sent)
    }

    @Test func thePlansHaveTheWordsOfRequests() {
        #expect(UserPlan.efforts == ReasoningEffort.allCases.map(\.rawValue))
    }
}
