import AgentWire
import StreamingJSON
import Testing

@Suite struct ToolCallRequestTests {
    @Test(arguments: [
        (ToolCallRequest(tool: "a", arguments: [:]), #"{"tool":"a","arguments":{}}"#),
        (
            ToolCallRequest(tool: "a", arguments: .null, isConfirmed: true),
            #"{"tool":"a","arguments":null,"confirm":true}"#
        ),
        (
            ToolCallRequest(
                tool: "a",
                arguments: ["n": 9_007_199_254_740_993],
                locale: "ja",
                timeZone: "Asia/Tokyo",
                onDisconnect: .finish
            ),
            #"{"tool":"a","arguments":{"n":9007199254740993},"locale":"ja","time_zone":"Asia/Tokyo","on_disconnect":"finish"}"#
        ),
    ])
    func aRequestHasAStoredForm(request: ToolCallRequest, text: String) {
        #expect(RunRequest.call(request).text == text)
    }

    /// The events of a direct call's run, in the native dialect and as an outcome.
    @Test func aRunWithoutAModel() throws {
        let call = WireToolCall(
            id: "direct",
            name: "a",
            arguments: ["n": 1],
            status: .completed,
            durationMilliseconds: 2,
            summary: "done",
            artifacts: []
        )
        let started = RunItem.ToolCall(id: "direct", name: "a", site: .server, arguments: ["n": 1])
        let events: [RunEvent] = [
            .started(RunStart(run: "run_1", conversation: "", model: "")),
            .itemAdded(RunItem(number: 0, .toolCall(started))), .toolFinished(item: 0, call),
            .completed(usage: WireUsage(inputTokens: 0, outputTokens: 0)),
        ]
        var lines: [UInt8] = []
        for event in events { RunEventLine.append(event, to: &lines) }
        var outcome = RunOutcome()
        for event in RunEventLine.events(in: lines) { outcome.apply(event) }
        #expect(try outcome.directCall() == call)
        let native = try #require(events.first.flatMap { NativeEvent($0) })
        #expect(native.data == ["run": "run_1"])
        #expect(NativeEvent(type: native.type, data: native.data) == native)
    }
}
