import AgentWire
import StreamingJSON
import Testing

@Suite struct ChatRequestTests {
    private var sampling: Sampling {
        var sampling = Sampling()
        (sampling.temperature, sampling.topP, sampling.seed) = (0.2, 0.9, -7)
        (sampling.maximumOutputTokens, sampling.stop) = (300, ["END"])
        return sampling
    }

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
            onBusy: .queue,
            instructions: "Always answer in German.",
            images: [
                .init(url: "data:image/png;base64,iVBORw==", detail: .low), .init(url: "https://example.org/a.jpg"),
            ],
            sampling: sampling,
            reasoningEffort: .low,
            showsReasoning: true
        )
        // As the store keeps it.
        #expect(TurnRequest(stored: TurnRequest(request).stored) == TurnRequest(request))
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
        (
            #"{"message":"a","temperature":3,"top_p":-1,"max_output_tokens":0,"seed":0.5,"stop":[""]}"#,
            ["#/temperature", "#/top_p", "#/max_output_tokens", "#/seed", "#/stop"]
        ),
        (#"{"message":"a","stop":["1","2","3","4","5"]}"#, ["#/stop"]),
        (#"{"message":"a","reasoning":"yes","reasoning_effort":"huge"}"#, ["#/reasoning_effort", "#/reasoning"]),
        (#"{"message":"a","instructions":["be","brief"]}"#, ["#/instructions"]),
        (#"{"message":"a","instructions":"be\u001b[2Jbrief"}"#, ["#/instructions"]),
        (
            #"{"message":"a","images":[{"url":"file:///etc/passwd"},{},{"url":"https://a.b/c","detail":"best"},7]}"#,
            ["#/images/0/url", "#/images/1/url", "#/images/2/detail", "#/images/3"]
        ),
        (#"{"message":"a","images":["# + Array(repeating: "{}", count: 17).joined(separator: ",") + "]}", ["#/images"]),
        (#"{"message":"","images":[]}"#, ["#/message"]),
    ])
    func everyFaultIsNamed(json: String, pointers: [String]) throws {
        let value = try JSONValue(parsing: json)
        let error = #expect(throws: WireError.self) { try ChatRequest(jsonValue: value) }
        #expect(error?.faults.map(\.pointer) == pointers)
    }

    @Test func instructionsAreBounded() throws {
        func request(_ count: Int) -> JSONValue {
            ["message": "a", "instructions": .string(String(repeating: "i", count: count))]
        }
        #expect(try ChatRequest(jsonValue: request(ChatRequest.longestInstructions)).instructions != nil)
        let error = #expect(throws: WireError.self) {
            try ChatRequest(jsonValue: request(ChatRequest.longestInstructions + 1))
        }
        #expect(error?.faults.map(\.pointer) == ["#/instructions"])
    }

    /// The input of a turn: the app's instructions first, and the images beside the message, which may be without words.
    @Test(
        arguments: [
            (#"{"message":"a"}"#, [.text("a")]),
            (#"{"message":"a","instructions":"b"}"#, [.text("b", from: .developer), .text("a")]),
            (#"{"message":"a","instructions":""}"#, [.text("a")]),
            (
                #"{"message":"a","images":[{"url":"https://a.b/c"}]}"#,
                [.message(.user, [.text("a"), .image(url: "https://a.b/c", detail: nil)])]
            ),
            (
                #"{"images":[{"url":"https://a.b/c","detail":"high"}]}"#,
                [.message(.user, [.image(url: "https://a.b/c", detail: "high")])]
            ),
        ] as [(String, [InputItem])]
    )
    func theInputOfATurn(json: String, input: [InputItem]) throws {
        let turn = TurnRequest(try ChatRequest(jsonValue: JSONValue(parsing: json)))
        #expect(turn.input == input)
        #expect(TurnRequest(stored: turn.stored) == turn)
    }

    @Test(arguments: [#"{"message":"a","stream":null}"#, #"{"message":"a","locale":"zh-Hans-CN"}"#])
    func nullsAndLongTagsAreFine(json: String) throws {
        #expect(try ChatRequest(jsonValue: JSONValue(parsing: json)).message == "a")
    }
}
