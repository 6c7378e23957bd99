import AgentWire
import Foundation
import StreamingJSON
import Testing

@Suite struct RunEventTests {
    private static let call = WireToolCall(
        id: "c1",
        name: "getInventory",
        arguments: ["id": 1],
        status: .failed,
        durationMilliseconds: 12,
        summary: "no\nsuch item",
        artifacts: [WireArtifact(type: "inventory.items", data: [])]
    )

    private static var problem: Problem {
        var problem = Problem(.upstreamFailed, detail: "d", faults: [.init(pointer: "#/a", detail: "b")])
        problem.run = "run_1"
        problem.conversation = "conv_1"
        return problem
    }

    private static let all: [RunEvent] = [
        .started(run: "run_1", conversation: "conv_1", model: "phrasebook"),
        .messageDelta(text: "two\nlines \"quoted\" \u{2028} 昨日"),
        .toolStarted(call: "c1", name: "getInventory", arguments: ["id": 1]),
        .toolProgress(call: "c1", fraction: 0.5, note: nil),
        .toolFinished(call),
        .messageCompleted(text: "done", artifacts: call.artifacts),
        .completed(usage: WireUsage(inputTokens: 3, outputTokens: 4)),
        .cancelled(.disconnected, usage: WireUsage(inputTokens: 3, outputTokens: 0)),
        .failed(problem),
        .interrupted(Problem(.shuttingDown, detail: "s")),
        .actionRequired(action),
        .messageCompleted(text: "done", artifacts: [], model: "openai:a"),
        .objectDelta(["a": [1, "two"]]),
        .objectDelta(.null, isRestart: true),
        .objectElement(path: "/a", index: 1, value: ["b": .null]),
        .objectCompleted(answer),
        .objectCompleted(StructuredAnswer(object: .null)),
        .started(run: "run_1", conversation: "", model: "phrasebook"),
    ]

    private static let answer = StructuredAnswer(
        object: ["a": [1, "two"]],
        confidence: 0.75,
        partConfidences: ["/a/0": 1, "/a/1": 0.5]
    )

    private static let action = RequiredAction(
        kind: .clientTool,
        call: "c2",
        name: "findPeople",
        arguments: ["month": 11],
        deadline: Date(timeIntervalSince1970: 1_795_000_000),
        text: "The app is asked"
    )

    /// What is read back of an event: the last event of a call does not repeat its arguments.
    private static func expected(_ event: RunEvent) -> RunEvent {
        guard case .toolFinished(var call) = event else { return event }
        call.arguments = .null
        return .toolFinished(call)
    }

    @Test(arguments: all)
    func anEventReadsBack(event: RunEvent) throws {
        let data = try JSONValue(parsing: event.data.serialized())
        #expect(RunEvent(type: event.type, data: data) == Self.expected(event))
    }

    @Test(arguments: all)
    func anEventWithoutItsDataIsNone(event: RunEvent) {
        #expect(RunEvent(type: event.type, data: [:]) == nil)
        #expect(RunEvent(type: "run.dreamt", data: event.data) == nil)
    }

    @Test func aLogIsALineForEachEvent() {
        var lines: [UInt8] = []
        for event in Self.all { RunEventLine.append(event, to: &lines) }
        #expect(lines.count { $0 == UInt8(ascii: "\n") } == Self.all.count)
        #expect(RunEventLine.events(in: lines) == Self.all.map(Self.expected))
    }

    @Test func framesOfALogAreThoseOfItsEvents() {
        var lines: [UInt8] = []
        for event in Self.all { RunEventLine.append(event, to: &lines) }
        let frames = ServerSentEventFrame.encode(lines: lines, run: "run_1", first: 95)
        let each = Self.all.enumerated().flatMap { offset, event in
            var frame = "id: run_1:\(95 + offset)\nevent: \(event.type)\ndata: "
            frame += event.data.serialized() + "\n\n"
            return Array(frame.utf8)
        }
        #expect(frames == each)
    }

    @Test func anOutcomeIsPutTogetherFromTheEvents() throws {
        var outcome = RunOutcome()
        for event in Self.all.prefix(1) { outcome.apply(event) }
        #expect(!outcome.hasContent)
        for event in Self.all[1..<7] { outcome.apply(event) }
        let reply = try outcome.reply()
        #expect(reply.text == "done")
        #expect(reply.toolCalls == [Self.call])
        #expect(reply.usage == WireUsage(inputTokens: 3, outputTokens: 4))
        #expect(reply.run == "run_1" && reply.conversation == "conv_1" && reply.model == "phrasebook")
        #expect(outcome.hasContent)
    }

    @Test(
        arguments: [
            (all[7], Problem.Kind.runCancelled), (all[8], .upstreamFailed), (all[9], .shuttingDown), (nil, .conflict),
        ] as [(RunEvent?, Problem.Kind)]
    )
    func anOutcomeWithoutAnAnswerIsAProblem(ending: RunEvent?, kind: Problem.Kind) {
        var outcome = RunOutcome()
        outcome.apply(Self.all[0])
        if let ending { outcome.apply(ending) }
        let problem = #expect(throws: Problem.self) { try outcome.reply() }
        #expect(problem?.kind == kind)
        #expect(problem?.run == "run_1")
        #expect(!outcome.hasContent)
    }

    @Test func anAnswerWithAShapeIsInTheReplyBesideItsText() throws {
        var outcome = RunOutcome()
        for event in [Self.all[17], Self.all[12]] { outcome.apply(event) }
        #expect(outcome.hasContent && outcome.answer == nil)
        for event in [Self.all[14], Self.all[15], Self.all[5], Self.all[6]] { outcome.apply(event) }
        let reply = try outcome.reply().jsonValue
        #expect(reply["object"] == ["a": [1, "two"]])
        #expect(reply["confidence"] == 0.75)
        #expect(reply["part_confidences"] == ["/a/0": 1.0, "/a/1": 0.5])
        #expect(reply["message"]?["text"] == "done")
        // An extraction has no conversation.
        #expect(reply.objectValue?.keys.contains("conversation") == false)
    }

    @Test func anActionIsOpenUntilTheRunGoesOn() {
        var outcome = RunOutcome()
        outcome.apply(.actionRequired(Self.action))
        #expect(outcome.actions == [Self.action])
        #expect(outcome.hasContent)
        outcome.apply(.messageDelta(text: "on"))
        #expect(outcome.actions.isEmpty)
    }

    @Test func anIdThatIsUsedAgainIsAnotherCall() {
        var outcome = RunOutcome()
        for number in 1...2 {
            var call = Self.call
            call.arguments = ["id": .integer(number)]
            outcome.apply(.toolStarted(call: "c1", name: call.name, arguments: call.arguments))
            outcome.apply(.toolFinished(Self.call))
        }
        #expect(outcome.toolCalls.map { $0.arguments["id"] } == [1, 2])
    }
}
