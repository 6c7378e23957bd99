import CalendarDays
import Testing

@testable import Phrasebook

@Suite struct RecentReadingsTests {
    private static let message = "delete the stapler"

    private let key = RecentReadings.Key(
        message: message,
        earlier: [],
        today: PhraseReading.today,
        language: nil,
        tools: []
    )

    private func planner() throws -> Planner {
        Planner(phrases: try PhraseReading.phrases.get(), today: PhraseReading.today, language: nil) { _ in true }
    }

    @Test("Of the readings of one message, the one that led to its calls is returned, and only once")
    func returnsTheMatchingReading() throws {
        let planner = try planner()
        let understanding = planner.understanding(of: [Turn(prompt: Self.message)])
        let readings = RecentReadings()
        func made(_ call: PlannedCall, _ output: String) -> Turn.Call {
            Turn.Call(tool: call.tool, arguments: call.arguments, output: output)
        }
        var calls: [[Turn.Call]] = []
        for output in ["Nothing here.", "Nothing there."] {
            var execution = planner.execution(of: understanding, made: [])
            let first = made(try #require(execution.pending.first), output)
            execution.resume(with: [first])
            let second = made(try #require(execution.pending.first), output)
            calls.append([first, second])
            readings.keep(.init(understanding: understanding, execution: execution), for: key)
        }
        // No kept reading leads from the first call alone.
        #expect(readings.remove(key, leadingTo: Array(calls[1].prefix(1))) == nil)
        for calls in calls.reversed() {
            var taken = try #require(readings.remove(key, leadingTo: calls)).execution
            taken.resume(with: calls)
            #expect(taken.pending == planner.execution(of: understanding, made: calls).pending)
            #expect(readings.remove(key, leadingTo: calls) == nil)
        }
    }

    @Test func forgottenReadingsAreGone() throws {
        let planner = try planner()
        let understanding = planner.understanding(of: [Turn(prompt: Self.message)])
        let execution = planner.execution(of: understanding, made: [])
        let call = try #require(execution.pending.first)
        let model = try PhrasebookLanguageModel([])
        let readings = model.executorConfiguration.readings
        let reading = RecentReadings.Reading(understanding: understanding, execution: execution)
        let calls = [Turn.Call(tool: call.tool, arguments: call.arguments, output: "Nothing.")]
        readings.keep(reading, for: key)
        #expect(readings.remove(key, leadingTo: calls) != nil)
        var (alice, bob) = (key, key)
        (alice.owner, bob.owner) = ("app/alice", "app/bob")
        // A reading is that of its owner's message only, and the others' stay.
        for key in [key, alice, bob] { readings.keep(reading, for: key) }
        model.forgetReadings { $0 == "app/alice" }
        #expect(readings.remove(key, leadingTo: calls) == nil)
        #expect(readings.remove(alice, leadingTo: calls) == nil)
        #expect(readings.remove(bob, leadingTo: calls) != nil)
    }

    @Test("The day is computed again for another time or zone")
    func latestDay() {
        let latest = LatestDay()
        let times: [(String, String?, String)] = [
            ("2026-11-20T15:30:00Z", "Asia/Tokyo", "2026-11-21"), ("2026-11-20T15:30:00Z", nil, "2026-11-20"),
            ("2026-11-20T15:30:00Z", "Asia/Tokyo", "2026-11-21"), ("2026-11-19T15:30:00Z", "Asia/Tokyo", "2026-11-20"),
            ("2026-11-19T15:30:00Z", "nowhere", "2026-11-19"),
        ]
        for (now, timeZone, day) in times { #expect(latest.day(now: now, timeZone: timeZone).text == day) }
    }
}
