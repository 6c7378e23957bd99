import Accounts
import Foundation
import LanguageModels
import Testing

@testable import AgentRuntime

@Suite struct UsageCountTests {
    private typealias Usage = LanguageModelSession.Usage

    private static func usage(_ input: Int, cached: Int = 0, _ output: Int) -> Usage {
        Usage(
            input: .init(totalTokenCount: input, cachedTokenCount: cached),
            output: .init(totalTokenCount: output)
        )
    }

    @Test func theProvidersCountIsUsed() {
        var count = UsageCount()
        count.startRound(model: "m") { 1000 }
        count.modelEnded(.whole)
        count.roundEnded(.init(usage: Self.usage(7, cached: 2, 3), bytes: 10, hasContent: true))
        #expect(count.usage == [TurnUsage(model: "m", inputTokens: 7, cachedInputTokens: 2, outputTokens: 3)])
    }

    /// A round that writes the cache is counted with its time, because both decide about its price.
    @Test func writtenTokensAndTheTimeAreKept() {
        let time = Date(timeIntervalSince1970: 1_796_083_200)
        var count = UsageCount(now: { time })
        count.startRound(model: "m") { 1000 }
        count.modelEnded(.whole)
        var usage = Self.usage(100, cached: 20, 3)
        usage.input.writtenTokenCount = 50
        usage.input.longWrittenTokenCount = 10
        let expected = TurnUsage(
            model: "m",
            inputTokens: 100,
            cachedInputTokens: 20,
            writtenTokens: 50,
            longWrittenTokens: 10,
            outputTokens: 3,
            time: time
        )
        #expect(count.roundEnded(.init(usage: usage, bytes: 10, hasContent: true)) == expected)
        #expect(count.usage == [expected])
    }

    struct Ending: Sendable {
        var end: UsageCount.RoundEnd
        var received: Int
        var expected: TurnUsage?
    }

    @Test(arguments: [
        // If the provider sent no count for a round, the tokens sent and received are estimated.
        Ending(end: .whole, received: 10, expected: TurnUsage(model: "m", inputTokens: 100, outputTokens: 4)),
        Ending(end: .brokenOff, received: 10, expected: TurnUsage(model: "m", inputTokens: 100, outputTokens: 4)),
        Ending(end: .failed, received: 10, expected: TurnUsage(model: "m", inputTokens: 100, outputTokens: 4)),
        // A client that hangs up before the first word has sent the question all the same.
        Ending(end: .brokenOff, received: 0, expected: TurnUsage(model: "m", inputTokens: 100, outputTokens: 0)),
        // A refused request costs nothing.
        Ending(end: .failed, received: 0, expected: nil),
    ])
    func aRoundWithoutACountIsNotFree(_ ending: Ending) {
        var count = UsageCount()
        count.startRound(model: "m") { 100 }
        count.modelEnded(ending.end)
        count.roundEnded(.init(bytes: ending.received, hasContent: ending.received > 0))
        #expect(count.usage == (ending.expected.map { [$0] } ?? []))
    }

    @Test func theBuiltInModelUsesNoTokens() {
        var count = UsageCount()
        count.startRound(model: "phrasebook") { 100 }
        count.modelEnded(.whole)
        count.roundEnded(.init(bytes: 20, hasContent: true))
        #expect(count.usage == [TurnUsage(model: "phrasebook", inputTokens: 0, outputTokens: 0)])
    }

    @Test func roundsAddUpUnderTheModelThatAnswered() {
        var count = UsageCount()
        count.startRound(model: "router") { 100 }
        count.modelEnded(.whole)
        count.roundEnded(.init(usage: Self.usage(1, 2), bytes: 9, hasContent: true, model: "first"))
        count.startRound(model: "router") { 100 }
        // The second round is not over yet.
        let first = TurnUsage(model: "first", inputTokens: 1, outputTokens: 2)
        #expect(count.usage == [first, TurnUsage(model: "router", inputTokens: 100, outputTokens: 0)])
        count.modelEnded(.whole)
        count.roundEnded(.init(bytes: 3, hasContent: true, model: "second"))
        #expect(count.usage == [first, TurnUsage(model: "second", inputTokens: 100, outputTokens: 1)])
        // A repeated count counts once.
        count.roundEnded(.init(bytes: 3, hasContent: true, model: "second"))
        #expect(count.usage.count == 2)
    }
}
