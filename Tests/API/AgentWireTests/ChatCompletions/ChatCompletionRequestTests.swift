import AgentWire
import StreamingJSON
import Testing

@Suite struct ChatCompletionRequestTests {
    private static func read(_ json: String) throws -> ChatCompletionRequest {
        try ChatCompletionRequest(jsonValue: JSONValue(parsing: json))
    }

    /// Returns a body with one user message and more members.
    private static func body(_ more: String) -> String {
        #"{"model":"m","messages":[{"role":"user","content":"Hi"}]"# + (more.isEmpty ? "" : ",") + more + "}"
    }

    /// Returns a body with these messages.
    private static func conversation(_ messages: String) -> String { #"{"model":"m","messages":["# + messages + "]}" }

    private static let user = #"{"role":"user","content":"Hi"}"#
    private static let call =
        #"{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","#
        + #""function":{"name":"f","arguments":"{\"a\":1}"}}]}"#
    private static let twoCalls =
        #"{"role":"assistant","content":"Let me see.","tool_calls":["#
        + #"{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}},"#
        + #"{"id":"c2","type":"function","function":{"name":"g","arguments":""}}]}"#

    private static func output(_ call: String, _ text: String = "5") -> String {
        #"{"role":"tool","tool_call_id":""# + call + #"","content":""# + text + #""}"#
    }

    // MARK: - Messages

    /// Messages, and the items read from them.
    @Test(
        arguments: [
            (user, [.text("Hi")]),
            (
                #"{"role":"system","content":"S"},{"role":"developer","content":[{"type":"text","text":"D"}]},"# + user,
                [.text("S", from: .developer), .text("D", from: .developer), .text("Hi")]
            ),
            (#"{"role":"system","content":""},"# + user, [.text("Hi")]),
            (
                user + #",{"role":"assistant","content":"A"},"# + user,
                [.text("Hi"), .text("A", from: .assistant), .text("Hi")]
            ),
            (
                user
                    + #",{"role":"assistant","content":[{"type":"text","text":"A"},{"type":"refusal","refusal":"R"}]},"#
                    + user,
                [.text("Hi"), .message(.assistant, [.text("A"), .text("R")]), .text("Hi")]
            ),
            (
                user + #",{"role":"assistant","content":null,"refusal":"R"},"# + user,
                [.text("Hi"), .text("R", from: .assistant), .text("Hi")]
            ),
            (
                user + "," + call + "," + output("c1"),
                [
                    .text("Hi"), .toolCall(id: "c1", name: "f", arguments: #"{"a":1}"#),
                    .toolOutput(call: "c1", [.text("5")]),
                ]
            ),
            (
                user + "," + twoCalls + "," + output("c2") + "," + output("c1") + "," + user,
                [
                    .text("Hi"), .text("Let me see.", from: .assistant),
                    .toolCall(id: "c1", name: "f", arguments: "{}"), .toolCall(id: "c2", name: "g", arguments: ""),
                    .toolOutput(call: "c2", [.text("5")]), .toolOutput(call: "c1", [.text("5")]), .text("Hi"),
                ]
            ),
            (
                #"{"role":"user","content":[{"type":"text","text":"What?"},{"type":"image_url","image_url":"#
                    + #"{"url":"https://a.example/b.png","detail":"low"}},"#
                    + #"{"type":"image_url","image_url":{"url":"data:image/png;base64,aGk="}}]}"#,
                [
                    .message(
                        .user,
                        [
                            .text("What?"), .image(url: "https://a.example/b.png", detail: "low"),
                            .image(url: "data:image/png;base64,aGk=", detail: nil),
                        ]
                    )
                ]
            ),
            (
                #"{"role":"user","content":"Hi"},{"role":"system","content":"S"}"#,
                [.text("Hi"), .text("S", from: .developer)]
            ),
            (
                #"{"role":"user","content":"Hi"},{"role":"assistant","content":"","tool_calls":[]},{"role":"user","content":"Hi"}"#,
                [.text("Hi"), .text("Hi")]
            ),
        ] as [(String, [InputItem])]
    )
    func messagesAreRead(messages: String, items: [InputItem]) throws {
        let request = try Self.read(Self.conversation(messages))
        #expect(request.turn.input == items)
        #expect(request.turn.dialect == .chatCompletions)
        #expect(request.turn.conversation == .none)
        #expect(request.ignored == [])
        // The JSON pointers are only for faults of this request.
        var kept = request.turn
        kept.inputPlaces = []
        #expect(TurnRequest(stored: request.turn.stored) == kept)
    }

    /// Messages, the JSON pointers of their faults, and the kind of the first fault.
    @Test(
        arguments: [
            ("", ["#/messages"], .emptyArray),
            ("1", ["#/messages/0"], .wrongType),
            (#"{"content":"a"}"#, ["#/messages/0/role"], .missing),
            (#"{"role":5,"content":"a"}"#, ["#/messages/0/role"], .wrongType),
            (#"{"role":"critic","content":"a"}"#, ["#/messages/0/role"], .invalidValue),
            (user + #",{"role":"function","name":"f","content":"a"}"#, ["#/messages/1/role"], .unsupportedValue),
            (#"{"role":"user"}"#, ["#/messages/0/content"], .missing),
            (#"{"role":"user","content":""}"#, ["#/messages/0/content"], .invalidValue),
            (#"{"role":"user","content":" \n\u3000"}"#, ["#/messages/0/content"], .invalidValue),
            (#"{"role":"user","content":[]}"#, ["#/messages/0/content"], .invalidValue),
            (#"{"role":"user","content":[{"type":"text","text":""}]}"#, ["#/messages/0/content"], .invalidValue),
            (#"{"role":"user","content":{"text":"a"}}"#, ["#/messages/0/content"], .wrongType),
            (#"{"role":"user","content":["a"]}"#, ["#/messages/0/content/0"], .wrongType),
            (#"{"role":"user","content":[{"text":"a"}]}"#, ["#/messages/0/content/0/type"], .missing),
            (#"{"role":"user","content":[{"type":"text"}]}"#, ["#/messages/0/content/0/text"], .missing),
            (#"{"role":"user","content":[{"type":"smell"}]}"#, ["#/messages/0/content/0/type"], .unsupportedValue),
            (
                #"{"role":"user","content":[{"type":"input_audio","input_audio":{}},{"type":"file","file":{}}]}"#,
                ["#/messages/0/content/0/type", "#/messages/0/content/1/type"], .unsupportedValue
            ),
            (
                #"{"role":"user","content":[{"type":"image_url"}]}"#, ["#/messages/0/content/0/image_url"], .missing
            ),
            (
                #"{"role":"user","content":[{"type":"image_url","image_url":"https://a.example/b.png"}]}"#,
                ["#/messages/0/content/0/image_url"], .wrongType
            ),
            (
                #"{"role":"user","content":[{"type":"image_url","image_url":{}}]}"#,
                ["#/messages/0/content/0/image_url/url"], .missing
            ),
            (
                #"{"role":"user","content":[{"type":"image_url","image_url":{"url":"https://a.example/b","detail":"max"}}]}"#,
                ["#/messages/0/content/0/image_url/detail"], .unsupportedValue
            ),
            (#"{"role":"system"},"# + user, ["#/messages/0/content"], .missing),
            (user + "," + call, ["#/messages/1/tool_calls"], .invalidValue),
            (#"{"role":"system","content":"a"}"#, ["#/messages"], .invalidValue),
            // Calls and outputs.
            (user + "," + output("c1"), ["#/messages/1/tool_call_id"], .invalidValue),
            (output("c1"), ["#/messages/0/tool_call_id"], .invalidValue),
            (
                user + "," + call + "," + output("c2"), ["#/messages/2/tool_call_id", "#/messages/1/tool_calls"],
                .invalidValue
            ),
            (user + "," + call + "," + output("c1") + "," + output("c1"), ["#/messages/3/tool_call_id"], .invalidValue),
            (
                user + "," + call + "," + user + "," + output("c1"),
                ["#/messages/3/tool_call_id"], .invalidValue
            ),
            (user + "," + twoCalls + "," + output("c2"), ["#/messages/1/tool_calls"], .invalidValue),
            (user + "," + call + #",{"role":"tool","content":"a"}"#, ["#/messages/2/tool_call_id"], .missing),
            (user + "," + call + #",{"role":"tool","tool_call_id":"c1"}"#, ["#/messages/2/content"], .missing),
            (
                user + #",{"role":"assistant","tool_calls":[{"id":"a","type":"custom","custom":{}}]},"# + user,
                ["#/messages/1/tool_calls/0/custom/name", "#/messages/1/tool_calls/0/custom/input"], .missing
            ),
            (
                user + #",{"role":"assistant","tool_calls":[{"type":"function","function":{"arguments":{}}}]},"# + user,
                [
                    "#/messages/1/tool_calls/0/id", "#/messages/1/tool_calls/0/function/name",
                    "#/messages/1/tool_calls/0/function/arguments",
                ], .missing
            ),
        ] as [(String, [String], WireError.Fault.Kind)]
    )
    func faultyMessagesAreRefused(messages: String, pointers: [String], kind: WireError.Fault.Kind) {
        let error = #expect(throws: WireError.self) { try Self.read(Self.conversation(messages)) }
        #expect(error?.faults.map(\.pointer) == pointers)
        #expect(error?.faults.first?.kind == kind)
    }

    private static let file = #"{"type":"file","file":{"filename":"a \"b\"].pdf","file_data":"data:x"}}"#

    /// Messages with something that no model can be shown or that is not whole, the items read from them, and the names of the parts.
    @Test(
        arguments: [
            (
                #"{"role":"user","content":[{"type":"text","text":"A"},"# + file
                    + #"]},{"role":"assistant","content":"B"},"#
                    + user,
                [
                    .message(
                        .user,
                        [.text("A"), .text(#"[A file "a 'b''.pdf" was here; it cannot be shown to you.]"#)]
                    ), .text("B", from: .assistant), .text("Hi"),
                ], ["messages.content.file"]
            ),
            // The client has kept a message that was refused.
            (
                #"{"role":"user","content":[{"type":"input_audio","input_audio":{}},{"type":"smell"},"#
                    + #"{"type":"image_url","image_url":{"url":"http://a.example/b.png"}}]},{"role":"user","content":""},"#
                    + user,
                [
                    .message(
                        .user,
                        [
                            .text("[A recording was here; it cannot be shown to you.]"),
                            .text("[A part of another kind was here; it cannot be shown to you.]"),
                            .text("[An image was here; it cannot be shown to you.]"),
                        ]
                    ), .text("Hi"),
                ], ["messages.content.input_audio", "messages.content.smell", "messages.content.image_url"]
            ),
            (
                user + #",{"role":"assistant","audio":{"id":"a"},"content":null},{"role":"assistant","content":null},"#
                    + #"{"role":"assistant","tool_calls":[]},{"role":"system","content":[{"type":"image_url"}]},"#
                    + user,
                [
                    .text("Hi"), .text("[A spoken answer was here; it cannot be shown to you.]", from: .assistant),
                    .text("[An image was here; it cannot be shown to you.]", from: .developer), .text("Hi"),
                ], ["messages.audio", "messages.content.image_url"]
            ),
            // A call of a tool with free text, and one in the form before `tool_calls`.
            (
                user
                    + #",{"role":"assistant","tool_calls":[{"id":"c1","type":"custom","custom":{"name":"f","input":"a\"b"}}]},"#
                    + output("c1")
                    + #",{"role":"assistant","content":null,"function_call":{"name":"g","arguments":"{}"}},"#
                    + #"{"role":"function","name":"g","content":"6"},"# + user,
                [
                    .text("Hi"), .toolCall(id: "c1", name: "f", arguments: #"{"input":"a\"b"}"#),
                    .toolOutput(call: "c1", [.text("5")]), .toolCall(id: "function_3", name: "g", arguments: "{}"),
                    .toolOutput(call: "function_3", [.text("6")]), .text("Hi"),
                ], []
            ),
            // Calls without outputs, outputs without calls, and an id that is used again.
            (
                user + "," + call + "," + user + "," + output("c1") + "," + call + "," + output("c1") + "," + user,
                [
                    .text("Hi"), .toolCall(id: "c1", name: "f", arguments: #"{"a":1}"#), .text("Hi"),
                    .toolOutput(call: "c1", [.text("5")]), .toolCall(id: "c1", name: "f", arguments: #"{"a":1}"#),
                    .toolOutput(call: "c1", [.text("5")]), .text("Hi"),
                ], []
            ),
            // What a tool has read is not the newest message.
            (
                user + "," + call + #",{"role":"tool","tool_call_id":"c1","content":["# + file
                    + #",{"type":"image_url","image_url":{"url":"https://a.example/b.png"}}]}"#,
                [
                    .text("Hi"), .toolCall(id: "c1", name: "f", arguments: #"{"a":1}"#),
                    .toolOutput(
                        call: "c1",
                        [
                            .text(#"[A file "a 'b''.pdf" was here; it cannot be shown to you.]"#),
                            .image(url: "https://a.example/b.png", detail: nil),
                        ]
                    ),
                ], ["messages.content.file"]
            ),
        ] as [(String, [InputItem], [String])]
    )
    func aHistoryDoesNotEndASession(messages: String, items: [InputItem], ignored: [String]) throws {
        let request = try Self.read(Self.conversation(messages))
        #expect(request.turn.input == items && request.turn.inputPlaces.count == items.count)
        #expect(request.ignored == ignored && request.emulated == [])
    }

    /// A conversation that ends with an answer is continued, as at OpenAI.
    @Test func anAnswerAtTheEndIsContinued() throws {
        let request = try Self.read(Self.conversation(Self.user + #",{"role":"assistant","content":"The answer is"}"#))
        #expect(request.turn.input == [.text("Hi"), .text("The answer is", from: .assistant)])
        #expect(request.emulated == ["messages"] && request.ignored == [])
    }

    /// The notes of a request are few, however many parts it has.
    @Test func notesAreLimited() throws {
        let parts = Array(repeating: #"{"type":"x"}"#, count: 200).joined(separator: ",")
        let request = try Self.read(Self.conversation(#"{"role":"user","content":["# + parts + "]}," + Self.user))
        guard case .message(.user, let notes)? = request.turn.input.first else {
            Issue.record("\(request.turn.input)")
            return
        }
        #expect(notes.count == 64 && request.ignored == ["messages.content.x"])
    }

    /// Tools that no model here can call, the fields that choose among them, and the choice.
    @Test(
        arguments: [
            ("", .auto), (#","tool_choice":"required""#, .required),
            (
                #","tool_choice":{"type":"allowed_tools","allowed_tools":{"mode":"auto","tools":[{"type":"custom"}]}}"#,
                ToolChoice.none
            ),
        ] as [(String, ToolChoice)]
    )
    func toolsOfOtherTypesAreLeftOut(choice: String, expected: ToolChoice) throws {
        let tools =
            #"[{"type":"custom","custom":{"name":"a"}},{"type":"function","function":{"name":"f"}},{"type":"x"}]"#
        let request = try Self.read(Self.body(#""tools":"# + tools + choice))
        #expect(request.turn.clientTools.map(\.name) == ["f"] && request.turn.toolChoice == expected)
        #expect(request.ignored == ["tools.custom", "tools.x"])
    }

    /// Bodies of other interfaces, the address that reads them, and the field that shows it.
    @Test(arguments: [
        (#"{"model":"m","input":[{"role":"user","content":"a"}],"stream":true}"#, "/v1/responses", "#/input"),
        (#"{"input":"a","tools":[{"type":"function","name":"f"}],"reasoning":{}}"#, "/v1/responses", "#/input"),
        (#"{"system":"S","max_tokens":5,"messages":[{"role":"user","content":"a"}]}"#, "/v1/messages", "#/messages"),
        (
            #"{"messages":[{"role":"user","content":"a"}],"tools":[{"name":"f","input_schema":{}}]}"#, "/v1/messages",
            "#/messages"
        ),
    ])
    func aBodyOfAnotherInterfaceNamesItsAddress(json: String, address: String, pointer: String) {
        let error = #expect(throws: WireError.self) { try Self.read(json) }
        #expect(error?.faults.map(\.pointer) == [pointer])
        #expect(error?.faults.first?.detail.hasSuffix("send it to " + address) == true)
    }

    /// The URL of an image, and whether it is accepted.
    @Test(arguments: [
        ("https://a.example/b?c=d", true), ("HTTPS://a.example/b", true), ("http://a.example/b", false),
        ("https://", false), ("https:///b", false), ("https://a.example/a b", false), ("file:///etc/passwd", false),
        ("data:image/jpeg;base64,AAAA", true), ("DATA:image/PNG;Base64,AA==", true), ("data:image/png;base64,", false),
        ("data:image/png;base64,A===", false), ("data:image/png;base64,A=A", false), ("data:image/png,AAAA", false),
        ("data:text/html;base64,AAAA", false), ("data:image/png;base64", false), ("", false),
        ("https://a.example/" + String(repeating: "a", count: 8192), false),
    ])
    func imagesAreHTTPSOrDataURLs(url: String, isAccepted: Bool) throws {
        let json =
            #"{"role":"user","content":[{"type":"image_url","image_url":{"url":""# + url + #""}}]}"#
        let request = try? Self.read(Self.conversation(json))
        #expect((request != nil) == isAccepted)
    }

    @Test(arguments: [(4096, true), (4097, false), (5000, false)])
    func theNumberOfMessagesIsLimited(count: Int, isAccepted: Bool) throws {
        let messages = Array(repeating: Self.user, count: count).joined(separator: ",")
        if isAccepted {
            #expect(try Self.read(Self.conversation(messages)).turn.input.count == count)
        } else {
            let error = #expect(throws: WireError.self) { try Self.read(Self.conversation(messages)) }
            #expect(error?.faults.map(\.pointer) == ["#/messages"])
            #expect(error?.faults.first?.kind == .tooManyElements)
        }
    }

    @Test func outputsAtTheEndAreReturned() throws {
        let calls = Self.user + "," + Self.twoCalls + "," + Self.output("c1", "1") + "," + Self.output("c2", "2")
        let request = try Self.read(Self.conversation(calls))
        #expect(request.outputs.map(\.call) == ["c1", "c2"])
        #expect(request.outputs.map(\.text) == ["1", "2"])
        #expect(request.outputs.map(\.pointer) == ["#/messages/2", "#/messages/3"])
        #expect(try Self.read(Self.conversation(calls + "," + Self.user)).outputs.isEmpty)
    }

    // MARK: - Other fields

    @Test func aWholeRequestIsRead() throws {
        let request = try Self.read(
            Self.body(
                #"""
                "stream":true,"stream_options":{"include_usage":true,"include_obfuscation":false},"temperature":0.5,
                "top_p":1,"presence_penalty":-2,"frequency_penalty":2.0,"seed":7,"stop":["a","b"],
                "max_completion_tokens":100,"max_tokens":100,"n":1,"logprobs":false,"top_logprobs":0,"logit_bias":{},
                "modalities":["text"],"store":false,"parallel_tool_calls":false,"reasoning_effort":"max",
                "tool_choice":"required","audio":null,"functions":null,
                "tools":[{"type":"function","function":{"name":"f","description":"d","strict":true,
                    "parameters":{"type":"object","properties":{"a":{"type":"string"}}}}},
                    {"type":"function","function":{"name":"g"}}],
                "torii":{"events":true,"reasoning":true,"tools":["searchWeb"]}
                """#
            )
        )
        let turn = request.turn
        #expect(turn.model == "m" && request.options.model == "m" && turn.stream == true)
        #expect(request.options.includesUsage && request.options.showsTools && request.options.showsReasoning)
        #expect(!request.options.holdsValue)
        var sampling = Sampling()
        (sampling.temperature, sampling.topP, sampling.seed, sampling.maximumOutputTokens) = (0.5, 1, 7, 100)
        (sampling.presencePenalty, sampling.frequencyPenalty, sampling.stop) = (-2, 2, ["a", "b"])
        #expect(turn.sampling == sampling)
        #expect(turn.parallelToolCalls == false && turn.reasoningEffort == .max && turn.toolChoice == .required)
        #expect(turn.tools == ["searchWeb"])
        #expect(turn.clientTools.map(\.name) == ["f", "g"] && turn.clientTools.map(\.description) == ["d", ""])
        #expect(turn.clientTools[0].parameters["properties"]?["a"] == ["type": "string"])
        #expect(turn.clientTools[1].parameters == ["type": "object", "properties": [:]])
        #expect(request.ignored == ["stream_options.include_obfuscation"])
    }

    @Test func defaultsLeaveTheChoiceToTheModel() throws {
        let request = try Self.read(#"{"messages":[{"role":"user","content":"Hi"}]}"#)
        #expect(request.turn.model == nil && request.turn.stream == false && request.turn.tools == nil)
        #expect(request.turn.sampling == Sampling() && request.turn.toolChoice == .auto)
        #expect(request.options == ChatCompletionOptions())
    }

    /// Additional members of a body, and the choice read from them.
    @Test(arguments: [
        (#""tool_choice":"none""#, ToolChoice.none), (#""tool_choice":"auto""#, .auto), (#""tool_choice":null"#, .auto),
        (#""tool_choice":{"type":"function","function":{"name":"f"}}"#, .named("f")),
        (
            #""tool_choice":{"type":"allowed_tools","allowed_tools":{"mode":"required","tools":"#
                + #"[{"type":"function","function":{"name":"f"}},{"type":"function","function":{"name":"g"}}]}}"#,
            .allowed(["f", "g"], isRequired: true)
        ),
    ])
    func toolChoicesAreRead(more: String, choice: ToolChoice) throws {
        #expect(try Self.read(Self.body(more)).turn.toolChoice == choice)
    }

    @Test func formatsAreRead() throws {
        #expect(try Self.read(Self.body(#""response_format":{"type":"text"}"#)).turn.responseFormat == nil)
        #expect(try Self.read(Self.body(#""response_format":{"type":"json_object"}"#)).turn.wantsJSONObject)
        func request(_ schema: String) throws -> ChatCompletionRequest {
            try Self.read(
                Self.body(
                    #""response_format":{"type":"json_schema","json_schema":{"name":"T","strict":true,"schema":"#
                        + schema + "}}"
                )
            )
        }
        let object = try request(#"{"type":"object"}"#)
        #expect(object.turn.responseFormat?.schema == ["type": "object", "title": "T"])
        #expect(object.turn.responseFormat?.pointer == "#/response_format/json_schema/schema")
        #expect(!object.options.holdsValue)
        #expect(try request(#"{"type":"array"}"#).options.holdsValue)
    }

    /// A value of `stop`, and the texts read from it.
    @Test(
        arguments: [
            ("null", []), (#""a""#, ["a"]), ("[]", []), (#"["a","b","c","d"]"#, ["a", "b", "c", "d"]),
        ] as [(String, [String])]
    )
    func stopsAreRead(stop: String, texts: [String]) throws {
        #expect(try Self.read(Self.body(#""stop":"# + stop)).turn.sampling.stop == texts)
    }

    /// Additional members of a body, and the names of the ignored ones.
    @Test(
        arguments: [
            (#""user":"u","metadata":{"a":"b"},"safety_identifier":"s""#, ["user", "metadata", "safety_identifier"]),
            (
                #""service_tier":"auto","verbosity":"low","prompt_cache_key":"k","web_search_options":{}"#,
                ["service_tier", "verbosity", "web_search_options"]
            ),
            (
                #""prediction":{"type":"content","content":"a"},"store":true,"top_k":5"#,
                ["prediction", "top_k", "store"]
            ),
            (#""user":null,"store":false"#, []),
            (#""a\r\nX: b":1,"ü":2"#, ["a??X??b", "??"]),
        ] as [(String, [String])]
    )
    func someFieldsAreIgnored(more: String, names: [String]) throws {
        #expect(try Self.read(Self.body(more)).ignored == names)
    }

    /// Additional members of a body, a parameter, and its field.
    @Test(
        arguments: [
            (#""max_tokens":5"#, "max_output_tokens", "max_tokens"),
            (#""max_completion_tokens":5,"max_tokens":5"#, "max_output_tokens", "max_completion_tokens"),
            (#""seed":5"#, "seed", "seed"),
            (#""seed":5"#, "image_detail", "messages.content.image_url.detail"),
        ] as [(String, String, String)]
    )
    func aParameterIsNamedByItsField(more: String, parameter: String, field: String) throws {
        #expect(try Self.read(Self.body(more)).field(of: parameter) == field)
    }

    /// Additional members of a follow-up to a run with a tool and a temperature, and the fields that differ.
    @Test(
        arguments: [
            (#""model":"m","temperature":0.5,"tools":[TOOL]"#, []),
            // The name of the run's model is accepted as well.
            (#""model":"openai:m","temperature":0.5,"tools":[TOOL],"stream":true,"user":"u""#, ["user"]),
            (#""model":"other","temperature":0.5,"tools":[TOOL]"#, ["model"]),
            (#""model":"m""#, ["tools", "temperature"]),
            (
                #""model":"m","temperature":0.5,"tools":[TOOL],"tool_choice":"none","parallel_tool_calls":false,"top_p":0.5,"#
                    + #""response_format":{"type":"json_object"},"presence_penalty":1,"frequency_penalty":1,"seed":1,"#
                    + #""stop":"a","max_tokens":5,"reasoning_effort":"low","torii":{"tools":[]}"#,
                [
                    "tool_choice", "parallel_tool_calls", "response_format", "top_p", "presence_penalty",
                    "frequency_penalty", "seed", "stop", "max_tokens", "reasoning_effort", "torii.tools",
                ]
            ),
        ] as [(String, [String])]
    )
    func aFollowUpNamesItsDifferencesFromTheRun(more: String, names: [String]) throws {
        let tool = #"{"type":"function","function":{"name":"f","parameters":{"type":"object","properties":{}}}}"#
        func request(_ messages: String, _ more: String) throws -> ChatCompletionRequest {
            try Self.read(#"{"messages":["# + messages + "]," + more.replacing("TOOL", with: tool) + "}")
        }
        let first = try request(Self.user, #""model":"m","temperature":0.5,"tools":[TOOL]"#).turn
        // In its stored form.
        let run = try #require(TurnRequest(stored: JSONValue(parsing: first.stored.serialized())))
        let output = #"{"role":"tool","tool_call_id":"c1","content":"x"}"#
        var followUp = try request([Self.user, Self.call, output].joined(separator: ","), more)
        followUp.follow(run, askedOf: "openai:m")
        #expect(followUp.ignored == names)
        #expect(followUp.options.model == "m")
        var changed = try request([#"{"role":"user","content":"Ho"}"#, Self.call, output].joined(separator: ","), more)
        changed.follow(run, askedOf: "openai:m")
        #expect(Set(changed.ignored) == Set(names + ["messages"]))
    }

    @Test func aFollowUpHasTheFormOfItsRunsAnswer() throws {
        let format =
            #""response_format":{"type":"json_schema","json_schema":{"name":"n","schema":{"type":"array","items":{}}}}"#
        let run = try Self.read(Self.body(format))
        #expect(run.options.holdsValue)
        var followUp = try Self.read(Self.body(""))
        followUp.follow(run.turn, askedOf: "m")
        #expect(followUp.options.holdsValue && followUp.ignored == ["response_format"])
    }

    @Test func ignoredMembersOfMessagesAreNamedOnce() throws {
        let user = #"{"role":"user","content":"Hi","name":"Bo"}"#
        let read = try Self.read(Self.conversation([user, user, user].joined(separator: ",")))
        #expect(read.ignored == ["messages.name"])
        let many = (0..<100).map { #""k\#($0)":1"# }.joined(separator: ",")
        #expect(try Self.read(Self.body(many)).ignored.count == 32)
    }

    /// Additional members of a body, the JSON pointers of the faults, and the kind of the first one.
    @Test(
        arguments: [
            (#""stream":"yes""#, ["#/stream"], .wrongType),
            (#""stream_options":{"include_usage":true}"#, ["#/stream_options"], .invalidValue),
            (#""stream":false,"stream_options":{}"#, ["#/stream_options"], .invalidValue),
            (#""stream":true,"stream_options":{"include_usage":1}"#, ["#/stream_options/include_usage"], .wrongType),
            (#""model":5"#, ["#/model"], .wrongType), (#""model":"""#, ["#/model"], .invalidValue),
            (#""max_tokens":0"#, ["#/max_tokens"], .integerTooSmall),
            (#""max_completion_tokens":-1"#, ["#/max_completion_tokens"], .integerTooSmall),
            (#""max_completion_tokens":9223372036854775807"#, ["#/max_completion_tokens"], .integerTooLarge),
            (#""max_completion_tokens":1e30"#, ["#/max_completion_tokens"], .wrongType),
            (#""max_completion_tokens":5,"max_tokens":6"#, ["#/max_tokens"], .invalidValue),
            (#""temperature":2.1"#, ["#/temperature"], .decimalTooLarge),
            (#""temperature":"hot""#, ["#/temperature"], .wrongType),
            (#""temperature":-0.1,"top_p":1.5"#, ["#/temperature", "#/top_p"], .decimalTooSmall),
            (
                #""presence_penalty":-3,"frequency_penalty":3"#, ["#/presence_penalty", "#/frequency_penalty"],
                .decimalTooSmall
            ),
            (#""seed":1.5"#, ["#/seed"], .wrongType),
            (#""n":2"#, ["#/n"], .unsupportedValue), (#""n":0"#, ["#/n"], .integerTooSmall),
            (#""stop":["a","b","c","d","e"]"#, ["#/stop"], .tooManyElements),
            (#""stop":[""]"#, ["#/stop"], .invalidValue),
            (#""stop":5"#, ["#/stop"], .wrongType), (#""stop":[5]"#, ["#/stop"], .wrongType),
            (#""logprobs":true"#, ["#/logprobs"], .unsupportedField),
            (#""top_logprobs":3"#, ["#/top_logprobs"], .unsupportedField),
            (#""logit_bias":{"50256":-100}"#, ["#/logit_bias"], .unsupportedField),
            (#""modalities":["text","audio"]"#, ["#/modalities"], .unsupportedValue),
            (#""audio":{"voice":"a","format":"mp3"}"#, ["#/audio"], .unsupportedField),
            (#""functions":[],"function_call":"auto""#, ["#/functions", "#/function_call"], .unsupportedField),
            (#""moderation":{"model":"a"}"#, ["#/moderation"], .unsupportedField),
            (#""reasoning_effort":"much""#, ["#/reasoning_effort"], .unsupportedValue),
            (#""parallel_tool_calls":1"#, ["#/parallel_tool_calls"], .wrongType),
            (#""response_format":"json""#, ["#/response_format"], .wrongType),
            (#""response_format":{"schema":{}}"#, ["#/response_format/type"], .missing),
            (#""response_format":{"type":"object","properties":{}}"#, ["#/response_format/type"], .invalidValue),
            (#""response_format":{"type":"json_schema"}"#, ["#/response_format/json_schema"], nil),
            (
                #""response_format":{"type":"json_schema","json_schema":{"name":"a","schema":5}}"#,
                ["#/response_format/json_schema/schema"], .wrongType
            ),
            (#""tools":{}"#, ["#/tools"], .wrongType), (#""tools":[5]"#, ["#/tools/0"], .wrongType),
            (
                #""tools":[{"type":"custom","custom":{"name":"a"}}],"tool_choice":"required""#, ["#/tool_choice"],
                .unsupportedValue
            ),
            (#""tools":[{"function":{"name":"a"}}]"#, ["#/tools/0/type"], .missing),
            (#""tools":[{"type":"function"}]"#, ["#/tools/0/function"], .missing),
            (#""tools":[{"type":"function","function":{}}]"#, ["#/tools/0/function/name"], .missing),
            (#""tools":[{"type":"function","function":{"name":"a b"}}]"#, ["#/tools/0/function/name"], .invalidValue),
            (
                #""tools":[{"type":"function","function":{"name":"a","parameters":{"type":"array"},"strict":1}}]"#,
                ["#/tools/0/function/strict", "#/tools/0/function/parameters"], .wrongType
            ),
            (
                #""tools":[{"type":"function","function":{"name":"a"}},{"type":"function","function":{"name":"a"}}]"#,
                ["#/tools"], .invalidValue
            ),
            (#""tool_choice":"always""#, ["#/tool_choice"], .unsupportedValue),
            (#""tool_choice":5"#, ["#/tool_choice"], .wrongType),
            (#""tool_choice":{}"#, ["#/tool_choice/type"], .missing),
            (#""tool_choice":{"type":"custom","custom":{"name":"a"}}"#, ["#/tool_choice/type"], .unsupportedValue),
            (#""tool_choice":{"type":"function"}"#, ["#/tool_choice/function"], .missing),
            (#""tool_choice":{"type":"function","function":{}}"#, ["#/tool_choice/function/name"], .missing),
            (
                #""tool_choice":{"type":"allowed_tools","allowed_tools":{"tools":[]}}"#,
                ["#/tool_choice/allowed_tools/mode", "#/tool_choice/allowed_tools/tools"], .missing
            ),
            (#""torii":true"#, ["#/torii"], .wrongType), (#""torii":{"event":true}"#, ["#/torii/event"], .unknownField),
            (#""torii":{"tools":[1]}"#, ["#/torii/tools"], .wrongType),
        ] as [(String, [String], WireError.Fault.Kind?)]
    )
    func faultyFieldsAreRefused(more: String, pointers: [String], kind: WireError.Fault.Kind?) {
        let error = #expect(throws: WireError.self) { try Self.read(Self.body(more)) }
        #expect(error?.faults.map(\.pointer) == pointers)
        #expect(error?.faults.first?.kind == kind)
    }

    @Test(arguments: [("[]", "#"), ("5", "#"), ("{}", "#/messages"), (#"{"messages":{}}"#, "#/messages")])
    func invalidBodiesAreRefused(json: String, pointer: String) {
        let error = #expect(throws: WireError.self) { try Self.read(json) }
        #expect(error?.faults.map(\.pointer) == [pointer])
    }

    @Test func thousandsOfFaultsAreCounted() {
        let messages = Array(repeating: #"{"role":"critic"}"#, count: 4096).joined(separator: ",")
        let error = #expect(throws: WireError.self) { try Self.read(Self.conversation(messages)) }
        #expect(error?.faults.count == FaultList.limit)
        #expect(error?.faults.totalCount == 4096)
    }
}
