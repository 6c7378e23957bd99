import ModelTable
import Synchronization
import Testing
import Transport

@testable import ModelProviders

/// The dialect of a model follows the facts that its provider reports.
@Suite struct DescribedDialectTests {
    private static func facts(output: Int) -> ToldModel {
        var facts = ModelFacts()
        facts.output = output
        return ToldModel("m", facts)
    }

    @Test func aModelIsDescribedAgainWhenItsFactsChange() {
        let told = ToldFacts()
        let table = {
            var table = ModelTable.builtIn
            table.told = told
            return table
        }()
        let model = AnthropicLanguageModel(
            "m",
            dialect: AnthropicDialect(facts: table.facts(of: "anthropic", "m")),
            table: table,
            client: HTTPClient(),
            keys: { nil }
        )
        #expect(model.dialect.tokenLimit == 8192)
        told.replace([Self.facts(output: 7)], of: "anthropic")
        #expect(model.dialect.tokenLimit == 7)
        // A dialect that was set stays.
        var own = model
        own.dialect.facts.output = 9
        told.replace([Self.facts(output: 8)], of: "anthropic")
        #expect(own.dialect.tokenLimit == 9 && model.dialect.tokenLimit == 8)
    }

    @Test func theDescriptionIsKeptWhileNothingChanges() {
        let told = ToldFacts()
        let count = Mutex(0)
        let dialect = DescribedDialect(by: told) {
            count.withLock { $0 += 1 }
            return OllamaDialect.known(for: "m", at: "", in: .builtIn)
        }
        for _ in 0..<3 { _ = dialect.value }
        #expect(count.withLock(\.self) == 1)
        told.replace([Self.facts(output: 1)], of: "ollama")
        for _ in 0..<3 { _ = dialect.value }
        #expect(count.withLock(\.self) == 2)
    }
}
