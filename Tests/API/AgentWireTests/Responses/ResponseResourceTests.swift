import AgentWire
import StreamingJSON
import Testing

/// The members of a response.
@Suite struct ResponseResourceTests {
    private typealias F = ResponseFrames

    private static func resource(
        _ run: RecordedRuns.Run = RecordedRuns.text,
        after waits: Int = 0,
        _ change: (inout TurnRequest) -> Void = { _ in }
    ) throws -> JSONValue {
        let form = ResponseForm(F.request(change), of: "run_01ab", after: waits)
        return try JSONValue(parsing: resource(run.events, after: waits, form))
    }

    private static func resource(_ events: [RunEvent], after waits: Int = 0, _ form: ResponseForm) -> [UInt8] {
        var encoder = ResponseEncoder(form, after: waits, from: nil)
        var bytes: [UInt8] = []
        encoder.encode(RecordedRuns.lines(events), into: &bytes)
        return encoder.resource
    }

    /// All members that Open Responses requires, in the response of the shortest request.
    @Test func aResponseHasAllMembers() throws {
        let message: JSONValue = [
            "id": "msg_01ab_0", "type": "message", "status": "completed", "role": "assistant",
            "content": [["type": "output_text", "text": "Hello", "annotations": [], "logprobs": []]],
        ]
        #expect(
            try Self.resource() == [
                "id": "resp_01ab", "object": "response", "created_at": 1_795_000_000, "model": "phrasebook",
                "status": "completed", "completed_at": nil, "error": nil, "incomplete_details": nil,
                "usage": [
                    "input_tokens": 10, "input_tokens_details": ["cached_tokens": 1, "cache_write_tokens": 0],
                    "output_tokens": 5,
                    "output_tokens_details": ["reasoning_tokens": 2], "total_tokens": 15,
                ],
                "output": [message], "background": false, "instructions": nil, "previous_response_id": nil,
                "prompt_cache_key": nil, "reasoning": ["effort": nil, "summary": nil], "safety_identifier": nil,
                "service_tier": "default", "text": ["format": ["type": "text"]], "tool_choice": "auto", "tools": [],
                "truncation": "disabled", "temperature": 1, "top_p": 1, "presence_penalty": 0, "frequency_penalty": 0,
                "top_logprobs": 0, "max_output_tokens": nil, "max_tool_calls": nil, "parallel_tool_calls": true,
                "store": true, "metadata": [:],
            ]
        )
    }

    @Test func aResponseRepeatsItsRequest() throws {
        let body: JSONValue = [
            "model": "m", "input": "Hi", "instructions": "Be brief.", "store": true, "background": true,
            "temperature": 0.5, "top_p": 0.25, "presence_penalty": 1, "frequency_penalty": -1,
            "max_output_tokens": 100, "max_tool_calls": 3, "parallel_tool_calls": false,
            "metadata": ["b": "2", "a": "1"],
            "reasoning": ["effort": "max", "summary": "auto"], "truncation": "disabled", "user": "u",
            "safety_identifier": "s", "prompt_cache_key": "k", "tool_choice": ["type": "function", "name": "f"],
            "tools": [
                ["type": "function", "name": "f", "parameters": ["type": "object"], "strict": false],
                ["type": "function", "name": "g", "description": "Gs"], ["type": "web_search"],
                ["type": "mcp", "server_label": "torii", "server_url": "https://a.example", "allowed_tools": ["x"]],
            ],
            "text": [
                "format": ["type": "json_schema", "name": "n", "schema": ["type": "object", "title": "T"]],
                "verbosity": "low",
            ],
        ]
        let turn = try ResponsesRequest(jsonValue: body).turn
        let read = try #require(TurnRequest(stored: turn.stored))
        for request in [turn, read] {
            let form = ResponseForm(request, of: "run_01ab")
            let resource = try JSONValue(parsing: Self.resource(RecordedRuns.text.events, form))
            for name in [
                "model", "instructions", "store", "background", "temperature", "top_p", "presence_penalty",
                "frequency_penalty", "max_output_tokens", "max_tool_calls", "parallel_tool_calls", "reasoning",
                "truncation", "user", "safety_identifier", "prompt_cache_key", "tool_choice",
            ] {
                #expect(resource[name] == body[name], "\(name)")
            }
            #expect(resource["metadata"] == ["a": "1", "b": "2"])
            #expect(
                resource["text"] == [
                    "format": [
                        "type": "json_schema", "name": "n", "schema": ["type": "object", "title": "T"], "strict": true,
                    ]
                ]
            )
            #expect(
                resource["tools"] == [
                    [
                        "type": "function", "name": "f", "description": nil, "parameters": ["type": "object"],
                        "strict": false,
                    ],
                    ["type": "function", "name": "g", "description": "Gs", "parameters": nil, "strict": true],
                    ["type": "web_search"], ["type": "mcp", "server_label": "torii", "allowed_tools": ["x"]],
                ]
            )
        }
    }

    /// A run's conversation, and the end of its last round.
    @Test func aResponseHasItsConversationAndItsTimes() throws {
        var events = RecordedRuns.filter.events
        events[0] = .started(
            RunStart(run: "run_01ab", conversation: "conv_1", model: "m", createdAt: 1_795_000_000)
        )
        let form = ResponseForm(F.request(), of: "run_01ab")
        let filtered = try JSONValue(parsing: Self.resource(events, form))
        #expect(filtered["conversation"] == ["id": "conv_1"] && filtered["completed_at"]?.isNull == true)
        #expect(filtered["incomplete_details"] == ["reason": "content_filter"])
        let completed = try Self.resource(RecordedRuns.replaced)
        #expect(completed["completed_at"] == 1_795_000_009 && completed["conversation"] == nil)
    }

    /// The tokens of an answer after a wait are those since the wait; the response follows the one before.
    @Test func anAnswerAfterAWaitFollowsTheResponseBefore() throws {
        let first = try Self.resource(RecordedRuns.callsInPieces)
        #expect(first["id"] == "resp_01ab" && first["previous_response_id"]?.isNull == true)
        #expect(first["usage"]?["total_tokens"] == 15 && first["status"] == "completed")
        let second = try Self.resource(RecordedRuns.callsInPieces, after: 1)
        #expect(second["id"] == "resp_01ab_1" && second["previous_response_id"] == "resp_01ab")
        #expect(second["usage"]?["total_tokens"] == 15)
        let third = try Self.resource(RecordedRuns.callsInPieces, after: 2)
        #expect(third["id"] == "resp_01ab_2" && third["previous_response_id"] == "resp_01ab_1")
        #expect(third["usage"]?["total_tokens"] == 16)
    }

    @Test func aQueuedResponseHasNoOutput() throws {
        let encoder = ResponseEncoder(F.plain, from: nil)
        #expect(!encoder.hasStarted)
        let start = RunStart(run: "run_01ab", conversation: "conv_1", model: "m", createdAt: 7)
        let queued = try JSONValue(parsing: encoder.queuedResource(start))
        #expect(queued["id"] == "resp_01ab" && queued["status"] == "queued" && queued["created_at"] == 7)
        #expect(queued["output"] == [] && queued["usage"]?.isNull == true)
    }

    /// A failed run, and the error of its response; the codes are those that OpenAI's form lists.
    @Test(
        arguments: [
            (Problem(.upstreamFailed, detail: "the provider broke off"), "server_error"),
            (Problem(.rateLimited, detail: "too many"), "rate_limit_exceeded"),
            (Problem(.refused, detail: "declined"), "invalid_prompt"),
            (Problem(.conversationTooLong, detail: "too long"), "invalid_prompt"),
            (Problem(.internalError, detail: "a fault"), "server_error"),
        ]
    )
    func aFailedResponseHasAnError(problem: Problem, code: String) throws {
        let events = [RecordedRuns.start, .failed(problem)]
        let resource = try JSONValue(parsing: Self.resource(events, F.plain))
        #expect(resource["status"] == "failed" && resource["completed_at"]?.isNull == true)
        #expect(resource["error"]?["code"] == .string(code))
        let error = try #require(F.data(F.bytes(events)).first { $0["type"] == "error" })
        // Both forms of the event: the members of OpenAI's are flat, those of Open Responses are nested.
        #expect(error["message"] == error["error"]?["message"] && error["code"] == error["error"]?["code"])
        #expect(error["message"] == resource["error"]?["message"] && error["param"]?.isNull == true)
    }

    @Test func aCancelledResponseHasNoError() throws {
        let resource = try Self.resource(RecordedRuns.cancelled)
        #expect(resource["status"] == "cancelled" && resource["error"]?.isNull == true)
        #expect(resource["incomplete_details"]?.isNull == true)
    }
}

/// The items that only this server has, and reasoning.
@Suite struct ResponseItemTests {
    private typealias F = ResponseFrames

    private static func output(_ run: RecordedRuns.Run, _ form: ResponseForm = F.plain) throws -> [JSONValue] {
        try #require(F.data(F.bytes(run.events, form)).last?["response"]?["output"]?.arrayValue)
    }

    /// A program that reads an unknown item as a message finds content in it.
    @Test func aCallOfTheServerHasItsOutput() throws {
        let output = try Self.output(RecordedRuns.parallelCalls)
        #expect(
            output[0] == [
                "id": "tc_01ab_0", "type": "torii:tool_call", "status": "completed", "call_id": "s0",
                "name": "searchWeb", "arguments": "{}", "output": "found", "error": nil, "content": [],
                "artifacts": [["type": "web.results", "data": [1]]], "duration_ms": 7,
            ]
        )
        #expect(output[1]["error"] == "no such list" && output[1]["output"]?.isNull == true)
        let broken = try Self.output(RecordedRuns.brokenServerCall)
        #expect(broken[1]["status"] == "incomplete" && broken[1]["output"]?.isNull == true)
        #expect(broken[1]["content"] == [])
    }

    @Test func aRequestForApprovalHasItsCall() throws {
        let own = try Self.output(RecordedRuns.approval)[0]
        #expect(
            own == [
                "id": "mcpr_01ab_server0", "type": "torii:approval_request", "status": "completed", "name": "sendMail",
                "arguments": "{\"a\":\"\\\"\u{2028}日\"}", "text": "May sendMail be called?",
                "deadline": "2026-11-18T11:16:40Z", "content": [],
            ]
        )
        let request = F.request { $0.echo = ["tools": [["type": "mcp", "server_label": "torii"]]] }
        #expect(
            try Self.output(RecordedRuns.approval, ResponseForm(request))[0] == [
                "id": "mcpr_01ab_server0", "type": "mcp_approval_request", "server_label": "torii", "name": "sendMail",
                "arguments": "{\"a\":\"\\\"\u{2028}日\"}",
            ]
        )
    }

    /// Reasoning that a client returns with its seal is the same.
    @Test func sealedReasoningComesBack() throws {
        let output = try Self.output(RecordedRuns.sealedThoughts, F.open)
        #expect(output[0]["summary"] == [["type": "summary_text", "text": "First \"look."]])
        #expect(output[1]["summary"] == [] && output[3]["encrypted_content"] == nil)
        let body: JSONValue = ["input": .array(output)]
        let items = try ResponsesRequest(jsonValue: body).turn.input
        let thoughts = items.compactMap { item in if case .reasoning(let thought) = item { thought } else { nil } }
        #expect(
            thoughts == [
                InputReasoning(text: "First \"look.", seal: "c2VhbA=="),
                InputReasoning(text: "", seal: "c2VjcmV0", isRedacted: true), InputReasoning(text: "Now.", seal: nil),
            ]
        )
    }

    /// Without the request's options, reasoning shows neither its text nor its seal; with seals alone, the seal contains the text.
    @Test func reasoningIsHiddenUnlessRequested() throws {
        let hidden = try Self.output(RecordedRuns.sealedThoughts)[0]
        #expect(hidden == ["id": "rs_01ab_0", "type": "reasoning", "summary": []])
        let sealed = try Self.output(RecordedRuns.sealedThoughts, ResponseForm(F.request { $0.echo = ["seals": true] }))
        #expect(sealed[0]["summary"] == [])
        let items = try ResponsesRequest(jsonValue: ["input": .array(sealed)]).turn.input
        #expect(items.first == .reasoning(InputReasoning(text: "First \"look.", seal: "c2VhbA==")))
    }

    /// All output of a response can be sent back as input.
    @Test(arguments: ResponseStreamTests.runs)
    func outputIsInput(run: RecordedRuns.Run) throws {
        for form in [F.plain, F.open] {
            let output = try Self.output(run, form)
            let user: JSONValue = ["role": "user", "content": "And now?"]
            let request = try ResponsesRequest(jsonValue: ["input": .array(output + [user])])
            #expect(request.ignored == [] && request.outputs.isEmpty && request.decisions.isEmpty)
            #expect(request.turn.input.last == .text("And now?"))
        }
    }
}
