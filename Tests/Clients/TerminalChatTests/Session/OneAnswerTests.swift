import AgentWire
import FoundationEssentials
import StreamingJSON
import Testing

@testable import TerminalChat

@Suite struct OneAnswerTests {
    private let drawing = Drawing(columns: 60, now: FormatTests.now)

    private func answer(_ form: OneAnswer.Form, isWatched: Bool = false, approved: Set<String> = []) -> OneAnswer {
        OneAnswer(form, isWatched: isWatched, approved: approved, titles: [:], at: .zero)
    }

    private static let call = WireToolCall(
        id: "c1",
        name: "getInventory",
        arguments: .null,
        status: .completed,
        durationMilliseconds: 10,
        summary: "ok",
        artifacts: [WireArtifact(type: "inventory.items", data: [["id": 1, "title": "x"]])]
    )
    private static let events: [NativeEvent] = [
        .started(run: "run_1", conversation: "conv_1", model: "m"), .messageDelta(text: "Let me see. "),
        .toolStarted(call: "c1", name: "getInventory", arguments: ["id": 1]), .toolFinished(call),
        .messageDelta(text: "**Two**\u{1B}[31m"),
        .messageCompleted(text: "**Two**\u{1B}[31m", artifacts: []),
        .completed(usage: WireUsage(inputTokens: 1, outputTokens: 1)),
    ]

    private func play(
        _ answer: inout OneAnswer,
        _ events: [NativeEvent]
    ) -> (output: String, notes: [String], others: [OneAnswer.Step]) {
        var (output, notes, others) = ("", [String](), [OneAnswer.Step]())
        for (number, event) in events.enumerated() {
            for step in answer.accept(event, id: "run_1:\(number)", drawing, at: .zero) {
                switch step {
                case .write(let text): output += text
                case .note(let lines): notes += lines.map(\.text)
                default: others.append(step)
                }
            }
        }
        return (output, notes, others)
    }

    @Test func aPipeReceivesTheLastAnswerAlone() {
        var quiet = answer(.text)
        let result = play(&quiet, Self.events)
        #expect(result.output == "**Two**[31m\n")
        #expect(result.notes == [])
        #expect(quiet.status == .answered)
        var watched = answer(.text, isWatched: true)
        #expect(play(&watched, Self.events).notes == ["✓ getInventory 1  0.0 s"])
    }

    @Test func aTerminalReceivesTheStyledAnswer() {
        var answer = answer(.styled, isWatched: true)
        let result = play(&answer, Self.events)
        #expect(result.output.isEmpty && result.notes.isEmpty)
        let lines = result.others.flatMap { step in
            if case .print(let lines) = step { lines.map(\.text) } else { [String]() }
        }
        #expect(lines.prefix(3) == ["Let me see.", "", "✓ getInventory 1  0.0 s"])
        #expect(lines.contains("│ ID │ Title │"))
        #expect(lines.contains("Two[31m"))
    }

    @Test func jsonIsALineForEachEvent() throws {
        var answer = answer(.json)
        let result = play(&answer, Self.events)
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == Self.events.count)
        let values = try lines.map { try JSONValue(parsing: String($0)) }
        #expect(values.map { $0["event"]?.stringValue } == Self.events.map(\.type))
        #expect(values.map { $0["data"] } == Self.events.map(\.data))
        #expect(values.map { $0["id"]?.stringValue } == Self.events.indices.map { "run_1:\($0)" })
        #expect(result.output.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" })
        #expect(answer.status == .answered)
    }

    private static let approval = RequiredAction(
        kind: .approval,
        call: "c2",
        name: "deleteInventory",
        arguments: [:],
        deadline: FormatTests.now,
        text: "Delete it?"
    )

    @Test func aCallThatNeedsAPersonEndsWithItsStatus() {
        var answer = answer(.text)
        let result = play(&answer, [Self.events[0], .actionRequired(Self.approval)])
        #expect(answer.status == .needsApproval)
        #expect(result.others == [.leave])
        #expect(result.notes.joined(separator: " ").contains("Delete it?"))
        #expect(result.notes.joined(separator: " ").contains("--conversation conv_1"))
        // Its end after that is no further error.
        #expect(answer.fail(ChatFailure(message: "stopped"), drawing) == [])
    }

    @Test func aNamedToolIsApproved() {
        var answer = answer(.text, approved: ["deleteInventory"])
        let result = play(&answer, [Self.events[0], .actionRequired(Self.approval)])
        #expect(result.others == [.approve(run: "run_1", call: "c2")])
        #expect(result.notes == [])
        var other = self.answer(.text, approved: ["createInventory"])
        _ = play(&other, [Self.events[0], .actionRequired(Self.approval)])
        #expect(other.status == .needsApproval)
    }

    @Test func aFailureIsExplainedOnce() throws {
        let problem = Problem(.upstreamFailed, detail: "it broke")
        for isWatched in [false, true] {
            var answer = answer(.text, isWatched: isWatched)
            var notes = play(&answer, [Self.events[0], .failed(problem)]).notes
            for step in answer.fail(ChatFailure(problem), drawing) {
                if case .note(let lines) = step { notes += lines.map(\.text) }
            }
            #expect(notes == ["✗ The model's service failed. It broke."])
            #expect(answer.status == .failed)
        }
        var json = answer(.json)
        #expect(play(&json, [Self.events[0], .failed(problem)]).output.contains("run.failed"))
        #expect(json.fail(ChatFailure(problem), drawing) == [])
        var early = answer(.json)
        guard
            case .write(let line) = early.fail(ChatFailure(kind: .unauthorized, message: "a token is needed"), drawing)
                .first
        else {
            Issue.record("there is no line")
            return
        }
        let value = try JSONValue(parsing: String(line.dropLast()))
        #expect(value["event"]?.stringValue == "error")
        #expect(value["data"]?["problem"]?.stringValue == "urn:torii:problem:unauthorized")
    }
}
