import AgentWire
import Foundation
import StreamingJSON
import Testing

@Suite struct NativeEncoderTests {
    @Test func aFrameIsThreeLinesAndABlankOne() {
        var line: [UInt8] = []
        RunEventLine.append(.textDelta(item: 3, text: "two\nlines\r\u{2028}"), to: &line)
        var encoder = NativeEncoder(run: "run_1", first: 7)
        var frame: [UInt8] = []
        encoder.encode(line, into: &frame)
        #expect(
            String(decoding: frame, as: UTF8.self)
                == "id: run_1:7\nevent: message.delta\ndata: {\"text\":\"two\\nlines\\r\u{2028}\"}\n\n"
        )
    }

    /// A run with thoughts: its frames by whether its request asks for them, each number once, and the same ones after a resumption.
    @Test(arguments: [false, true]) func thoughtsHaveFramesOnRequest(isShown: Bool) throws {
        let events: [RunEvent] = [
            .started(RunStart(run: "run_1", conversation: "c", model: "m", createdAt: 1, showsReasoning: isShown)),
            .itemAdded(RunItem(number: 0, .reasoning)), .reasoningDelta(item: 0, text: "Let \"me\"\n"),
            .reasoningDelta(item: 0, text: " see"), .reasoningSealed(item: 0, seal: "s", isRedacted: false),
            .itemDone(item: 0), .itemAdded(RunItem(number: 1, .message)), .textDelta(item: 1, text: "42"),
            .itemDone(item: 1), .answered(RunAnswer(text: "42")),
            .completed(usage: .init(inputTokens: 1, outputTokens: 2)),
        ]
        var lines: [[UInt8]] = []
        for event in events {
            var line: [UInt8] = []
            RunEventLine.append(event, to: &line)
            #expect(RunEventLine.events(in: line) == [event])
            lines.append(line)
        }
        var outcome = RunOutcome()
        for event in events { outcome.apply(event) }
        var whole: [UInt8] = []
        var encoder = NativeEncoder(run: "run_1")
        encoder.encode(lines.flatMap(\.self), into: &whole)
        let frames = String(decoding: whole, as: UTF8.self).components(separatedBy: "\n\n").dropLast()
        let thoughts = [
            #"{"item":0,"text":"Let \"me\"\n"}"#, #"{"item":0,"text":" see"}"#,
        ].map { "event: reasoning.delta\ndata: \($0)" }
        #expect(frames.count == outcome.nativeCount && frames.count == (isShown ? 6 : 4))
        #expect(
            frames.filter { $0.contains("reasoning") }.map { $0.split(separator: "\n", maxSplits: 1)[1] }.map(
                String.init
            ) == (isShown ? thoughts : [])
        )
        for (number, frame) in frames.enumerated() { #expect(frame.hasPrefix("id: run_1:\(number)\n")) }
        for skipped in 0...frames.count {
            var (rest, late) = ([UInt8](), NativeEncoder(run: "run_1", skipping: skipped))
            for line in lines { late.encode(line, into: &rest) }
            #expect(String(decoding: rest, as: UTF8.self) == frames.dropFirst(skipped).map { $0 + "\n\n" }.joined())
        }
        // A reader that joins after the start learns it from the run.
        var (rest, later) = ([UInt8](), NativeEncoder(run: "run_1", first: 1, showsReasoning: isShown))
        later.encode(lines.dropFirst().flatMap(\.self), into: &rest)
        #expect(String(decoding: rest, as: UTF8.self) == frames.dropFirst().map { $0 + "\n\n" }.joined())
    }

    /// A call that a person declined: strict readers of earlier versions know only two statuses.
    @Test(arguments: [false, true]) func aDeclinedCallIsMarked(isDeclined: Bool) throws {
        let call = WireToolCall(
            id: "c",
            name: "delete",
            arguments: .null,
            status: .failed,
            durationMilliseconds: 0,
            summary: "no",
            artifacts: [],
            isDeclined: isDeclined
        )
        let json = call.jsonValue
        #expect(json["status"] == "failed" && json["declined"] == (isDeclined ? true : nil))
        #expect(try WireToolCall(jsonValue: json) == call)
        let event = NativeEvent.toolFinished(call)
        #expect(event.data["declined"] == (isDeclined ? true : nil))
        #expect(NativeEvent(type: event.type, data: event.data) == event)
        var line: [UInt8] = []
        RunEventLine.append(.toolFinished(item: 3, call), to: &line)
        #expect(RunEventLine.events(in: line) == [.toolFinished(item: 3, call)])
    }

    @Test func theHeartbeatHasNoBlankLine() {
        #expect(NativeEncoder.heartbeat == Array(": hb\n".utf8))
    }

    @Test(arguments: [
        (RunEvent.completed(usage: .init(inputTokens: 1, outputTokens: 2)), true),
        (.failed(Problem(.upstreamFailed, detail: "x")), true),
        (.interrupted(Problem(.shuttingDown, detail: "x")), true),
        (.textDelta(item: 0, text: ""), false),
        (.answered(RunAnswer(text: "")), false),
    ])
    func terminalEvents(event: RunEvent, isTerminal: Bool) {
        #expect(event.isTerminal == isTerminal)
        #expect(NativeEvent(event)?.type.hasPrefix("run.") == isTerminal)
    }

    @Test func aProblemIsADocument() {
        let problem = Problem(.invalidRequest, detail: "d", faults: [.init(pointer: "#/a", detail: "b")])
        let document =
            ##"{"type":"urn:torii:problem:invalid-request","title":"The request is invalid","status":400,"##
            + ##""detail":"d","errors":[{"pointer":"#/a","detail":"b"}],"request_id":"r"}"##
        #expect(problem.jsonValue(requestID: "r").serialized() == document)
    }
}
