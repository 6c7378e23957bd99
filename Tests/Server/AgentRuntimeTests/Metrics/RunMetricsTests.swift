import Accounts
import AgentWire
import Foundation
import Storage
import Telemetry
import Testing
import Transport

@testable import AgentRuntime

@Suite struct RunMetricsTests {
    private let start = Date(timeIntervalSince1970: 1_000_000)

    private func change(
        _ run: String,
        _ status: RunStatus,
        before: RunStatus? = nil,
        after seconds: Double
    ) -> RunChange {
        RunChange(
            run: run,
            client: "alice",
            conversation: "c",
            model: "m",
            status: status,
            former: before,
            createdAt: start,
            time: start + seconds
        )
    }

    @Test func runsAreCountedAsTheyEnd() {
        let metrics = RunMetrics()
        metrics.runChanged(change("1", .running, before: .queued, after: 0))
        metrics.runChanged(change("2", .queued, after: 0))
        metrics.runChanged(change("3", .queued, after: 0))
        metrics.runChanged(change("2", .running, before: .queued, after: 4))
        metrics.runChanged(change("3", .cancelled, after: 5))
        metrics.runChanged(change("1", .completed, after: 3))
        let figures = metrics.figures
        #expect(figures.ended[.init(status: .completed, model: "m")] == 1)
        #expect(figures.ended[.init(status: .cancelled, model: "m")] == 1)
        #expect(figures.runTime[.completed]?.sum == .seconds(3))
        // The first run did not wait, the second waited four seconds, and the third never started.
        #expect(figures.queueTime.count == 2)
        #expect(figures.queueTime.sum == .seconds(4))
    }

    @Test func aRunThatWaitsForItsClientIsNotQueuedAgain() {
        let metrics = RunMetrics()
        metrics.runChanged(change("1", .running, before: .queued, after: 0))
        metrics.runChanged(change("1", .waiting, before: .running, after: 1))
        metrics.runChanged(change("1", .running, before: .waiting, after: 100))
        #expect(metrics.figures.queueTime.count == 1)
        #expect(metrics.figures.ended.isEmpty)
    }

    @Test func theShareOfCachedInputIsKnown() {
        let metrics = RunMetrics()
        for cached in [0, 60] {
            metrics.recordUsage([
                TurnUsage(model: "m", inputTokens: 100, cachedInputTokens: cached, writtenTokens: 20, outputTokens: 1)
            ])
        }
        #expect(metrics.figures.tokens["m"]?.cachedShare == 0.3 && metrics.figures.tokens["m"]?.writtenInput == 40)
        #expect(RunMetrics.Tokens().cachedShare == nil)
    }

    @Test func inventedToolNamesAreNotLabels() {
        let metrics = RunMetrics(tools: ["known"])
        metrics.recordToolCall("known", isError: false, after: .milliseconds(3))
        metrics.recordToolCall("made up", isError: true, after: .milliseconds(3))
        #expect(Set(metrics.figures.toolTime.keys.map(\.tool)) == ["known", RunMetrics.others])
        for index in 0..<1000 {
            metrics.recordUsage([TurnUsage(model: "model \(index)", inputTokens: 1, outputTokens: 1)])
        }
        let tokens = metrics.figures.tokens
        #expect(tokens.count == 201)
        #expect(tokens.values.reduce(0) { $0 + $1.input } == 1000)
    }

    @Test(arguments: [
        (Duration.milliseconds(1), 0), (.microseconds(1001), 1), (.seconds(600), 16), (.seconds(601), 17),
        (.seconds(-1), 0),
    ])
    func aBucketHoldsItsUpperBound(_ duration: Duration, bucket: Int) {
        var histogram = DurationHistogram(bounds: DurationHistogram.work)
        histogram.record(duration)
        #expect(histogram.counts.firstIndex(of: 1) == bucket)
        #expect(histogram.count == 1)
        #expect(histogram.sum == max(.zero, duration))
    }

    @Test(arguments: [DurationHistogram.work, DurationHistogram.overhead, DurationHistogram.answers])
    func boundsGrow(_ bounds: [Duration]) {
        #expect(zip(bounds, bounds.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func waitingForOtherTurnsIsNotTheServersTime() {
        let asked = ContinuousClock.now
        let times = TurnTimes(requestedAt: asked)
        #expect(times.overhead(until: asked + .milliseconds(7)) == .milliseconds(7))
        times.admitted(at: asked + .milliseconds(1))
        times.waitEnded(at: asked + .milliseconds(501))
        #expect(times.overhead(until: asked + .milliseconds(503)) == .milliseconds(3))
    }
}
