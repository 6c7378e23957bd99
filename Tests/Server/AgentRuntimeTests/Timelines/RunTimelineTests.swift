import AgentWire
import Storage
import Testing

@testable import AgentRuntime

/// The times and counts of a run, step by step.
@Suite struct RunTimelineTests {
    private static let start = ContinuousClock.Instant.now

    private func at(_ milliseconds: Int) -> ContinuousClock.Instant { Self.start + .milliseconds(milliseconds) }

    /// A run with a queue, two rounds, two tools at once, an approval and its answer.
    private func wholeRun() -> RunTimeline {
        var timeline = RunTimeline(start: Self.start)
        timeline.started(at: at(12))
        timeline.roundStarted(0, model: "openai:a", at: at(13))
        timeline.roundEnded(
            0,
            model: nil,
            firstContent: at(213),
            usage: .init(input: 600, cached: 100, output: 40),
            end: .finished(.toolCalls),
            at: at(900)
        )
        timeline.toolStarted(item: 1, name: "searchWeb", at: at(901))
        timeline.toolStarted(item: 2, name: "getInventory", at: at(902))
        timeline.toolEnded(item: 2, hasFailed: true, at: at(950))
        timeline.toolEnded(item: 1, hasFailed: false, at: at(1201))
        timeline.waiting(for: [("c1", "deleteInventory", .approval), ("c2", "openMap", .clientTool)], at: at(1300))
        timeline.answered(at: at(2000)) { $0 == "c1" }
        timeline.answered(at: at(3000)) { _ in false }
        timeline.started(at: at(3005))
        timeline.roundStarted(0, model: "openai:a", at: at(3006))
        timeline.roundEnded(
            0,
            model: "anthropic:b",
            firstContent: nil,
            usage: .init(input: 5, cached: 0, output: 1),
            end: .finished(.stop),
            at: at(3500)
        )
        timeline.ended(at: at(3501), problem: nil)
        return timeline
    }

    @Test func everyPartHasItsTimes() {
        let timeline = wholeRun()
        let spans = timeline.spans
        #expect(spans.map(\.start) == [0, 13, 901, 902, 1300, 1300, 3000, 3006])
        #expect(spans.map(\.duration) == [12, 887, 300, 48, 1700, 700, 5, 494])
        var first = RunTimeline.Round(number: 1, model: "openai:a")
        first.firstContent = 200
        first.usage = .init(input: 600, cached: 100, output: 40)
        first.end = .finished(.toolCalls)
        #expect(spans[1].kind == .round(first))
        #expect(spans[2].kind == .tool(.init(round: 1, tool: "searchWeb", state: .done)))
        #expect(spans[3].kind == .tool(.init(round: 1, tool: "getInventory", state: .failed)))
        #expect(spans[4].kind == .wait(.init(round: 1, tool: "deleteInventory", kind: .approval)))
        #expect(spans[5].kind == .wait(.init(round: 1, tool: "openMap", kind: .clientTool)))
        guard case .round(let last) = spans[7].kind else {
            Issue.record("the last span is a round")
            return
        }
        #expect(last.model == "anthropic:b" && last.firstContent == nil && last.number == 2)
        let counts = timeline.counts
        #expect(counts.queueTime == 17 && counts.duration == 3501 && counts.rounds == 2 && counts.toolCalls == 2)
        #expect(counts.usage == .init(input: 605, cached: 100, output: 41) && counts.problem == nil)
    }

    /// The stored form at each step reads back as the same timeline.
    @Test func theStoredFormReadsBack() {
        let timeline = wholeRun()
        let read = RunTimeline(start: Self.start, timeline.record, waitingFor: [])
        #expect(read == timeline)
        var failed = RunTimeline(start: Self.start)
        #expect(RunTimeline(start: Self.start, failed.record, waitingFor: []) == failed)
        failed.ended(at: at(5), problem: .upstreamFailed)
        #expect(RunTimeline(start: Self.start, failed.record, waitingFor: []) == failed)
        #expect(failed.counts.problem == .upstreamFailed && failed.counts.queueTime == nil)
    }

    @Test(arguments: [
        "", "{", "5", "[]", "[0,5]", "[0,[]]", #"[0,["q"]]"#, #"[0,["x",1,2,3,4,5]]"#, #"[0,["r",1,2,1,"m"]]"#,
        #"[0,["t",1,2,1,"f","lost"]]"#, #"[0,["w",1,2,1,"f",7]]"#, #"[0,["q",1e99,2]]"#,
    ])
    func aFaultyTextHasNoSpans(text: String) {
        let read = RunTimeline.spans(in: text)
        #expect(read.spans.isEmpty && read.omittedCount == 0)
        #expect(RunTimeline.Counts(text: text) == RunTimeline.Counts())
    }

    /// The end of a run cuts short everything under way.
    @Test func theEndCutsEverySpanShort() {
        var timeline = RunTimeline(start: Self.start)
        timeline.started(at: at(1))
        timeline.roundStarted(0, model: "m", at: at(2))
        timeline.toolStarted(item: 7, name: "f", at: at(3))
        timeline.ended(at: at(10), problem: nil)
        #expect(timeline.spans.map(\.duration) == [1, 8, 7])
        guard case .round(let round) = timeline.spans[1].kind, case .tool(let call) = timeline.spans[2].kind else {
            Issue.record("a round and a tool")
            return
        }
        #expect(round.end == .stopped && call.state == .stopped)
        // An end that could not be stored is replaced by another one.
        timeline.ended(at: at(12), problem: .internalError)
        #expect(timeline.counts.problem == .internalError && timeline.counts.duration == 12)
        #expect(timeline.spans.map(\.duration) == [1, 8, 7])
    }

    /// Answers that the model writes at once have rounds that overlap.
    @Test func roundsOfSeveralMetersOverlap() {
        var timeline = RunTimeline(start: Self.start)
        timeline.started(at: at(0))
        for lane in 0..<3 { timeline.roundStarted(lane, model: "m", at: at(lane)) }
        for lane in [2, 0, 1] {
            timeline.roundEnded(
                lane,
                model: nil,
                firstContent: nil,
                usage: .init(),
                end: nil,
                at: at(10 + lane)
            )
        }
        #expect(timeline.spans.dropFirst().map(\.start) == [0, 1, 2])
        #expect(timeline.spans.dropFirst().map(\.duration) == [10, 10, 10])
    }

    @Test func spansAreBoundedAndCountsAreNot() {
        var timeline = RunTimeline(start: Self.start)
        timeline.started(at: at(0))
        for item in 0..<1000 {
            timeline.toolStarted(item: item, name: String(repeating: "n", count: 5000), at: at(item))
            timeline.toolEnded(item: item, hasFailed: false, at: at(item + 1))
        }
        #expect(timeline.spans.count == RunTimeline.mostSpans)
        #expect(timeline.omittedCount == 1001 - RunTimeline.mostSpans)
        #expect(timeline.counts.toolCalls == 1000)
        #expect(timeline.spansText.utf8.count < 64 << 10)
        #expect(RunTimeline(start: Self.start, timeline.record, waitingFor: []).omittedCount == timeline.omittedCount)
    }

    /// A provider may report any count.
    @Test func countsDoNotOverflow() {
        var timeline = RunTimeline(start: Self.start)
        for _ in 0..<2 {
            timeline.roundStarted(0, model: "m", at: at(0))
            timeline.roundEnded(
                0,
                model: nil,
                firstContent: nil,
                usage: .init(input: .max, cached: -5, output: 3),
                end: nil,
                at: at(1)
            )
        }
        #expect(timeline.counts.usage == .init(input: .max, cached: 0, output: 6))
    }

    /// A wait that a process has left continues in the next one.
    @Test func aRestoredWaitEndsWithItsAnswer() {
        var timeline = RunTimeline(start: Self.start)
        timeline.started(at: at(1))
        timeline.waiting(for: [("a", "f", .approval), ("b", "g", .approval)], at: at(2))
        var restored = RunTimeline(start: Self.start, timeline.record, waitingFor: ["a", "b"])
        restored.answered(at: at(50)) { $0 == "b" }
        #expect(restored.spans.map(\.duration) == [1, 48, nil])
        restored.answered(at: at(60)) { _ in false }
        restored.started(at: at(70))
        #expect(restored.spans.map(\.duration) == [1, 48, 58, 10])
        #expect(restored.counts.queueTime == 11)
    }
}
