import KeyVault
import LanguageModels
import Testing

@testable import AgentRuntime

@Suite struct UsageCountTests {
    private typealias Usage = LanguageModelExecutorGenerationChannel.Usage

    private static func usage(_ input: Int, cached: Int = 0, _ output: Int) -> Usage {
        Usage(
            input: .init(totalTokenCount: input, cachedTokenCount: cached),
            output: .init(totalTokenCount: output)
        )
    }

    @Test func whatTheProviderSaysCounts() {
        var count = UsageCount()
        count.roundBegins(model: "m") { 1000 }
        #expect(count.heard(bytes: 5, isContent: true) == true)
        #expect(count.heard(bytes: 5, isContent: true) == false)
        count.counted(Self.usage(7, cached: 2, 1))
        count.counted(Self.usage(7, cached: 2, 3))
        count.end(.whole)
        #expect(count.usage == [TurnUsage(model: "m", inputTokens: 7, cachedInputTokens: 2, outputTokens: 3)])
    }

    struct Ending: Sendable {
        var end: UsageCount.RoundEnd
        var heard: Int
        var expected: TurnUsage?
    }

    @Test(arguments: [
        // Of a round that nobody counted, what was sent and heard counts.
        Ending(end: .whole, heard: 9, expected: TurnUsage(model: "m", inputTokens: 100, outputTokens: 9)),
        Ending(end: .brokenOff, heard: 9, expected: TurnUsage(model: "m", inputTokens: 100, outputTokens: 9)),
        Ending(end: .failed, heard: 9, expected: TurnUsage(model: "m", inputTokens: 100, outputTokens: 9)),
        // Who hangs up before the first word has sent the question all the same.
        Ending(end: .brokenOff, heard: 0, expected: TurnUsage(model: "m", inputTokens: 100, outputTokens: 0)),
        // A request that was refused costs nothing.
        Ending(end: .failed, heard: 0, expected: nil),
    ])
    func aRoundThatNobodyCountedIsNotFree(_ ending: Ending) {
        var count = UsageCount()
        count.roundBegins(model: "m") { 100 }
        if ending.heard > 0 { _ = count.heard(bytes: ending.heard, isContent: true) }
        count.end(ending.end)
        #expect(count.usage == (ending.expected.map { [$0] } ?? []))
    }

    @Test func theBuiltInModelCountsNothing() {
        var count = UsageCount()
        count.roundBegins(model: "phrasebook") { 100 }
        _ = count.heard(bytes: 20, isContent: true)
        count.end(.whole)
        #expect(count.usage == [TurnUsage(model: "phrasebook", inputTokens: 0, outputTokens: 0)])
    }

    @Test func roundsAddUpUnderTheModelThatAnswered() {
        var count = UsageCount()
        count.roundBegins(model: "router") { 100 }
        count.named("first")
        count.counted(Self.usage(1, 2))
        count.end(.whole)
        count.roundBegins(model: "router") { 100 }
        count.named("second")
        _ = count.heard(bytes: 3, isContent: true)
        // The second round is not over yet.
        #expect(
            count.usage == [
                TurnUsage(model: "first", inputTokens: 1, outputTokens: 2),
                TurnUsage(model: "second", inputTokens: 100, outputTokens: 3),
            ]
        )
        count.counted(Self.usage(4, 5))
        count.end(.whole)
        #expect(count.usage.last == TurnUsage(model: "second", inputTokens: 4, outputTokens: 5))
    }
}
