import AgentWire
import StreamingJSON
import Testing

@Suite struct ServerSentEventFrameTests {
    @Test func aFrameIsThreeLinesAndABlankOne() {
        let frame = ServerSentEventFrame.encode(.messageDelta(text: "two\nlines\r\u{2028}"), run: "run_1", sequence: 7)
        #expect(
            String(decoding: frame, as: UTF8.self)
                == "id: run_1:7\nevent: message.delta\ndata: {\"text\":\"two\\nlines\\r\u{2028}\"}\n\n"
        )
    }

    @Test func theHeartbeatHasNoBlankLine() {
        #expect(ServerSentEventFrame.heartbeat == Array(": hb\n".utf8))
    }

    @Test(arguments: [
        (RunEvent.completed(usage: .init(inputTokens: 1, outputTokens: 2)), true),
        (.failed(Problem(.upstreamFailed, detail: "x")), true),
        (.interrupted(Problem(.shuttingDown, detail: "x")), true),
        (.messageDelta(text: ""), false),
        (.messageCompleted(text: "", artifacts: []), false),
    ])
    func terminalEvents(event: RunEvent, isTerminal: Bool) {
        #expect(event.isTerminal == isTerminal)
        #expect(event.type.hasPrefix("run.") == isTerminal)
    }

    @Test func aProblemIsADocument() {
        let problem = Problem(.invalidRequest, detail: "d", faults: [.init(pointer: "#/a", detail: "b")])
        let document =
            ##"{"type":"urn:torii:problem:invalid-request","title":"The request has faults","status":400,"##
            + ##""detail":"d","errors":[{"pointer":"#/a","detail":"b"}],"request_id":"r"}"##
        #expect(problem.jsonValue(requestID: "r").serialized() == document)
    }
}
