import ScriptedModels
import Testing

@testable import AgentRuntime

@Suite struct ModelAliasesTests {
    private static func aliases(_ texts: String...) throws -> ModelAliases {
        var all: [ModelAliases.Alias] = []
        for text in texts { all.append(try #require(ModelAliases.Alias(text))) }
        return try #require(ModelAliases(all))
    }

    /// A name in a request, and the model that answers; `nil` for an unknown name.
    @Test(
        arguments: [
            ("gpt-4o", "openai:a"), ("claude-sonnet-9", "anthropic:b"), ("claude-", "anthropic:b"),
            ("claude-3-haiku-latest", "openai:c"), ("x-latest", "phrasebook"), ("claude-3-x-latest", "openai:c"),
            ("claude-3-latest", "anthropic:b"), ("a", "openai:a"), ("openai:c", "openai:c"), ("c", "anthropic:b"),
            ("phrasebook", "phrasebook"), ("gpt-4o ", nil), ("GPT-4O", nil), ("gpt-4o-mini", nil), ("", nil),
            ("*", nil), ("latest", nil),
        ] as [(String, String?)]
    )
    func theMostPreciseNameCounts(name: String, model: String?) throws {
        let entries = try ["openai:a", "openai:c", "anthropic:b", "phrasebook"].map {
            ModelCatalog.Entry(reference: try #require(ModelReference($0)), model: ScriptedModel([]))
        }
        var catalog = ModelCatalog(entries[0], Array(entries.dropFirst()))
        catalog.aliases = try Self.aliases(
            "claude-*=anthropic:b",
            "*-latest=phrasebook",
            "claude-3-*-latest=openai:c",
            "gpt-4o=openai:a",
            // An exact alias is preferred to the name of a model, and that name to a pattern.
            "c=anthropic:b",
            "openai:*=phrasebook"
        )
        #expect(catalog.entry(askedFor: name)?.reference.description == model)
    }

    @Test func aStarAloneCatchesTheRestButNoOfferedModel() async throws {
        let offered = try #require(ModelReference("openai:a"))
        var catalog = ModelCatalog(
            .init(reference: .phrasebook, model: ScriptedModel([])),
            [.init(reference: offered, model: ScriptedModel([]), isReady: { false })]
        )
        catalog.aliases = try Self.aliases("*=phrasebook", "mini=openai:a", "small=phrasebook")
        #expect(catalog.entry(askedFor: "anything")?.reference == .phrasebook)
        #expect(catalog.entry(askedFor: "openai:a")?.reference == offered)
        // A stored run keeps to its model.
        #expect(catalog.entry(named: "anything") == nil)
        let listed = try await catalog.readyAliases()
        #expect(listed.map(\.name) == ["small"])
        #expect(listed.map(\.model) == [.phrasebook])
    }

    /// A text, and the pattern and the model in it; `nil` for none.
    @Test(
        arguments: [
            ("a=phrasebook", "a phrasebook"), (" a = openai:b ", "a openai:b"), ("*=phrasebook", "* phrasebook"),
            ("a=openai:b=c", "a openai:b=c"), ("語=phrasebook", "語 phrasebook"), ("a", nil), ("=phrasebook", nil),
            ("a=", nil), ("a=b", nil), ("a=openai:", nil), ("**=phrasebook", nil), ("a b=phrasebook", nil),
            ("a\n=phrasebook", nil), ("", nil), ("=", nil),
        ] as [(String, String?)]
    )
    func texts(text: String, parts: String?) {
        #expect(ModelAliases.Alias(text).map { "\($0.pattern) \($0.target)" } == parts)
    }

    @Test func aPatternOccursOnce() throws {
        let alias = try #require(ModelAliases.Alias("a=phrasebook"))
        let other = try #require(ModelAliases.Alias("a=openai:b"))
        #expect(ModelAliases([alias, other]) == nil)
        #expect(ModelAliases([alias])?.all == [alias])
    }
}
