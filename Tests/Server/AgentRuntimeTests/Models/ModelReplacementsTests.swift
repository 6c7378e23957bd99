import LanguageModels
import ScriptedModels
import Synchronization
import Testing

@testable import AgentRuntime

/// The models in place of those that have ended.
@Suite struct ModelReplacementsTests {
    private static func replacements(_ texts: [String]) throws -> ModelReplacements {
        let all = texts.compactMap { ModelReplacements.Replacement($0) }
        try #require(all.count == texts.count)
        return try #require(ModelReplacements(all))
    }

    private static func catalog(
        _ models: [String],
        replacing texts: [String],
        over: [String] = [],
        unlisted: [String] = []
    ) throws -> ModelCatalog {
        let entries = try models.map {
            ModelCatalog.Entry(reference: try #require(ModelReference($0)), model: ScriptedModel([]))
        }
        var catalog = ModelCatalog(entries[0], Array(entries.dropFirst()))
        catalog.lives = ModelLives(replacements: try replacements(texts)) {
            unlisted.contains($0.description)
        } end: {
            model in
            over.contains(model.description)
                ? ModelEnd(day: "2026-12-11", daysLeft: 0) : ModelEnd(day: "2027-12-11", daysLeft: 365)
        }
        return catalog
    }

    /// A text, and its two names; `nil` for a text that is no replacement.
    @Test(
        arguments: [
            ("a=b", "a b"), (" openai:gpt-5 = openai:gpt-6.1-sol ", "openai:gpt-5 openai:gpt-6.1-sol"),
            ("gpt-5=phrasebook", "gpt-5 phrasebook"), ("a=a", nil), ("a", nil), ("a=", nil), ("=b", nil),
            ("a=b=c", nil),
            ("a*=b", nil), ("a=b*", nil), ("a b=c", nil), ("a\u{7F}=c", nil), ("", nil),
        ] as [(String, String?)]
    )
    func aReplacementHasTwoNames(text: String, names: String?) {
        let replacement = ModelReplacements.Replacement(text)
        #expect(replacement.map { "\($0.old) \($0.new)" } == names)
    }

    @Test func anOldNameOccursOnce() throws {
        #expect(ModelReplacements(try Self.replacements(["a=b"]).all + Self.replacements(["a=c"]).all) == nil)
    }

    /// The models that have ended, the name in a request, and the model that answers.
    @Test(
        arguments: [
            ([], "openai:old", "openai:old"), ([], "old", "openai:old"),
            (["openai:old"], "openai:old", "openai:new"), (["openai:old"], "old", "openai:new"),
            // The provider of the replacement is that of the model, unless the setting names it.
            (["openai-responses:old"], "openai-responses:old", "openai-responses:new"),
            (["anthropic:old"], "anthropic:old", "phrasebook"),
            // An alias and a replacement of a replacement lead to the model that answers.
            (["openai:old"], "alias", "openai:new"), (["openai:first", "openai:old"], "first", "openai:new"),
            (["openai:first"], "first", "openai:old"),
            // A name that is not offered has no end to wait for.
            ([], "gone", "openai:new"), ([], "ghost", "anthropic:old"), ([], "unknown", nil),
            // A circle ends.
            (["ollama:x", "ollama:y"], "x", "ollama:y"),
        ] as [([String], String, String?)]
    )
    func theReplacementAnswersFromTheEndOn(over: [String], name: String, model: String?) throws {
        var catalog = try Self.catalog(
            [
                "openai:old", "openai:new", "openai:first", "anthropic:old", "openai-responses:old",
                "openai-responses:new",
                "ollama:x", "ollama:y", "phrasebook",
            ],
            replacing: [
                "old=new", "anthropic:old=phrasebook", "openai:first=openai:old", "openai:gone=new",
                "ghost=anthropic:old",
                "x=y", "y=x",
            ],
            over: over
        )
        let alias = try #require(ModelAliases.Alias("alias=openai:old"))
        catalog.aliases = try #require(ModelAliases([alias]))
        #expect(catalog.entry(askedFor: name)?.reference.description == model)
    }

    @Test func aModelThatItsProviderDoesNotListIsReplacedAtOnce() throws {
        let catalog = try Self.catalog(["openai:old", "openai:new"], replacing: ["old=new"], unlisted: ["openai:old"])
        #expect(catalog.entry(askedFor: "old")?.reference.description == "openai:new")
    }

    @Test func withoutAReplacementAModelStaysAfterItsEnd() async throws {
        let catalog = try Self.catalog(["openai:old"], replacing: [], over: ["openai:old"])
        #expect(catalog.entry(askedFor: "old")?.reference.description == "openai:old")
        #expect(try await catalog.preferred().reference.description == "openai:old")
    }

    @Test func requestsWithoutANameGetTheReplacementToo() async throws {
        let catalog = try Self.catalog(["openai:old", "openai:new"], replacing: ["old=new"], over: ["openai:old"])
        #expect(try await catalog.preferred().reference.description == "openai:new")
        #expect(try await catalog.standard().description == "openai:new")
    }

    @Test func aRouterAsksTheReplacement() async throws {
        let names = ["openai:a", "openai:old", "openai:new"]
        let entries = try names.map {
            ModelCatalog.Entry(reference: try #require(ModelReference($0)), model: ScriptedModel([]))
        }
        let over = Mutex(false)
        let routed = Mutex<[[String]]>([])
        var catalog = ModelCatalog(preferring: entries[0], among: Array(entries[..<2]), allowing: entries)
        let replacements = try Self.replacements(["old=new"])
        catalog.lives = ModelLives(
            replacements: replacements,
            end: { model in
                model.name == "old" && over.withLock(\.self) ? ModelEnd(day: nil, daysLeft: nil) : nil
            }
        )
        catalog.router = { members in
            routed.withLock { $0.append(members.map(\.reference.description)) }
            return ScriptedModel([])
        }
        _ = try await catalog.preferred()
        #expect(routed.withLock(\.self).isEmpty)
        over.withLock { $0 = true }
        #expect(try await catalog.preferred().reference.description == "openai:a")
        #expect(routed.withLock(\.self) == [["openai:a", "openai:new"]])
    }
}
