import StandIns
import StreamingJSON
import Testing

/// The wire format of the stand-in for Gemini.
@Suite(.timeLimit(.minutes(1))) struct GeminiStandInTests {
    private static let stream = "/v1beta/models/m:streamGenerateContent?alt=sse"
    private static let hi = #"{"contents":[{"role":"user","parts":[{"text":"hi"}]}]}"#

    private func generate(
        _ reply: ScriptedReply,
        _ target: String = GeminiStandInTests.stream,
        body: String = GeminiStandInTests.hi
    ) async throws -> RawClient.Answer {
        try await GeminiStandIn.with(script: { _ in reply }) { standIn in
            try await RawClient(standIn).send("POST", target, body: body)
        }
    }

    private static let steps: [ScriptedReply.Step] = [
        .thought("Hm.", seal: "c2VhbA=="), .token("It is."),
        .toolCalls(
            [.init("get_weather", arguments: #"{"city":"東京"}"#), .init("get_time", arguments: "{}", id: "fc-b")],
            interleaved: false
        ),
    ]

    @Test func eventsStreamInTheRecordedShape() async throws {
        let answer = try await generate(.init(Self.steps))
        #expect(answer.header("Content-Type") == "text/event-stream")
        #expect(answer.body.hasSuffix("\r\n\r\n"))
        let events = try answer.body.split(separator: "\r\n\r\n").map {
            try JSONValue(parsing: String($0.dropFirst("data: ".count)))
        }
        let parts = events.map { $0["candidates"]?[0]?["content"]?["parts"] }
        #expect(parts.count == 4)
        #expect(parts[0] == [["text": "Hm.", "thought": true]])
        #expect(parts[1] == [["text": "It is."]])
        #expect(
            parts[2]?[0] == [
                "functionCall": ["name": "get_weather", "args": ["city": "東京"], "id": "fc-StandIn1-1"],
                "thoughtSignature": "c2VhbA==",
            ]
        )
        #expect(parts[2]?[1] == ["functionCall": ["name": "get_time", "args": [:], "id": "fc-b"]])
        #expect(parts[3] == [["text": ""]])
        #expect(events.map { $0["candidates"]?[0]?["finishReason"] } == [nil, nil, nil, "STOP"])
        #expect(events.allSatisfy { $0["usageMetadata"]?["promptTokenCount"] == 53 && $0["modelVersion"] == "m" })
    }

    @Test func withoutServerSentEventsTheStreamIsAnArray() async throws {
        let answer = try await generate(.tokens(["a", "b"]), "/v1/models/m:streamGenerateContent")
        let texts = answer.json?.arrayValue?.map { $0["candidates"]?[0]?["content"]?["parts"]?[0]?["text"] }
        #expect(texts == ["a", "b", ""])
    }

    @Test func anAnswerInOnePiece() async throws {
        let json = try #require(try await generate(.tokens(["a", "b"]), "/v1beta/models/m:generateContent").json)
        #expect(json["candidates"]?[0]?["content"]?["parts"] == [["text": "ab"]])
        #expect(json["candidates"]?[0]?["finishReason"] == "STOP")
    }

    private static let call = #"{"role":"model","parts":[{"functionCall":{"name":"f","args":{}}}]}"#
    private static let user = #"{"role":"user","parts":[{"text":"hi"}]}"#
    private static let response =
        #"{"role":"user","parts":[{"functionResponse":{"name":"f","response":{"output":"fine"}}}]}"#

    @Test(arguments: [
        #"{"contents":[]}"#, #"{"contents":[{"role":"user","parts":[]}]}"#,
        #"{"contents":[{"role":"user","parts":[{"text":""}]}]}"#,
        #"{"contents":[{"role":"assistant","parts":[{"text":"hi"}]}]}"#, #"{"contents":[\#(call),\#(response)]}"#,
        #"{"contents":[\#(user),\#(call)]}"#, #"{"contents":[\#(user),\#(call),\#(user)]}"#,
        #"{"contents":[\#(user)],"generationConfig":{"responseJsonSchema":{}}}"#,
        #"{"contents":[\#(user)],"tools":[],"generationConfig":{"responseMimeType":"application/json","responseJsonSchema":{}}}"#,
        "nonsense",
    ]) func theUpstreamsRulesAreEnforced(body: String) async throws {
        let answer = try await generate(.text("no"), body: body)
        #expect(answer.status == 400)
        #expect(answer.json?["error"]?["status"] == "INVALID_ARGUMENT")
    }

    @Test func newModelsRequireSignatures() async throws {
        let path = "/v1beta/models/gemini-3.1-pro:streamGenerateContent?alt=sse"
        let body = #"{"contents":[\#(Self.user),\#(Self.call),\#(Self.response)]}"#
        #expect(try await generate(.text("no"), path, body: body).status == 400)
        let signed = body.replacing(#""args":{}}"#, with: #""args":{}},"thoughtSignature":"c2VhbA==""#)
        #expect(try await generate(.text("yes"), path, body: signed).status == 200)
        #expect(try await generate(.text("yes"), body: body).status == 200)
    }

    @Test func aWrongKeyIsA400() async throws {
        try await GeminiStandIn.with(keys: ["gm-1"]) { standIn in
            let rows: [([String], String, Int)] = [
                (["x-goog-api-key: gm-2"], "/v1beta/models", 400), ([], "/v1beta/models", 403),
                (["x-goog-api-key: gm-1"], "/v1beta/models", 200), ([], "/v1beta/models?key=gm-1", 200),
            ]
            for (headers, target, status) in rows {
                let answer = try await RawClient(standIn).send("GET", target, headers: headers)
                #expect(answer.status == status)
            }
        }
    }

    @Test func aScriptReadsTheConversation() async throws {
        let script: GeminiStandIn.Script = { request in
            let output = request.toolOutputs.first
            return .text(
                "\(request.lastUserText) \(output?.name ?? "") \(output?.arguments ?? "") \(output?.text ?? "")"
            )
        }
        try await GeminiStandIn.with(script: script) { standIn in
            let body = #"{"contents":[\#(Self.user),\#(Self.call),\#(Self.response)]}"#
            let answer = try await RawClient(standIn).send("POST", "/v1/models/m:generateContent", body: body)
            #expect(answer.json?["candidates"]?[0]?["content"]?["parts"]?[0]?["text"] == "hi f {} fine")
        }
    }
}
