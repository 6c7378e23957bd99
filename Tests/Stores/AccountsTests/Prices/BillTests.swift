import Accounts
import Storage
import Testing

/// The costs of requests beside the providers' own formulas, for prices of the built-in table.
@Suite struct BillTests {
    struct Bill: Sendable, CustomTestStringConvertible {
        var model: String
        var day: String
        /// The provider's counts by its own names.
        var counts: String
        /// The same counts in this server's form.
        var usage: (input: Int, cached: Int, written: Int, long: Int, output: Int)
        /// The provider's formula with its prices per million tokens, calculated by hand in millionths.
        var formula: String
        /// Its result, rounded up to a millionth.
        var micros: Int

        var testDescription: String { "\(model) on \(day): \(counts)" }
    }

    static let bills = [
        // OpenAI counts cached and written tokens as a part of the prompt, and reasoning as a part of the completion.
        Bill(
            model: "openai:gpt-6.2-sol",
            day: "2026-11-28",
            counts: "prompt 272000, cached 200000, written 30 min 40000, 12 h 1000, completion 12345 (reasoning 9000)",
            usage: (272_000, 200_000, 41_000, 1000, 12_345),
            formula: "31000·2 + 200000·0.1 + 40000·2.5 + 1000·5 + 12345·10 = 310450",
            micros: 310_450
        ),
        // One more token: the whole request has the prices beyond the step.
        Bill(
            model: "openai:gpt-6.2-sol",
            day: "2026-11-28",
            counts: "prompt 272001, cached 200000, written 30 min 40000, 12 h 1000, completion 12345 (reasoning 9000)",
            usage: (272_001, 200_000, 41_000, 1000, 12_345),
            formula: "31001·4 + 200000·0.2 + 40000·5 + 1000·10 + 12345·15 = 559179",
            micros: 559_179
        ),
        Bill(
            model: "openai-responses:gpt-6.2-sol",
            day: "2026-11-28",
            counts: "input 1537, cached 1024, output 7",
            usage: (1537, 1024, 0, 0, 7),
            formula: "513·2 + 1024·0.1 + 7·10 = 1198.4",
            micros: 1199
        ),
        // Anthropic counts read and written tokens beside the others; the sum decides about the step.
        Bill(
            model: "anthropic:claude-haiku-5-5",
            day: "2026-11-28",
            counts: "input 1234, read 50000, written 5 min 30001, 1 h 10000, output 789 (thinking 300)",
            usage: (91_235, 50_000, 40_001, 10_000, 789),
            formula: "1234·0.1 + 50000·0.01 + 30001·0.125 + 10000·0.2 + 789·0.5 = 6768.025",
            micros: 6769
        ),
        Bill(
            model: "anthropic:claude-haiku-5-5",
            day: "2026-11-28",
            counts: "input 10234, read 50000, written 5 min 30001, 1 h 10000, output 789 (thinking 300)",
            usage: (100_235, 50_000, 40_001, 10_000, 789),
            formula: "10234·0.5 + 50000·0.05 + 30001·0.625 + 10000·1 + 789·2.5 = 38340.125",
            micros: 38_341
        ),
        // Gemini counts thoughts beside the candidates, and both have the price of output.
        Bill(
            model: "gemini:gemini-4-argon",
            day: "2026-11-30",
            counts: "prompt 300000, cached 123457, candidates 1000, thoughts 2345",
            usage: (300_000, 123_457, 0, 0, 3345),
            formula: "176543·2 + 123457·0.1 + 3345·10 = 398881.7",
            micros: 398_882
        ),
        Bill(
            model: "gemini:gemini-4-argon",
            day: "2026-12-01",
            counts: "prompt 300000, cached 123457, candidates 1000, thoughts 2345",
            usage: (300_000, 123_457, 0, 0, 3345),
            formula: "176543·4 + 123457·0.2 + 3345·20 = 797763.4",
            micros: 797_764
        ),
    ]

    @Test(arguments: bills)
    func theCostAgreesWithTheProvidersFormula(_ bill: Bill) throws {
        let price = try #require(PriceTable.builtIn.price(of: bill.model, on: bill.day))
        let cost = price.cost(
            of: TurnUsage(
                model: bill.model,
                inputTokens: bill.usage.input,
                cachedInputTokens: bill.usage.cached,
                writtenTokens: bill.usage.written,
                longWrittenTokens: bill.usage.long,
                outputTokens: bill.usage.output
            )
        )
        print("| \(bill.model) | \(bill.day) | \(bill.counts) | \(bill.formula) | \(cost) |")
        #expect(cost.micros == bill.micros)
    }
}
