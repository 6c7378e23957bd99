import Accounts
import KeyVault
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
        #expect(
            table.price(of: "openai:a")
                == ModelPrice(
                    input: Money(micros: 250_000),
                    cachedInput: Money(micros: 25_000),
                    output: Money(micros: 2_000_000)
                )
        )
        #expect(table.price(of: "openai:b")?.input == Money(micros: 1_000_000))
        #expect(table.price(of: "openai:b")?.cachedInput == Money(micros: 1_000_000))
        #expect(table.price(of: "openai:big-one")?.output == Money(micros: 9_000_000))
        #expect(table.price(of: "phrasebook")?.input == Money(micros: 1))
        #expect(table.price(of: "ollama:anything")?.output == .zero)
        #expect(table.price(of: "anthropic:a") == nil && table.price(of: "openai") == nil)
    }

    @Test func onlyFreeModelsAreBuiltIn() throws {
        #expect(try PriceTable(parsing: "") == .builtIn)
        #expect(try PriceTable(parsing: "\n # nothing\n") == .builtIn)
        #expect(PriceTable.builtIn.price(of: "openai:gpt-5-mini") == nil)
        #expect(PriceTable.builtIn.price(of: "phrasebook")?.output == .zero)
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
        let price = ModelPrice(
            input: Money(micros: 250_000),
            cachedInput: Money(micros: 25_000),
            output: Money(micros: 2_000_000)
        )
        #expect(price.cost(inputTokens: input, cachedInputTokens: cached, outputTokens: output).micros == micros)
    }

    @Test func costsDoNotOverflow() {
        let price = ModelPrice(input: Money(micros: .max), output: Money(micros: .max))
        #expect(price.cost(inputTokens: .max, outputTokens: .max) == Money(micros: .max))
    }
}
