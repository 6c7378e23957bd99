import AgentWire
import StreamingJSON
import Testing

@Suite struct ChatRequestTests {
    @Test func aWholeRequestReadsBack() throws {
        let request = ChatRequest(
            message: "Hi",
            conversation: "conv_1",
            model: "phrasebook",
            locale: "ja",
            timeZone: "Asia/Tokyo",
            stream: true,
            tools: ["searchWeb"],
            clientTools: [
                ClientTool(name: "a", description: "b", parameters: ["type": "object"], output: ["type": "string"])
            ],
            responseFormat: ResponseFormat(schema: ["type": "object", "title": "T"]),
            confidence: .selfReport,
            onDisconnect: .finish,
            onBusy: .queue
        )
        #expect(try ChatRequest(jsonValue: JSONValue(parsing: request.jsonValue.serialized())) == request)
    }

    @Test(arguments: [
        ("[]", ["#"]),
        ("{}", ["#/message"]),
        (#"{"message":"  "}"#, ["#/message"]),
        (#"{"message":5}"#, ["#/message"]),
        (#"{"message":"a","stream":"yes","tools":["a",1]}"#, ["#/stream", "#/tools"]),
        (#"{"message":"a","time_zone":"Mars/Base","locale":"english please"}"#, ["#/time_zone", "#/locale"]),
        (#"{"message":"a","mesage":"b"}"#, ["#/mesage"]),
        (#"{"message":"a","on_busy":"wait","on_disconnect":1}"#, ["#/on_disconnect", "#/on_busy"]),
    ])
    func everyFaultIsNamed(json: String, pointers: [String]) throws {
        let value = try JSONValue(parsing: json)
        let error = #expect(throws: WireError.self) { try ChatRequest(jsonValue: value) }
        #expect(error?.faults.map(\.pointer) == pointers)
    }

    @Test(arguments: [#"{"message":"a","stream":null}"#, #"{"message":"a","locale":"zh-Hans-CN"}"#])
    func nullsAndLongTagsAreFine(json: String) throws {
        #expect(try ChatRequest(jsonValue: JSONValue(parsing: json)).message == "a")
    }
}
