import AgentWire
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
