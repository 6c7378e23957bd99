import Testing

@testable import ModelTable

/// The facts that providers reported, over those of the table.
@Suite struct ToldFactsTests {
    private static func model(_ name: String, hasNoEnd: Bool = false, _ change: (inout ModelFacts) -> Void) -> ToldModel
    {
        var facts = ModelFacts()
        change(&facts)
        return ToldModel(name, facts, hasNoEnd: hasNoEnd)
    }

    @Test func whatAProviderToldWinsOverEveryRow() {
        var table = ModelTable.builtIn
        let told = ToldFacts()
        table.told = told
        let before = table.facts(of: "openai", "gpt-5-mini")
        #expect(before.ends == "2026-12-11")
        told.replace([Self.model("gpt-5-mini") { $0.ends = "2027-02-01" }], of: "openai")
        let after = table.facts(of: "openai", "openai/GPT-5-mini")
        #expect(after.ends == "2027-02-01")
        // What it did not report is that of the table, and other names are not touched.
        #expect(after.replacement == before.replacement && after.prices == before.prices)
        #expect(table.facts(of: "openai", "gpt-5-mini-2025-08-07").ends == "2026-12-11")
        #expect(table.facts(of: "compatible", "gpt-5-mini").ends == nil)
        // Copies share the facts, and the table of the program has none.
        #expect(ModelTable.builtIn.facts(of: "openai", "gpt-5-mini").ends == "2026-12-11")
    }

    @Test func anEndThatAProviderDoesNotPlanIsNone() {
        var table = ModelTable.builtIn
        table.told = ToldFacts()
        #expect(table.facts(of: "anthropic", "claude-3-haiku").retired == true)
        let models = ["claude-3-haiku", "claude-opus-4-5"].map { Self.model($0, hasNoEnd: true) { $0.output = 9 } }
        table.told?.replace(models, of: "anthropic")
        let haiku = table.facts(of: "anthropic", "claude-3-haiku")
        #expect(haiku.retired == nil && haiku.output == 9)
        #expect(table.facts(of: "anthropic", "claude-opus-4-5").ends == nil)
    }

    @Test func theRevisionMovesOnlyWithTheFacts() {
        let told = ToldFacts()
        let list = [Self.model("a") { $0.output = 1 }]
        #expect(told.lists("a", of: "openai") == nil)
        var revisions = [told.revision]
        for models in [list, list, [], [Self.model("b") { $0.output = 1 }]] {
            told.replace(models, of: "openai")
            revisions.append(told.revision)
        }
        #expect(revisions == [0, 1, 1, 1, 2])
        // A list replaces the one before it, and an empty one says nothing.
        #expect(told.lists("a", of: "openai") == false && told.lists("vendor/B", of: "openai") == true)
        #expect(told.lists("b", of: "anthropic") == nil)
    }
}
