import FoundationEssentials
import StreamingJSON
import Testing

@testable import LanguageModels

@Suite struct ContextPlanTests {
    private static let wording = ContextWindow.Wording()

    private static func plan(_ limit: Int, target: Int, summary: Int = 50) -> ContextPlan {
        ContextPlan(
            limit: limit,
            target: target,
            summaryTokenCount: summary,
            fixedTokenCount: 0,
            estimator: TokenEstimator(),
            wording: wording
        )
    }

    private static func text(_ count: Int) -> [Transcript.Segment] {
        [.text(.init(id: "s", content: String(repeating: "あ", count: count)))]
    }

    /// Turns of a prompt, reasoning, a call with its output, and an answer; then a prompt with an answered call.
    private static func conversation(turns: Int, output: Int, current: [Int] = []) -> Transcript {
        var entries: [Transcript.Entry] = [
            .instructions(.init(id: "i", segments: text(20), toolDefinitions: []))
        ]
        for turn in 0..<turns {
            entries += [
                .prompt(.init(id: "p\(turn)", segments: text(20))),
                .reasoning(.init(id: "t\(turn)", segments: text(10))),
                .toolCalls(.init(id: "c\(turn)", [call("\(turn)")])),
                .toolOutput(.init(id: "\(turn)", toolName: "t", segments: text(output))),
                .response(.init(id: "r\(turn)", segments: text(20))),
            ]
        }
        entries.append(.prompt(.init(id: "now", segments: text(20))))
        for (round, count) in current.enumerated() {
            entries += [
                .toolCalls(.init(id: "n\(round)", [call("now\(round)")])),
                .toolOutput(.init(id: "now\(round)", toolName: "t", segments: text(count))),
            ]
        }
        return Transcript(entries: entries)
    }

    private static func call(_ id: String) -> Transcript.ToolCall {
        .init(id: id, toolName: "t", arguments: GeneratedContent(jsonValue: [:]))
    }

    @Test func aTranscriptThatFitsIsUnchanged() {
        let transcript = Self.conversation(turns: 3, output: 50)
        #expect(Self.plan(10_000, target: 6_000).decide(transcript, ContextCompaction()) == nil)
    }

    @Test func oldOutputsAreOmittedFirstAndTheLastTurnKeepsItsOutputs() throws {
        let transcript = Self.conversation(turns: 5, output: 500)
        let plan = Self.plan(2500, target: 1500)
        let decision = try #require(plan.decide(transcript, ContextCompaction()))
        #expect(decision.summarized == nil)
        #expect(decision.compaction.coveredCount == 0)
        #expect(transcript[decision.compaction.omittedThrough].id == "p4")
        let view = decision.compaction.view(of: transcript, wording: Self.wording)
        #expect(view.first == transcript.first)
        let outputs = view.compactMap { if case .toolOutput(let output) = $0 { output.segments.text } else { nil } }
        #expect(outputs.prefix(4).allSatisfy { $0 == Self.wording.omittedOutput })
        #expect(outputs.last?.count == 500)
        #expect(!view.contains { if case .reasoning(let thought) = $0 { thought.id != "t4" } else { false } })
    }

    @Test func theEarliestTurnsAreCoveredNext() throws {
        let transcript = Self.conversation(turns: 20, output: 200)
        let plan = Self.plan(1500, target: 900)
        let decision = try #require(plan.decide(transcript, ContextCompaction()))
        let summarized = try #require(decision.summarized)
        // From the entry after the instructions to a prompt, so that only whole turns are covered.
        #expect(summarized.lowerBound == 1)
        guard case .prompt = transcript[summarized.upperBound] else { throw NotAPrompt() }
        #expect(decision.compaction.coveredCount == summarized.upperBound)
        #expect(decision.compaction.isValid(for: transcript))
        var written = decision.compaction
        written.summary = String(repeating: "要", count: 30)
        #expect(plan.tokenCount(transcript, written) <= 900)
        // As few turns as possible.
        var fewer = decision.compaction
        fewer.cover(summarized.upperBound - 5, of: transcript)
        #expect(plan.tokenCount(transcript, fewer) + 50 > 900)
    }

    @Test func aNewSummaryContinuesTheLastOne() throws {
        let plan = Self.plan(1500, target: 900)
        var transcript = Self.conversation(turns: 20, output: 200)
        var compaction = try #require(plan.decide(transcript, ContextCompaction())).compaction
        compaction.summary = "要約"
        let covered = compaction.coveredCount
        transcript = Transcript(
            entries: transcript.dropLast() + Self.conversation(turns: 30, output: 200).dropFirst(1 + 20 * 5)
        )
        let decision = try #require(plan.decide(transcript, compaction))
        #expect(decision.summarized?.lowerBound == covered)
        #expect(decision.compaction.summary == "要約")
    }

    @Test func withoutASummarizerTheEarliestTurnsAreLeftOut() throws {
        let transcript = Self.conversation(turns: 20, output: 200)
        let plan = Self.plan(1500, target: 900, summary: 0)
        let decision = try #require(plan.decide(transcript, ContextCompaction()))
        #expect(decision.summarized == nil)
        #expect(decision.compaction.coveredCount > 1)
        #expect(plan.tokenCount(transcript, decision.compaction) <= 900)
        let view = decision.compaction.view(of: transcript, wording: Self.wording)
        #expect(view[0] == transcript[0])
        guard case .prompt = view[1] else { throw NotAPrompt() }
    }

    private struct NotAPrompt: Error {}

    @Test(arguments: [[900, 300], [900], [300, 900, 900], [5000, 5000]])
    func theCurrentTurnIsShortenedLast(outputs: [Int]) throws {
        let transcript = Self.conversation(turns: 2, output: 200, current: outputs)
        let plan = Self.plan(800, target: 500)
        let decision = try #require(plan.decide(transcript, ContextCompaction()))
        var written = decision.compaction
        if decision.summarized != nil { written.summary = String(repeating: "要", count: 30) }
        #expect(
            plan.tokenCount(transcript, written) <= 800 + 2 * TokenEstimator().tokenCount(of: Self.wording.cutOutput)
        )
        let view = written.view(of: transcript, wording: Self.wording)
        #expect(view.contains { $0.id == "now" })
        #expect(view.suffix(2 * outputs.count).map(\.id) == transcript.suffix(2 * outputs.count).map(\.id))
    }

    @Test func theReasoningOfTheLastRoundStaysWithItsCalls() throws {
        var entries = Array(Self.conversation(turns: 2, output: 200, current: [900, 900]))
        for (offset, id) in [(4, "old"), (2, "first"), (2, "second")] {
            let thought = Transcript.Reasoning(id: id, segments: Self.text(10), signature: Data("seal".utf8))
            entries.insert(.reasoning(thought), at: entries.count - offset)
        }
        let transcript = Transcript(entries: entries)
        let decision = try #require(Self.plan(800, target: 500).decide(transcript, ContextCompaction()))
        let view = decision.compaction.view(of: transcript, wording: Self.wording)
        #expect(view.suffix(4).map(\.id) == ["first", "second", "n1", "now1"])
        #expect(Array(view.suffix(4).prefix(2)) == Array(transcript.suffix(4).prefix(2)))
        #expect(!view.contains { $0.id == "old" })
        let outputs = view.compactMap { if case .toolOutput(let output) = $0 { output.segments.text } else { nil } }
        #expect(outputs.dropLast().last == Self.wording.omittedOutput)
    }

    @Test func aTranscriptThatCannotBeShortenedIsUnchanged() {
        let entries: [Transcript.Entry] = [.prompt(.init(id: "p", segments: Self.text(900)))]
        #expect(Self.plan(500, target: 300).decide(Transcript(entries: entries), ContextCompaction()) == nil)
    }

    @Test func aCompactionOfAnotherTranscriptIsNotUsed() throws {
        let transcript = Self.conversation(turns: 20, output: 200)
        let compaction = try #require(
            Self.plan(1500, target: 900).decide(transcript, ContextCompaction())
        ).compaction
        #expect(compaction.isValid(for: transcript))
        #expect(!compaction.isValid(for: Transcript(entries: transcript.prefix(3))))
        var other = transcript
        other.remove(at: 2)
        #expect(!compaction.isValid(for: other))
    }
}
