import Accounts
import KeyVault
import ModelTable
import Storage
import Testing

@Suite struct PriceTableTests {
    @Test func aTableIsRead() throws {
        let table = try PriceTable(
            parsing: """
                # The prices of nobody in particular.
                currency EUR

                openai:a   input=0.25 cached=0.025 output=2  # a remark
                openai:*\tinput=1 output=4\r
                openai:big-* output=9 input=3
                phrasebook input=0.000001 output=0
                """
        )
        #expect(table.currency == "EUR")
        let rates = { table.price(of: $0, on: "2026-11-28")?.rates }
        #expect(rates("openai:a") == .init(input: 250_000, cached: 25_000, output: 2_000_000))
        #expect(rates("openai:b") == .init(input: 1_000_000, output: 4_000_000))
        #expect(rates("openai:big-one")?.output == 9_000_000)
        #expect(rates("openai-responses:a")?.input == 250_000)
        #expect(rates("phrasebook")?.input == 1)
        // Only a price of zero is the same in each currency.
        #expect(rates("ollama:anything")?.output == 0)
        #expect(rates("anthropic:claude-haiku-5-5") == nil && rates("openai") == nil)
    }

    @Test func writesStepsAndDaysAreRead() throws {
        let table = try PriceTable(
            parsing: """
                currency USD
                openai:gpt-6.1-terra input=2 output=10 from=2026-12-01
                openai:gpt-6.1-terra input=1 cached=0.05 write=1.25 write_long=2.5 output=5 above=272000 above_input=2 \
                above_cached=0.1 above_write=2.5 above_output=7.5
                openai:later input=1 output=1 from=2027-01-01
                openai:* input=3 output=3
                """
        )
        let price = try #require(table.price(of: "openai:gpt-6.1-terra", on: "2026-11-30"))
        #expect(
            price.rates
                == .init(input: 1_000_000, cached: 50_000, write: 1_250_000, writeLong: 2_500_000, output: 5_000_000)
        )
        #expect(
            price.above
                == .init(
                    tokens: 272_000,
                    rates: .init(input: 2_000_000, cached: 100_000, write: 2_500_000, output: 7_500_000)
                )
        )
        #expect(table.price(of: "openai:gpt-6.1-terra", on: "2026-12-01")?.rates.input == 2_000_000)
        #expect(table.price(of: "openai:later", on: "2026-12-31")?.rates.input == 3_000_000)
        #expect(table.price(of: "openai:later", on: "2027-01-01")?.rates.input == 1_000_000)
    }

    /// A model, and whether the table of models has a price for it.
    @Test(arguments: [
        ("openai:gpt-6.2-sol", true), ("openai-responses:gpt-6.2-sol", true), ("anthropic:claude-haiku-5-5", true),
        ("gemini:gemini-4-argon", true), ("ollama:llama4", true), ("phrasebook", true),
        // Ollama's cloud has prices of its own.
        ("ollama:gpt-oss:120b-cloud", false), ("ollama:glm-5:cloud", false),
        ("openai:no-such-model", false), ("other:gpt-6.2-sol", false), ("openai", false),
    ])
    func thePricesOfTheTableOfModelsAreBuiltIn(model: String, isPriced: Bool) throws {
        #expect((PriceTable.builtIn.price(of: model, on: "2026-11-28") != nil) == isPriced)
        #expect((try PriceTable(parsing: " # nothing\n").price(of: model, on: "2026-11-28") != nil) == isPriced)
        let other = PriceTable(models: .builtIn, providers: ["ollama": "ollama"])
        let isLocal = model == "phrasebook" || model == "ollama:llama4"
        #expect((other.price(of: model, on: "2026-11-28") != nil) == isLocal)
    }

    @Test func theOperatorsPriceReplacesTheBuiltInOne() throws {
        let table = try PriceTable(parsing: "currency USD\nopenai:gpt-6* input=7 output=8")
        #expect(table.price(of: "openai-responses:gpt-6.2-sol", on: "2026-11-28")?.rates.input == 7_000_000)
        #expect(table.price(of: "openai:gpt-5.2", on: "2026-11-28")?.rates.input == 1_750_000)
    }

    /// An invalid table, and a part of its error.
    @Test(arguments: [
        ("m input=1 output=1", "currency"), ("currency USD\nm input=1", "Line 2"),
        ("currency USD\nm output=1", "Line 2"),
        ("currency USD\n\nm input=1 output=x", "Line 3"), ("currency USD\nm input=1 output=-1", "'-1'"),
        ("currency USD\nm input=1 output=1 price=2", "'price=2'"),
        ("currency USD\nm input=1 output=1 input=2", "'input=2'"),
        ("currency USD\nm input=1 output=1\nm input=2 output=2", "Line 3"), ("currency", "Line 1"),
        ("currency USD\ncurrency EUR", "Line 2"), ("currency USD\nm input=1000001 output=1", "'1000001'"),
        ("currency USD\nm input=1 output=1 above=9 above_input=1", "above_output"),
        ("currency USD\nm input=1 output=1 above_input=1 above_output=1", "need above"),
        ("currency USD\nm input=1 output=1 above=x above_input=1 above_output=1", "above=…"),
        ("currency USD\nm input=1 output=1 from=2026-13-01", "'2026-13-01'"),
        ("currency USD\nm input=1 output=1 from=2026-12-01\nm input=2 output=2 from=2026-12-01", "Line 3"),
        ("currency USD\nm", "Line 2"), ("currency USD\nm input", "'input'"),
    ])
    func faultsAreNamed(text: String, mention: String) {
        let error = #expect(throws: AccountsError.self) { try PriceTable(parsing: text) }
        #expect(error?.code == .invalidPrices)
        #expect(error?.message.contains(mention) == true, "\(error?.message ?? "")")
    }

    /// The numbers of input, cached and output tokens, and the cost in millionths at prices of 0.25, 0.025 and 2.
    @Test(arguments: [
        (0, 0, 0, 0), (1, 0, 0, 1), (4, 0, 0, 1), (5, 0, 0, 2), (1_000_000, 0, 0, 250_000),
        (1_000_000, 1_000_000, 0, 25_000), (1_000_000, 400_000, 10, 160_020), (0, 0, 1, 2), (10, 20, 0, 1),
    ])
    func costsAreRoundedUp(input: Int, cached: Int, output: Int, micros: Int) {
        let price = DatedPrice(rates: .init(input: 250_000, cached: 25_000, output: 2_000_000))
        let usage = TurnUsage(model: "m", inputTokens: input, cachedInputTokens: cached, outputTokens: output)
        #expect(price.cost(of: usage).micros == micros)
    }

    @Test func costsDoNotOverflow() {
        let price = DatedPrice(rates: .init(input: .max, output: .max))
        #expect(price.cost(of: TurnUsage(model: "m", inputTokens: .max, outputTokens: .max)) == Money(micros: .max))
    }
}
