import AgentWire
import Foundation
import StreamingJSON
import Testing

@Suite struct NativeEventTests {
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

    private static let all: [NativeEvent] = [
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
        text: "The app must act"
    )

    /// Returns the expected event after reading it back: the last event of a call does not repeat its arguments.
    private static func expected(_ event: NativeEvent) -> NativeEvent {
        guard case .toolFinished(var call) = event else { return event }
        call.arguments = .null
        return .toolFinished(call)
    }

    @Test(arguments: all)
    func anEventReadsBack(event: NativeEvent) throws {
        let data = try JSONValue(parsing: event.data.serialized())
        #expect(NativeEvent(type: event.type, data: data) == Self.expected(event))
    }

    @Test(arguments: all)
    func anEventWithoutItsDataIsIgnored(event: NativeEvent) {
        #expect(NativeEvent(type: event.type, data: [:]) == nil)
        #expect(NativeEvent(type: "run.dreamt", data: event.data) == nil)
    }

    @Test(arguments: all)
    func anEventOfAnOldLogIsConverted(event: NativeEvent) throws {
        let line = Array("\(event.type) \(event.data.serialized())\n".utf8)
        let read = RunEventLine.events(in: line)
        #expect(read.map { NativeEvent($0) } == [Self.expected(event)])
    }

    @Test func framesOfAnOldLogEqualItsLines() {
        var lines: [UInt8] = []
        for event in Self.all { lines += Array("\(event.type) \(event.data.serialized())\n".utf8) }
        var encoder = NativeEncoder(run: "run_1", first: 95)
        var frames: [UInt8] = []
        encoder.encode(lines, into: &frames)
        let each = Self.all.enumerated().map { offset, event in
            "id: run_1:\(95 + offset)\nevent: \(event.type)\ndata: \(event.data.serialized())\n\n"
        }
        #expect(String(decoding: frames, as: UTF8.self) == each.joined())
    }
}
