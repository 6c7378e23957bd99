import AgentWire
import StreamingJSON
import Testing

/// The fields of a request beside its items.
@Suite struct ResponsesRequestTests {
    private static func read(_ more: String, _ input: String = #""Hi""#) throws -> ResponsesRequest {
        let parts = [#""input":"# + input, more].filter { !$0.isEmpty }
        return try ResponsesRequest(jsonValue: JSONValue(parsing: "{" + parts.joined(separator: ",") + "}"))
    }

    @Test func aWholeRequestIsRead() throws {
        let request = try Self.read(
            #"""
            "model":"m","instructions":"Be brief.","stream":true,"stream_options":{"include_obfuscation":false},
            "temperature":0.5,"top_p":0.25,"presence_penalty":1,"frequency_penalty":-1,"max_output_tokens":100,
            "max_tool_calls":3,"parallel_tool_calls":false,"metadata":{"k":"v"},"background":true,
            "reasoning":{"effort":"max","summary":"auto"},"include":["reasoning.encrypted_content"],"top_logprobs":0,
            "previous_response_id":"resp_01ab_2","tool_choice":"required",
            "tools":[{"type":"function","name":"f","description":"d","strict":true,
                "parameters":{"type":"object","properties":{"a":{"type":"string"}}}},
                {"type":"function","name":"g"},{"type":"torii:getInventory"},{"type":"web_search"}],
            "text":{"format":{"type":"json_schema","name":"n","description":"D","schema":{"type":"object"}}},
            "torii":{"tools":["getCurrentWeather"]}
            """#
        )
        let turn = request.turn
        #expect(turn.dialect == .responses && turn.model == "m" && turn.stream == true && turn.isStored)
        #expect(turn.input == [.text("Be brief.", from: .developer), .text("Hi")])
        #expect(turn.inputPlaces == ["#/instructions", "#/input"])
        #expect(request.previousResponse == ResponseID(run: "run_01ab", after: 2) && turn.conversation == .new)
        var sampling = Sampling()
        (sampling.temperature, sampling.topP, sampling.maximumOutputTokens) = (0.5, 0.25, 100)
        (sampling.presencePenalty, sampling.frequencyPenalty) = (1, -1)
        #expect(turn.sampling == sampling && turn.reasoningEffort == .max)
        #expect(turn.toolChoice == .required && turn.parallelToolCalls == false && turn.maximumToolCalls == 3)
        #expect(turn.metadata == ["k": "v"] && request.isBackground && turn.onDisconnect == .finish)
        #expect(turn.clientTools.map(\.name) == ["f", "g"] && turn.clientTools.map(\.description) == ["d", ""])
        #expect(turn.clientTools[1].parameters == ["type": "object", "properties": [:]])
        #expect(turn.tools == ["getInventory", "searchWeb", "getCurrentWeather"])
        #expect(turn.responseFormat?.schema == ["type": "object", "title": "n", "description": "D"])
        #expect(turn.responseFormat?.pointer == "#/text/format/schema")
        #expect(request.ignored == [] && request.outputs == [] && request.decisions == [])
        var kept = turn
        kept.inputPlaces = []
        kept.responseFormat?.pointer = "#/response_format"
        #expect(TurnRequest(stored: turn.stored) == kept)
    }

    @Test func defaultsLeaveTheChoiceToTheModel() throws {
        let request = try Self.read("")
        let turn = request.turn
        #expect(turn.sampling == Sampling() && turn.toolChoice == .auto && turn.tools == nil && turn.model == nil)
        #expect(turn.stream == false && turn.isStored && turn.metadata.isEmpty && turn.maximumToolCalls == nil)
        #expect(turn.onDisconnect == nil && turn.reasoningEffort == nil && !request.isBackground)
        #expect(request.previousResponse == nil && turn.conversation == .new)
        let nulls = [
            "background", "conversation", "include", "instructions", "max_output_tokens", "max_tool_calls", "metadata",
            "model", "moderation", "parallel_tool_calls", "previous_response_id", "prompt", "reasoning",
            "safety_identifier", "service_tier", "store", "stream", "stream_options", "temperature", "text",
            "tool_choice", "tools", "top_logprobs", "top_p", "truncation", "user",
        ]
        let same = try Self.read(nulls.map { "\"\($0)\":null" }.joined(separator: ","))
        #expect(same.turn == turn && same.ignored == [])
    }

    /// A field of the place, and the conversation.
    @Test(
        arguments: [
            ("", .new), (#""store":false"#, .none), (#""conversation":"conv_1""#, .existing("conv_1")),
            (#""conversation":{"id":"conv_1"}"#, .existing("conv_1")),
            (#""conversation":"conv_1","store":false"#, .existing("conv_1")),
        ] as [(String, ConversationChoice)]
    )
    func placesAreRead(fields: String, conversation: ConversationChoice) throws {
        let turn = try Self.read(fields).turn
        #expect(turn.conversation == conversation && turn.isStored == !fields.contains("store"))
    }

    /// Formats, and whether a JSON object is requested.
    @Test(
        arguments: [
            (#"{}"#, nil, false), (#"{"format":null}"#, nil, false), (#"{"format":{"type":"text"}}"#, nil, false),
            (#"{"format":{"type":"json_object"}}"#, nil, true),
            (
                #"{"format":{"type":"json_schema","name":"n","strict":null,"schema":{"type":"array","title":"T"}}}"#,
                ["type": "array", "title": "T"], false
            ),
        ] as [(String, JSONValue?, Bool)]
    )
    func formatsAreRead(text: String, schema: JSONValue?, wantsObject: Bool) throws {
        let turn = try Self.read(#""text":"# + text).turn
        #expect(turn.responseFormat?.schema == schema && turn.wantsJSONObject == wantsObject)
    }

    /// The name of a parameter of the model, and its field.
    @Test func parametersHaveTheirFields() throws {
        let request = try Self.read("")
        let names = [
            "max_output_tokens", "response_format", "reasoning_effort", "image_detail", "torii.tools", "top_p",
        ]
        let fields = [
            "max_output_tokens", "text.format", "reasoning.effort", "input.content.detail", "tools", "top_p",
        ]
        #expect(names.map(request.field(of:)) == fields)
    }

    @Test func fieldsWithoutEffectAreListed() throws {
        let request = try Self.read(
            #"""
            "service_tier":"flex","truncation":"auto","user":"u","safety_identifier":"s","prompt_cache_key":"k","betas":["b"],"x\u0000":1,
            "context_management":[],"stream":true,"stream_options":{"include_obfuscation":true,"x":1},
            "text":{"verbosity":"low"},"reasoning":{"summary":"detailed","x":1},
            "include":["web_search_call.results","reasoning.encrypted_content"]
            """#
        )
        #expect(
            request.ignored == [
                "service_tier", "user", "safety_identifier", "prompt_cache_key", "betas", "x?",
                "stream_options.x", "stream_options.include_obfuscation", "text.verbosity", "reasoning.x",
                "reasoning.summary?detailed", "include.web_search_call.results", "context_management",
                "truncation",
            ]
        )
    }

    /// Further fields, and the JSON pointers of their faults with their kinds.
    @Test(
        arguments: [
            (#""stream":"yes""#, ["#/stream": .wrongType]), (#""store":1"#, ["#/store": .wrongType]),
            (#""model":"""#, ["#/model": .invalidValue]), (#""model":5"#, ["#/model": .wrongType]),
            (#""instructions":["a"]"#, ["#/instructions": .wrongType]),
            (#""temperature":2.1"#, ["#/temperature": .decimalTooLarge]),
            (#""temperature":-1"#, ["#/temperature": .decimalTooSmall]), (#""top_p":"1""#, ["#/top_p": .wrongType]),
            (#""presence_penalty":3"#, ["#/presence_penalty": .decimalTooLarge]),
            (#""frequency_penalty":-3"#, ["#/frequency_penalty": .decimalTooSmall]),
            (#""max_output_tokens":0"#, ["#/max_output_tokens": .integerTooSmall]),
            (#""max_output_tokens":99999999999"#, ["#/max_output_tokens": .integerTooLarge]),
            (#""max_output_tokens":1.5"#, ["#/max_output_tokens": .wrongType]),
            (#""max_tool_calls":-1"#, ["#/max_tool_calls": .integerTooSmall]),
            (#""max_tool_calls":1000001"#, ["#/max_tool_calls": .integerTooLarge]),
            (#""parallel_tool_calls":0"#, ["#/parallel_tool_calls": .wrongType]),
            (#""top_logprobs":1"#, ["#/top_logprobs": .unsupportedField]),
            (#""prompt":{"id":"p"}"#, ["#/prompt": .unsupportedField]),
            (#""moderation":{}"#, ["#/moderation": .unsupportedField]),
            (#""truncation":"middle""#, ["#/truncation": .unsupportedValue]),
            (#""background":true,"store":false"#, ["#/background": .invalidValue]),
            (#""stream_options":{}"#, ["#/stream_options": .invalidValue]),
            (#""stream":true,"stream_options":[]"#, ["#/stream_options": .wrongType]),
            (#""conversation":5"#, ["#/conversation": .wrongType]),
            (#""conversation":"""#, ["#/conversation": .invalidValue]),
            (#""conversation":{}"#, ["#/conversation/id": .missing]),
            (#""conversation":"c","previous_response_id":"resp_1""#, ["#/previous_response_id": .invalidValue]),
            (#""previous_response_id":5"#, ["#/previous_response_id": .wrongType]),
            // An id of another form is unknown, as is the id of a run.
            (#""previous_response_id":"resp_0/1""#, ["#/previous_response_id": .unknownResponse]),
            (#""previous_response_id":"run_01ab""#, ["#/previous_response_id": .unknownResponse]),
            (#""previous_response_id":"""#, ["#/previous_response_id": .unknownResponse]),
            (#""metadata":"m""#, ["#/metadata": .wrongType]),
            (#""metadata":{"a/b":1}"#, ["#/metadata/a~1b": .wrongType]),
            (#""include":"all""#, ["#/include": .wrongType]), (#""include":["x"]"#, ["#/include/0": .invalidValue]),
            (
                #""include":["web_search_call.results","message.output_text.logprobs"]"#,
                ["#/include/1": .unsupportedValue]
            ),
            (#""reasoning":"high""#, ["#/reasoning": .wrongType]),
            (#""reasoning":{"effort":"enormous"}"#, ["#/reasoning/effort": .unsupportedValue]),
            (#""reasoning":{"summary":"long"}"#, ["#/reasoning/summary": .unsupportedValue]),
            (#""text":"plain""#, ["#/text": .wrongType]), (#""text":{"format":5}"#, ["#/text/format/type": .missing]),
            (#""text":{"format":{}}"#, ["#/text/format/type": .missing]),
            (#""text":{"format":{"type":"regex"}}"#, ["#/text/format/type": .invalidValue]),
            (
                #""text":{"format":{"type":"json_schema"}}"#,
                ["#/text/format/name": .missing, "#/text/format/schema": .missing]
            ),
            (
                #""text":{"format":{"type":"json_schema","name":"n","schema":{}}}"#,
                ["#/text/format/schema": .invalidValue]
            ),
            (
                #""text":{"format":{"type":"json_schema","name":"n","schema":[],"strict":1}}"#,
                ["#/text/format/schema": .wrongType, "#/text/format/strict": .wrongType]
            ),
            (#""torii":5"#, ["#/torii": .wrongType]), (#""torii":{"x":1}"#, ["#/torii/x": .unknownField]),
            (#""torii":{"tools":"a"}"#, ["#/torii/tools": .wrongType]),
        ] as [(String, [String: WireError.Fault.Kind])]
    )
    func faultyFieldsAreRefused(more: String, faults: [String: WireError.Fault.Kind]) throws {
        let error = try #require(throws: WireError.self) { try Self.read(more) }
        #expect(Dictionary(error.faults.map { ($0.pointer, $0.kind) }) { $1 } == faults)
        #expect(error.faults.count == faults.count)
    }

    /// The limits of a request's parts: the largest is accepted, a larger one is refused.
    @Test func partsHaveLimits() throws {
        func pairs(_ count: Int) -> String {
            "\"metadata\":{" + (0..<count).map { "\"k\($0)\":\"v\"" }.joined(separator: ",") + "}"
        }
        func pair(_ name: Int, _ value: Int) -> String {
            let (name, value) = (String(repeating: "名", count: name), String(repeating: "値", count: value))
            return #""metadata":{"\#(name)":"\#(value)"}"#
        }
        func tools(_ count: Int) -> String {
            #""tools":["# + (0..<count).map { #"{"type":"function","name":"f\#($0)"}"# }.joined(separator: ",") + "]"
        }
        func note(_ name: String, _ count: Int) -> String {
            "\"\(name)\":\"" + String(repeating: "n", count: count) + "\""
        }
        for more in [pairs(16), pair(64, 512), tools(1024), note("user", 512)] {
            #expect(throws: Never.self) { try Self.read(more) }
        }
        for (more, pointer) in [
            (pairs(17), "#/metadata"), (pair(1, 513), "#/metadata/名"), (tools(1025), "#/tools"),
            (note("user", 513), "#/user"), (note("prompt_cache_key", 513), "#/prompt_cache_key"),
        ] {
            let error = #expect(throws: WireError.self) { try Self.read(more) }
            #expect(error?.faults.map(\.pointer) == [pointer])
        }
        #expect(throws: WireError.self) { try Self.read(pair(65, 1)) }
        let item = #"{"role":"user","content":"a"}"#
        #expect(throws: Never.self) {
            try Self.read("", "[" + Array(repeating: item, count: 4096).joined(separator: ",") + "]")
        }
        let error = #expect(throws: WireError.self) {
            try Self.read("", "[" + Array(repeating: "5", count: 4097).joined(separator: ",") + "]")
        }
        #expect(error?.faults.map(\.pointer) == ["#/input"])
    }

    /// A follow-up's further fields, and the ignored ones.
    @Test(
        arguments: [
            ("", []), (#""previous_response_id":"resp_01ab","stream":true"#, []),
            (#""temperature":1"#, ["temperature"]), (#""instructions":"S""#, ["instructions"]),
            (#""tools":[{"type":"function","name":"f"}]"#, ["tools"]), (#""tool_choice":"required""#, ["tool_choice"]),
            (#""tools":[{"type":"torii:x"}]"#, ["tools"]), (#""max_tool_calls":1"#, ["max_tool_calls"]),
            (#""reasoning":{"effort":"low"}"#, ["reasoning.effort"]), (#""metadata":{"a":"b"}"#, ["metadata"]),
            (#""text":{"format":{"type":"json_object"}}"#, ["text.format"]), (#""background":true"#, ["background"]),
            (#""truncation":"disabled","model":"other""#, ["model"]),
        ] as [(String, [String])]
    )
    func aFollowUpHasTheFormOfItsRun(more: String, ignored: [String]) throws {
        let run = try Self.read("").turn
        var request = try Self.read(more)
        request.follow(run, askedOf: "openai:m")
        #expect(request.ignored == ignored)
    }

    /// Messages of the developer apply to the turns after them, and instructions to one turn.
    @Test func messagesOfTheDeveloperAreInherited() throws {
        let first = try Self.read(
            #""instructions":"I1""#,
            #"[{"role":"developer","content":"D1"},{"role":"user","content":"U1"},{"role":"system","content":"S1"}]"#
        )
        var second = try Self.read(
            #""instructions":"I2""#,
            #"[{"role":"developer","content":"D2"},{"role":"user","content":"U2"}]"#
        )
        second.inherit(from: first.turn)
        func texts(_ request: ResponsesRequest) -> [String] {
            request.turn.input.map {
                if case .message(_, let parts) = $0 { parts.compactMap(\.text).joined() } else { "" }
            }
        }
        #expect(texts(second) == ["D1", "S1", "I2", "D2", "U2"])
        #expect(second.turn.inputPlaces.count == second.turn.input.count)
        #expect(second.turn.inputPlaces[0] == "#/previous_response_id")
        var third = try Self.read("", #""U3""#)
        third.inherit(from: try #require(TurnRequest(stored: second.turn.stored)))
        #expect(texts(third) == ["D1", "S1", "D2", "U3"])
        let page = try #require(ResponseInputItems(of: third.turn, in: "run_3", .ascending, after: nil, limit: 20))
        #expect(page.items.map { $0["content"]?[0]?["text"] } == ["U3"])
        var alone = try Self.read("")
        alone.inherit(from: third.turn)
        var plain = try Self.read("")
        plain.inherit(from: try Self.read("").turn)
        #expect(texts(alone) == ["D1", "S1", "D2", "Hi"] && texts(plain) == ["Hi"])
    }
}
