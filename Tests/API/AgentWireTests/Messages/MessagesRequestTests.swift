import AgentWire
import StreamingJSON
import Testing

/// The fields of a request beside its messages.
@Suite struct MessagesRequestTests {
    private static func read(
        _ more: String,
        _ head: String = #""model":"m","max_tokens":4096"#,
        for purpose: MessagesRequest.Purpose = .answer
    ) throws -> MessagesRequest {
        let parts = [head, #""messages":[{"role":"user","content":"Hi"}]"#, more].filter { !$0.isEmpty }
        return try MessagesRequest(
            jsonValue: JSONValue(parsing: "{" + parts.joined(separator: ",") + "}"),
            for: purpose
        )
    }

    @Test func aWholeRequestIsRead() throws {
        let request = try Self.read(
            #"""
            "stream":true,"temperature":0.5,"top_p":1,"top_k":40,"stop_sequences":["a","b"],
            "metadata":{"user_id":"u"},"tool_choice":{"type":"any","disable_parallel_tool_use":true},
            "tools":[{"name":"f","description":"d","strict":true,"eager_input_streaming":true,
                "input_schema":{"type":"object","properties":{"a":{"type":"string"}}}},
                {"type":"custom","name":"g","input_schema":{}}],
            "output_config":{"effort":"max","format":{"type":"json_schema","schema":{"type":"object","title":"T"}}},
            "torii":{"events":true,"tools":["searchWeb"]}
            """#
        )
        let turn = request.turn
        #expect(turn.model == "m" && request.options.model == "m" && turn.stream == true)
        #expect(request.options.showsTools && request.options.thinking == .hidden && !request.options.holdsValue)
        var sampling = Sampling()
        (sampling.temperature, sampling.topP, sampling.topK) = (0.5, 1, 40)
        (sampling.maximumOutputTokens, sampling.stop) = (4096, ["a", "b"])
        #expect(turn.sampling == sampling)
        #expect(turn.toolChoice == .required && turn.parallelToolCalls == false && turn.reasoningEffort == .max)
        #expect(turn.metadata == ["user_id": "u"] && turn.tools == ["searchWeb"])
        #expect(turn.clientTools.map(\.name) == ["f", "g"] && turn.clientTools.map(\.description) == ["d", ""])
        #expect(turn.clientTools[0].parameters["properties"]?["a"] == ["type": "string"])
        #expect(turn.clientTools[1].parameters == ["type": "object", "properties": [:]])
        #expect(turn.responseFormat?.schema == ["type": "object", "title": "T"])
        #expect(turn.responseFormat?.pointer == "#/output_config/format/schema")
        #expect(request.ignored == [] && request.emulated == [])
        var kept = turn
        kept.inputPlaces = []
        kept.responseFormat?.pointer = "#/response_format"
        #expect(TurnRequest(stored: turn.stored) == kept)
    }

    @Test func defaultsLeaveTheChoiceToTheModel() throws {
        let request = try Self.read("")
        var sampling = Sampling()
        sampling.maximumOutputTokens = 4096
        #expect(request.turn.sampling == sampling && request.turn.toolChoice == .auto && request.turn.tools == nil)
        #expect(request.turn.stream == false && request.turn.reasoningEffort == nil)
        var options = MessagesOptions()
        options.model = "m"
        #expect(request.options == options)
        #expect(try Self.read(#""top_k":0"#).turn.sampling.topK == nil)
    }

    /// The number of input tokens can be requested without a limit of the answer.
    @Test func aCountNeedsNoLimit() throws {
        #expect(try Self.read("", #""model":"m""#, for: .count).turn.sampling.maximumOutputTokens == nil)
        #expect(throws: WireError.self) { try Self.read("", #""model":"m""#) }
    }

    /// A field, and the choice of tools.
    @Test(
        arguments: [
            (#"{"type":"auto"}"#, ToolChoice.auto, nil), (#"{"type":"none"}"#, .none, nil), ("null", .auto, nil),
            (#"{"type":"tool","name":"f","disable_parallel_tool_use":false}"#, .named("f"), true),
            (#"{"type":"any","disable_parallel_tool_use":true}"#, .required, false),
        ] as [(String, ToolChoice, Bool?)]
    )
    func choicesAreRead(choice: String, expected: ToolChoice, isParallel: Bool?) throws {
        let turn = try Self.read(#""tool_choice":"# + choice).turn
        #expect(turn.toolChoice == expected && turn.parallelToolCalls == isParallel)
    }

    /// Fields for thinking, the effort, the form of the thinking, and the fields that are emulated and ignored.
    @Test(
        arguments: [
            (#""thinking":{"type":"disabled"}"#, ReasoningEffort.none, .hidden, [], []),
            (#""thinking":{"type":"enabled","budget_tokens":1024}"#, .low, .shown, ["thinking.budget_tokens"], []),
            (#""thinking":{"type":"enabled","budget_tokens":2049}"#, .medium, .shown, ["thinking.budget_tokens"], []),
            (
                #""thinking":{"type":"enabled","budget_tokens":4095,"display":"omitted"}"#, .medium, .omitted,
                ["thinking.budget_tokens"], []
            ),
            (#""thinking":{"type":"adaptive"}"#, .medium, .shown, ["thinking"], []),
            (#""thinking":{"type":"between_tools"}"#, .medium, .shown, ["thinking"], []),
            (
                #""thinking":{"type":"adaptive","display":"summarized"},"output_config":{"effort":"low"}"#, .low,
                .shown,
                [], []
            ),
            (
                #""thinking":{"type":"enabled","budget_tokens":2000},"output_config":{"effort":"high"}"#, .high, .shown,
                [], ["thinking.budget_tokens"]
            ),
            (
                #""thinking":{"type":"disabled"},"output_config":{"effort":"high"}"#, ReasoningEffort.none, .hidden, [],
                ["output_config.effort"]
            ),
            (#""output_config":{"effort":"xhigh"}"#, .xhigh, .hidden, [], []),
            (#""output_config":{"effort":"max"}"#, .max, .hidden, [], []),
            (#""thinking":null,"output_config":null"#, nil, .hidden, [], []),
        ] as [(String, ReasoningEffort?, MessagesOptions.Thinking, [String], [String])]
    )
    func thinkingIsRead(
        fields: String,
        effort: ReasoningEffort?,
        form: MessagesOptions.Thinking,
        emulated: [String],
        ignored: [String]
    ) throws {
        let request = try Self.read(fields)
        #expect(request.turn.reasoningEffort == effort && request.options.thinking == form)
        #expect(request.emulated == emulated && request.ignored == ignored)
    }

    /// Tools of Anthropic's servers, and those of this server that replace them.
    @Test func someServerToolsAreReplaced() throws {
        let search = #"{"type":"web_search_20250305","name":"web_search","max_uses":5}"#
        let fetch = #"{"type":"web_fetch_20250910","name":"web_fetch","allowed_domains":[]}"#
        let request = try Self.read(
            #""tools":["# + search + "," + fetch + "," + search
                + #"],"tool_choice":{"type":"tool","name":"web_search"}"#
        )
        #expect(request.turn.tools == ["searchWeb", "readWebPage"] && request.turn.clientTools == [])
        #expect(request.turn.toolChoice == .named("searchWeb"))
        #expect(request.ignored == ["tools.max_uses"])
        let more = try Self.read(#""tools":["# + search + #"],"torii":{"tools":["getInventory","searchWeb"]}"#)
        #expect(more.turn.tools == ["getInventory", "searchWeb"])
    }

    /// Tools that only Anthropic's servers or models have are left out.
    @Test func toolsOfOtherTypesAreLeftOut() throws {
        let request = try Self.read(
            #""mcp_servers":[{"url":"https://a.example"}],"tools":[{"type":"bash_20250124","name":"bash"},"#
                + #"{"type":"code_execution_20260521","name":"x"},{"type":"custom","name":"f","input_schema":{}},"#
                + #"{"type":"mcp_toolset","mcp_server_name":"m"}]"#
        )
        #expect(request.turn.clientTools.map(\.name) == ["f"] && request.turn.tools == nil)
        #expect(
            request.ignored == [
                "mcp_servers", "tools.bash_20250124", "tools.code_execution_20260521", "tools.mcp_toolset",
            ]
        )
    }

    /// Bodies of other interfaces, and the address that reads them.
    @Test(arguments: [
        (#"{"input":"a"}"#, "/v1/responses"),
        (#"{"messages":[{"role":"user","content":"a"}],"max_completion_tokens":5}"#, "/v1/chat/completions"),
        (
            #"{"messages":[{"role":"user","content":"a"}],"tools":[{"type":"function","function":{"name":"f"}}]}"#,
            "/v1/chat/completions"
        ),
    ])
    func aBodyOfAnotherInterfaceNamesItsAddress(json: String, address: String) throws {
        let body = try JSONValue(parsing: json)
        let error = #expect(throws: WireError.self) { try MessagesRequest(jsonValue: body) }
        #expect(error?.faults.map { $0.detail.hasSuffix("send it to " + address) } == [true])
    }

    @Test func formatsAreRead() throws {
        let format = #"{"type":"json_schema","schema":{"type":"array"}}"#
        let former = try Self.read(#""output_format":"# + format)
        #expect(former.turn.responseFormat?.schema == ["type": "array"] && former.options.holdsValue)
        #expect(former.turn.responseFormat?.pointer == "#/output_format/schema")
        #expect(try Self.read(#""output_config":{"format":null}"#).turn.responseFormat == nil)
    }

    /// The name of a parameter of the model, and its field.
    @Test func parametersHaveTheirFields() throws {
        let request = try Self.read("")
        let names = ["max_output_tokens", "stop", "parallel_tool_calls", "top_k", "reasoning_effort"]
        let fields = ["max_tokens", "stop_sequences", "tool_choice.disable_parallel_tool_use", "top_k", "thinking"]
        #expect(names.map(request.field(of:)) == fields)
        #expect(
            try Self.read(#""output_config":{"effort":"low"}"#).field(of: "reasoning_effort") == "output_config.effort"
        )
    }

    @Test func unknownFieldsAreListed() throws {
        let request = try Self.read(
            #""service_tier":"auto","betas":["b"],"context_management":{},"speed":"fast","diagnostics":null,"#
                + #""metadata":{"user_id":null,"x":1},"output_config":{"x":1},"mcp_servers":[],"container":null,"#
                + #""tools":[{"name":"f","input_schema":{},"defer_loading":true,"cache_control":{}}]"#
        )
        #expect(
            request.ignored == [
                "service_tier", "betas", "context_management", "speed", "tools.defer_loading",
                "output_config.x", "metadata.x",
            ]
        )
    }

    /// Further fields, and the JSON pointers of their faults.
    @Test(arguments: [
        (#""stream":"yes""#, ["#/stream"]), (#""temperature":1.1"#, ["#/temperature"]),
        (#""temperature":-1"#, ["#/temperature"]),
        (#""temperature":"hot""#, ["#/temperature"]), (#""top_p":2"#, ["#/top_p"]), (#""top_k":-1"#, ["#/top_k"]),
        (#""top_k":1.5"#, ["#/top_k"]), (#""stop_sequences":"a""#, ["#/stop_sequences"]),
        (#""stop_sequences":["a",""]"#, ["#/stop_sequences"]), (#""stop_sequences":[5]"#, ["#/stop_sequences"]),
        (#""system":5"#, ["#/system"]), (#""system":["a"]"#, ["#/system/0"]),
        (#""system":[{"type":"image"}]"#, ["#/system/0/type"]),
        (#""tools":{}"#, ["#/tools"]), (#""tools":[5]"#, ["#/tools/0"]), (#""tools":[{"type":5}]"#, ["#/tools/0/type"]),
        (#""tools":[{}]"#, ["#/tools/0/name", "#/tools/0/input_schema"]),
        (#""tools":[{"name":"a b","input_schema":{}}]"#, ["#/tools/0/name"]),
        (#""tools":[{"name":"a","input_schema":{"type":"string"}}]"#, ["#/tools/0/input_schema"]),
        (#""tools":[{"name":"a","input_schema":"{}"}]"#, ["#/tools/0/input_schema"]),
        (#""tools":[{"name":"a","input_schema":{}},{"name":"a","input_schema":{}}]"#, ["#/tools"]),
        (#""tools":[{"type":"bash_20250124","name":"bash"}],"tool_choice":{"type":"any"}"#, ["#/tool_choice"]),
        (
            #""tools":[{"type":"web_search_20260318","name":"web_search","blocked_domains":["a.example"]}]"#,
            ["#/tools/0/blocked_domains"]
        ),
        (#""tool_choice":"auto""#, ["#/tool_choice"]), (#""tool_choice":{}"#, ["#/tool_choice/type"]),
        (#""tool_choice":{"type":"tool"}"#, ["#/tool_choice/name"]),
        (#""tool_choice":{"type":"required"}"#, ["#/tool_choice/type"]),
        (#""tool_choice":{"type":"auto","disable_parallel_tool_use":1}"#, ["#/tool_choice/disable_parallel_tool_use"]),
        (#""thinking":true"#, ["#/thinking"]), (#""thinking":{}"#, ["#/thinking/type"]),
        (#""thinking":{"type":"deep"}"#, ["#/thinking/type"]),
        (#""thinking":{"type":"enabled"}"#, ["#/thinking/budget_tokens"]),
        (#""thinking":{"type":"enabled","budget_tokens":1023}"#, ["#/thinking/budget_tokens"]),
        (#""thinking":{"type":"enabled","budget_tokens":4096}"#, ["#/thinking/budget_tokens"]),
        (#""thinking":{"type":"adaptive","display":"full"}"#, ["#/thinking/display"]),
        (#""output_config":5"#, ["#/output_config", "#/output_config"]),
        (#""output_config":{"effort":"minimal"}"#, ["#/output_config/effort"]),
        (#""output_config":{"format":{}}"#, ["#/output_config/format/type"]),
        (#""output_config":{"format":{"type":"regex"}}"#, ["#/output_config/format/type"]),
        (#""output_config":{"format":{"type":"json_schema"}}"#, ["#/output_config/format/schema"]),
        (#""output_config":{"format":{"type":"json_schema","schema":{}}}"#, ["#/output_config/format/schema"]),
        (#""output_format":{"type":"json_schema","schema":{}}"#, ["#/output_format/schema"]),
        (
            #""output_format":{"type":"json_schema","schema":{"type":"object"}},"#
                + #""output_config":{"format":{"type":"json_schema","schema":{"type":"object"}}}"#,
            ["#/output_format"]
        ),
        (#""metadata":"u""#, ["#/metadata"]), (#""metadata":{"user_id":5}"#, ["#/metadata/user_id"]),
        (#""container":"c""#, ["#/container"]),
        (#""inference_geo":"us""#, ["#/inference_geo"]), (#""torii":{"reasoning":true}"#, ["#/torii/reasoning"]),
        (#""torii":{"events":1,"tools":"a"}"#, ["#/torii/events", "#/torii/tools"]),
    ])
    func faultyFieldsAreRefused(more: String, pointers: [String]) {
        let error = #expect(throws: WireError.self) { try Self.read(more) }
        #expect(error?.faults.map(\.pointer) == pointers)
    }

    /// The required fields, and the JSON pointers of their faults.
    @Test(arguments: [
        (#""model":"m""#, ["#/max_tokens"]), (#""max_tokens":1"#, ["#/model"]),
        (#""model":"","max_tokens":1"#, ["#/model"]),
        (#""model":5,"max_tokens":"1""#, ["#/model", "#/max_tokens"]),
        (#""model":"m","max_tokens":0"#, ["#/max_tokens"]),
        (#""model":"m","max_tokens":99999999999"#, ["#/max_tokens"]),
    ])
    func requiredFieldsAreRequired(head: String, pointers: [String]) {
        let error = #expect(throws: WireError.self) { try Self.read("", head) }
        #expect(error?.faults.map(\.pointer) == pointers)
    }

    /// A follow-up's further fields, and the ignored ones.
    @Test(
        arguments: [
            ("", []), (#""temperature":1"#, ["temperature"]), (#""system":"S""#, ["system"]),
            (#""tools":[{"name":"f","input_schema":{}}]"#, ["tools"]),
            (#""tool_choice":{"type":"any"}"#, ["tool_choice"]),
            (#""top_k":5,"top_p":1,"stop_sequences":["a"]"#, ["top_p", "top_k", "stop_sequences"]),
            (#""thinking":{"type":"disabled"}"#, ["thinking"]), (#""metadata":{"user_id":"u"}"#, ["metadata"]),
            (#""torii":{"tools":[]}"#, ["torii.tools"]),
            (#""output_config":{"format":{"type":"json_schema","schema":{"type":"array"}}}"#, ["output_config.format"]),
        ] as [(String, [String])]
    )
    func aFollowUpHasTheFormOfItsRun(more: String, ignored: [String]) throws {
        let run = try Self.read("").turn
        var request = try Self.read(more)
        request.follow(run, askedOf: "openai:m")
        #expect(request.ignored == ignored)
        #expect(request.options.model == "m" && !request.options.holdsValue)
        var other = try Self.read("", #""model":"openai:m","max_tokens":9"#)
        other.follow(run, askedOf: "openai:m")
        #expect(other.ignored == ["max_tokens"])
    }
}
