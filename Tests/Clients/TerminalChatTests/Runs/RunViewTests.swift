import AgentWire
import FoundationEssentials
import StreamingJSON
import Testing

@testable import TerminalChat

@Suite struct RunViewTests {
    private let drawing = Drawing(columns: 60, now: FormatTests.now)
    private let titles = ["getCurrentWeather": "look up the weather"]

    private static func finished(
        _ call: String,
        _ status: WireToolCall.Status = .completed,
        artifacts: [WireArtifact] = [],
        summary: String = "done"
    ) -> NativeEvent {
        .toolFinished(
            WireToolCall(
                id: call,
                name: "getCurrentWeather",
                arguments: .null,
                status: status,
                durationMilliseconds: 420,
                summary: summary,
                artifacts: artifacts
            )
        )
    }

    @Test func aTurnWithAToolIsPrintedInOrder() {
        var view = RunView(titles: titles, at: .zero)
        var printed: [String] = []
        func accept(_ event: NativeEvent, at now: Duration) {
            printed += view.accept(event, drawing, at: now).map(\.text)
        }
        accept(.started(run: "run_1", conversation: "conv_1", model: "phrasebook"), at: .zero)
        #expect(
            view.liveLines(drawing, at: .milliseconds(300), hint: "Ctrl-C stops").map(\.text) == [
                "⠸ Working…  0.3 s · Ctrl-C stops"
            ]
        )
        accept(.messageDelta(text: "Let me look."), at: .milliseconds(400))
        accept(
            .toolStarted(call: "c1", name: "getCurrentWeather", arguments: ["cities": ["Tokyo", "Oslo"]]),
            at: .milliseconds(500)
        )
        accept(.toolProgress(call: "c1", fraction: 0.5, note: "one of two"), at: .milliseconds(600))
        #expect(
            view.liveLines(drawing, at: .milliseconds(700), hint: nil).map(\.text) == [
                "⠹ look up the weather Tokyo, Oslo  ━━━━━━━━━━ 50 %  0.2 s  …"
            ]
        )
        let item = WireArtifact(type: "inventory.items", data: [["id": 1, "title": "x"]])
        accept(Self.finished("c1", artifacts: [item]), at: .seconds(1))
        accept(.messageDelta(text: "It is **warm**"), at: .seconds(1))
        #expect(
            view.liveLines(drawing, at: .seconds(2), hint: nil).map(\.text) == [
                "", "It is warm", "⠋ Answering…  2.0 s",
            ]
        )
        accept(.messageDelta(text: " today.\n"), at: .seconds(2))
        accept(.messageCompleted(text: "It is **warm** today.", artifacts: [item]), at: .seconds(2))
        accept(.completed(usage: WireUsage(inputTokens: 1000, outputTokens: 234)), at: .milliseconds(2300))
        #expect(
            printed == [
                "Let me look.", "", "✓ look up the weather Tokyo, Oslo  0.4 s", "╭────┬───────╮", "│ ID │ Title │",
                "├────┼───────┤", "│  1 │ x     │",
                "╰────┴───────╯", "", "It is warm today.", "phrasebook · 2.3 s · 1,234 tokens",
            ]
        )
        #expect(view.hasEnded)
        #expect(view.text == "It is **warm** today.")
        #expect(view.finishedCalls.first?.arguments == ["cities": ["Tokyo", "Oslo"]])
    }

    @Test func aFailedCallHasItsReason() {
        var view = RunView(titles: titles, at: .zero)
        _ = view.accept(.toolStarted(call: "c1", name: "getCurrentWeather", arguments: [:]), drawing, at: .zero)
        let lines = view.accept(
            Self.finished("c1", .failed, summary: "The city\nis \u{1B}[31munknown."),
            drawing,
            at: .zero
        )
        #expect(lines.map(\.text) == ["✗ look up the weather  0.4 s", "  The city is [31munknown."])
    }

    @Test func anApprovalHidesItsCallAndEndsWithTheNextEvent() throws {
        var view = RunView(titles: titles, at: .zero)
        let action = RequiredAction(
            kind: .approval,
            call: "c1",
            name: "deleteInventory",
            arguments: [:],
            deadline: FormatTests.now,
            text: "?"
        )
        _ = view.accept(.started(run: "run_1", conversation: "conv_1", model: "m"), drawing, at: .zero)
        _ = view.accept(.toolStarted(call: "c1", name: "deleteInventory", arguments: [:]), drawing, at: .zero)
        _ = view.accept(.actionRequired(action), drawing, at: .seconds(1))
        #expect(view.approvals.count == 1)
        #expect(view.liveLines(drawing, at: .seconds(1), hint: nil).isEmpty)
        _ = view.accept(.toolProgress(call: "c1", fraction: nil, note: nil), drawing, at: .seconds(60))
        #expect(view.approvals.isEmpty)
        #expect(
            view.liveLines(drawing, at: .seconds(61), hint: nil).first?.text.hasSuffix("deleteInventory  1.0 s") == true
        )
    }

    @Test func otherEndsAreExplained() {
        func printed(_ event: NativeEvent) -> [String] {
            var view = RunView(at: .zero)
            _ = view.accept(.messageDelta(text: "half an ans"), drawing, at: .zero)
            return view.accept(event, drawing, at: .seconds(1)).map(\.text)
        }
        #expect(
            printed(.cancelled(.requested, usage: WireUsage(inputTokens: 0, outputTokens: 0))) == [
                "half an ans", "Stopped.",
            ]
        )
        #expect(
            printed(.interrupted(Problem(.runInterrupted, detail: "the server was stopped"))) == [
                "half an ans", "✗ The server stopped before the answer was complete. /retry", "  asks again.",
            ]
        )
        #expect(
            printed(.messageCompleted(text: "half an answer", artifacts: [], isRefusal: true)) == [
                "half an ans", "The model declined to answer.",
            ]
        )
    }

    @Test func anAnswerWithoutPiecesIsPrintedFromItsEnd() {
        var view = RunView(at: .zero)
        #expect(
            view.accept(.messageCompleted(text: "whole", artifacts: []), drawing, at: .zero).map(\.text) == ["whole"]
        )
    }

    @Test func aLostConnectionIsShown() {
        var view = RunView(at: .zero)
        view.connection = .lost(retryAt: .seconds(5), attempt: 3)
        #expect(
            view.liveLines(drawing, at: .seconds(3), hint: nil).map(\.text) == [
                "! Connection lost. Trying again in 2 s (attempt 3)."
            ]
        )
        view.connection = .connected
        view.isStopping = true
        #expect(view.liveLines(drawing, at: .seconds(3), hint: "x").map(\.text) == ["⠋ Stopping…  3.0 s"])
    }

    @Test(arguments: Problem.Kind.allCases) func everyProblemHasLines(kind: Problem.Kind) {
        for language in ChatLanguage.allCases {
            let drawing = Drawing(columns: 60, language: language, now: FormatTests.now)
            let failure = ChatFailure(Problem(kind, detail: "a detail", retryAfterSeconds: 5))
            let text = failure.lines(drawing).map(\.text).joined(separator: " ")
            #expect(text.contains("detail.") || text.contains("/") || kind == .refused)
            #expect(text.contains("5"))
        }
    }
}
