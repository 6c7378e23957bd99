import AgentWire
import StreamingJSON
import Testing

/// The items of a request.
@Suite struct ResponseItemReaderTests {
    private static func read(_ items: String) throws -> ResponsesRequest {
        try ResponsesRequest(jsonValue: JSONValue(parsing: #"{"input":["# + items + "]}"))
    }

    private static let user = #"{"type":"message","role":"user","content":"Hi"}"#
    private static let call = #"{"type":"function_call","call_id":"c1","name":"f","arguments":"{\"a\":1}"}"#

    private static func output(_ call: String, _ output: String = "\"5\"") -> String {
        #"{"type":"function_call_output","call_id":""# + call + #"","output":"# + output + "}"
    }

    private static func decision(_ id: String, _ more: String) -> String {
        #"{"type":"mcp_approval_response","approval_request_id":""# + id + "\"," + more + "}"
    }

    /// Items, and what the model gets of them.
    @Test(
        arguments: [
            (user, [.text("Hi")]), (#"{"role":"user","content":"Hi"}"#, [.text("Hi")]),
            (
                #"{"role":"system","content":"S"},{"role":"developer","content":[{"type":"input_text","text":"D"}]},"#
                    + user, [.text("S", from: .developer), .text("D", from: .developer), .text("Hi")]
            ), (#"{"role":"developer","content":" \n"},"# + user, [.text("Hi")]),
            (
                #"{"id":"msg_1","type":"message","status":"completed","role":"assistant","phase":"final_answer","#
                    + #""content":[{"type":"output_text","text":"A","annotations":[],"logprobs":[]},"#
                    + #"{"type":"refusal","refusal":"R"}]},"# + user,
                [.message(.assistant, [.text("A"), .text("R")]), .text("Hi")]
            ), (#"{"role":"assistant","content":[]},"# + user, [.text("Hi")]),
            (
                #"{"role":"user","content":[{"type":"input_text","text":"What?"},{"type":"input_image","#
                    + #""image_url":"https://a.example/b.png","detail":"low"},"#
                    + #"{"type":"input_image","image_url":"data:image/png;base64,aGk=","detail":null,"file_id":null}]}"#,
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
                user + "," + call + "," + output("c1"),
                [
                    .text("Hi"), .toolCall(id: "c1", name: "f", arguments: #"{"a":1}"#),
                    .toolOutput(call: "c1", [.text("5")]),
                ]
            ),
            (
                call + ","
                    + output(
                        "c1",
                        #"[{"type":"input_text","text":"a"},{"type":"input_image","image_url":"https://a.example/b.png"}]"#
                    ),
                [
                    .toolCall(id: "c1", name: "f", arguments: #"{"a":1}"#),
                    .toolOutput(call: "c1", [.text("a"), .image(url: "https://a.example/b.png", detail: nil)]),
                ]
            ),
            (
                call + "," + output("c1", "[]"),
                [.toolCall(id: "c1", name: "f", arguments: #"{"a":1}"#), .toolOutput(call: "c1", [])]
            ),
            // Items that this server sent.
            (
                #"{"id":"tc_1","type":"torii:tool_call","status":"completed","call_id":"s","name":"f","arguments":"{}","#
                    + #""output":"found","error":null,"content":[],"artifacts":[],"duration_ms":7},"# + user,
                [.toolCall(id: "s", name: "f", arguments: "{}"), .toolOutput(call: "s", [.text("found")]), .text("Hi")]
            ),
            (
                #"{"type":"torii:tool_call","call_id":"s","name":"f","arguments":"{}","output":null,"error":"no"},"#
                    + user,
                [.toolCall(id: "s", name: "f", arguments: "{}"), .toolOutput(call: "s", [.text("no")]), .text("Hi")]
            ),
            // Calls whose response ended before they did.
            (
                #"{"type":"torii:tool_call","status":"incomplete","call_id":"s","name":"f","arguments":"{}","#
                    + #""output":null,"error":null,"content":[]},"# + user,
                [
                    .toolCall(id: "s", name: "f", arguments: "{}"),
                    .toolOutput(call: "s", [.text("The call has no output.")]), .text("Hi"),
                ]
            ),
            (
                #"{"type":"function_call","status":"incomplete","call_id":"c","name":"f","arguments":"{\"a\":"},"#
                    + user,
                [.text("Hi")]
            ),
            (
                #"{"id":"rs_1","type":"reasoning","status":null,"summary":[{"type":"summary_text","text":"A"},"#
                    + #"{"type":"summary_text","text":""}],"content":[{"type":"reasoning_text","text":"B"}],"#
                    + #""encrypted_content":null},"# + user,
                [.reasoning(InputReasoning(text: "A\n\nB", seal: nil)), .text("Hi")]
            ), (#"{"type":"reasoning","summary":[],"content":null},"# + user, [.text("Hi")]),
            (
                #"{"type":"mcp_approval_request","id":"mcpr_1_c","server_label":"torii","name":"f","arguments":"{}"},"#
                    + #"{"type":"torii:approval_request","id":"mcpr_1_c","text":"May it?","content":[]},"# + user,
                [.text("Hi")]
            ),
        ] as [(String, [InputItem])]
    )
    func itemsAreRead(items: String, expected: [InputItem]) throws {
        let request = try Self.read(items)
        #expect(request.turn.input == expected && request.ignored == [])
        #expect(request.turn.inputPlaces.count == expected.count)
        #expect(TurnRequest(stored: request.turn.stored)?.input == expected)
    }

    /// Items that no model can be shown or that other servers made, the items read from them, and the names of those left out.
    @Test(
        arguments: [
            (
                #"{"role":"user","content":[{"type":"input_file","filename":"a.pdf"},{"type":"input_audio"},{"type":"video"},"#
                    + #"{"type":"input_image","file_id":"f"}]},{"role":"assistant","content":[{"type":"input_image"}]},"#
                    + #"{"role":"user","content":""},"# + user,
                [
                    .message(
                        .user,
                        [
                            .text("[A file \"a.pdf\" was here; it cannot be shown to you.]"),
                            .text("[A recording was here; it cannot be shown to you.]"),
                            .text("[A part of another kind was here; it cannot be shown to you.]"),
                            .text("[An image was here; it cannot be shown to you.]"),
                        ]
                    ), .text("[An image was here; it cannot be shown to you.]", from: .assistant), .text("Hi"),
                ],
                [
                    "input.content.filename", "input.content.file_id", "input.content.input_file",
                    "input.content.input_audio", "input.content.video", "input.content.input_image",
                ]
            ),
            // Codex's tools.
            (
                user + #",{"type":"custom_tool_call","call_id":"a","name":"apply_patch","input":"*** Begin"},"#
                    + #"{"type":"custom_tool_call_output","call_id":"a","output":"Done"},"#
                    + #"{"type":"local_shell_call","id":"l","call_id":"b","action":{"type":"exec","command":["ls"]}},"#
                    + #"{"type":"local_shell_call_output","id":"b","output":"x"},"#
                    + #"{"type":"shell_call","call_id":"c","action":{"commands":["ls"]}},"#
                    + #"{"type":"shell_call_output","call_id":"c","output":[{"stdout":"x"}]},"#
                    + #"{"type":"apply_patch_call","call_id":"d","operation":{"path":"f"}},"#
                    + #"{"type":"apply_patch_call_output","call_id":"d","status":"completed"}"#,
                [
                    .text("Hi"), .toolCall(id: "a", name: "apply_patch", arguments: #"{"input":"*** Begin"}"#),
                    .toolOutput(call: "a", [.text("Done")]),
                    .toolCall(id: "b", name: "local_shell", arguments: #"{"type":"exec","command":["ls"]}"#),
                    .toolOutput(call: "b", [.text("x")]),
                    .toolCall(id: "c", name: "shell", arguments: #"{"commands":["ls"]}"#),
                    .toolOutput(call: "c", [.text(#"[{"stdout":"x"}]"#)]),
                    .toolCall(id: "d", name: "apply_patch", arguments: #"{"path":"f"}"#),
                    .toolOutput(call: "d", [.text("")]),
                ], []
            ),
            (
                #"{"type":"computer_call","call_id":"a","action":{"type":"click"}},{"type":"computer_call_output","call_id":"a","#
                    + #""output":{"type":"computer_screenshot","image_url":"https://a.example/b.png"}},"#
                    + #"{"type":"mcp_call","id":"m","name":"f","server_label":"s","arguments":"{}","output":"5"},"#
                    + user,
                [
                    .toolCall(id: "a", name: "computer", arguments: #"{"type":"click"}"#),
                    .toolOutput(call: "a", [.image(url: "https://a.example/b.png", detail: nil)]),
                    .toolCall(id: "m", name: "f", arguments: "{}"), .toolOutput(call: "m", [.text("5")]), .text("Hi"),
                ], []
            ),
            // Another server's seal: the summary can be read.
            (
                #"{"type":"reasoning","summary":[{"type":"summary_text","text":"A"}],"encrypted_content":"gAAA"},"#
                    + #"{"type":"reasoning","summary":[],"encrypted_content":"eyJhIjoxfQ=="},"# + user,
                [.reasoning(InputReasoning(text: "A", seal: nil)), .text("Hi")], ["input.encrypted_content"]
            ),
            (
                #"{"type":"compaction","encrypted_content":"gAAA"},{"type":"image_generation_call","result":"x"},"#
                    + user,
                [
                    .text("[An earlier part of the conversation was here; it cannot be shown to you.]"),
                    .text("[An image that you made was here; it cannot be shown to you.]", from: .assistant),
                    .text("Hi"),
                ], ["input.compaction", "input.image_generation_call"]
            ),
            (
                #"{"type":"teleport"},{"type":"mcp_list_tools"},{"type":"tool_search_call"},"# + user
                    + #",{"type":"web_search_call"}"#,
                [.text("Hi")],
                ["input.teleport", "input.mcp_list_tools", "input.tool_search_call", "input.web_search_call"]
            ),
            (
                user + "," + call + "," + output("c1", #"[{"type":"input_file"}]"#),
                [
                    .text("Hi"), .toolCall(id: "c1", name: "f", arguments: #"{"a":1}"#),
                    .toolOutput(call: "c1", [.text("[A file was here; it cannot be shown to you.]")]),
                ], ["input.output.input_file"]
            ),
        ] as [(String, [InputItem], [String])]
    )
    func aHistoryDoesNotEndASession(items: String, expected: [InputItem], ignored: [String]) throws {
        let request = try Self.read(items)
        #expect(request.turn.input == expected && request.turn.inputPlaces.count == expected.count)
        #expect(Set(request.ignored) == Set(ignored))
    }

    /// The effort of an update holds, and the last one counts.
    @Test func anUpdateSetsTheEffort() throws {
        let update = #"{"type":"configuration_update","reasoning":{"effort":"low"}},"#
        let request = try Self.read(update + update.replacing("low", with: "max") + Self.user)
        #expect(request.turn.reasoningEffort == .max && request.turn.input == [.text("Hi")] && request.ignored == [])
        let other = try Self.read(#"{"type":"configuration_update","text":{}},"# + Self.user)
        #expect(other.turn.reasoningEffort == nil && other.ignored == ["input.configuration_update"])
    }

    /// Bodies of other interfaces, and the address that reads them.
    @Test(arguments: [
        (#"{"messages":[{"role":"user","content":"a"}]}"#, "/v1/chat/completions"),
        (#"{"messages":[],"max_completion_tokens":5}"#, "/v1/chat/completions"),
        (#"{"messages":[{"role":"user","content":"a"}],"system":"S"}"#, "/v1/messages"),
    ])
    func aBodyOfAnotherInterfaceNamesItsAddress(json: String, address: String) throws {
        let body = try JSONValue(parsing: json)
        let error = #expect(throws: WireError.self) { try ResponsesRequest(jsonValue: body) }
        #expect(error?.faults.map(\.pointer) == ["#/messages"])
        #expect(error?.faults.first?.detail.hasSuffix("send it to " + address) == true)
    }

    /// A text is one message.
    @Test func aTextIsAMessage() throws {
        let request = try ResponsesRequest(jsonValue: ["input": "Hi"])
        #expect(request.turn.input == [.text("Hi")] && request.turn.inputPlaces == ["#/input"])
    }

    /// Only the outputs and decisions at the end of the input answer a run that waits; earlier ones are history.
    @Test func onlyTheLastAnswersCount() throws {
        let approved = Self.decision("mcpr_01ab_s", #""approve":true"#)
        let ended = try Self.read(
            [Self.user, Self.call, approved, Self.output("c1"), Self.output("c2")].joined(separator: ",")
        )
        #expect(
            ended.outputs == [
                ClientOutput(call: "c1", text: "5", pointer: "#/input/3"),
                ClientOutput(call: "c2", text: "5", pointer: "#/input/4"),
            ]
        )
        #expect(ended.decisions.map(\.pointer) == ["#/input/2"])
        let continued = try Self.read([Self.call, approved, Self.output("c1"), Self.user].joined(separator: ","))
        #expect(continued.outputs == [] && continued.decisions == [])
        let rejected = try Self.read(
            [approved, Self.user, Self.decision("mcpr_0f_c_1", #""approve":false,"reason":"no","id":"x""#)]
                .joined(separator: ",")
        )
        let decision = try #require(rejected.decisions.first)
        #expect(rejected.decisions.count == 1 && !decision.isApproved && decision.reason == "no")
        #expect(decision.request == ApprovalRequestID(run: "run_0f", call: "c_1") && decision.pointer == "#/input/2")
    }

    /// Only the texts of an output's parts go to a run that waits.
    @Test func partsOfAnOutputAreOneText() throws {
        let parts = #"[{"type":"input_text","text":"a"},{"type":"output_text","text":"b"}]"#
        #expect(try Self.read(Self.output("c", parts)).outputs.map(\.text) == ["ab"])
    }

    @Test func unknownMembersAreListed() throws {
        let request = try Self.read(
            #"{"role":"user","content":[{"type":"input_text","text":"a","x":1}],"y":1},"#
                + #"{"type":"function_call","call_id":"c","name":"f","arguments":"","namespace":"n"},"#
                + Self.output("c")
        )
        #expect(request.ignored == ["input.y", "input.content.x", "input.namespace"])
    }

    /// Items, and the JSON pointers of their faults with their kinds.
    @Test(
        arguments: [
            ("5", ["#/input/0": .wrongType]), ("{}", ["#/input/0/type": .missing]),
            (#"{"type":5}"#, ["#/input/0/type": .wrongType]),
            (user + #",{"type":"teleport"}"#, ["#/input/1/type": .invalidValue]),
            (#"{"type":"item_reference"}"#, ["#/input/0/id": .missing]),
            (#"{"type":"message","content":"a"}"#, ["#/input/0/role": .missing]),
            (#"{"role":"tool","content":"a"}"#, ["#/input/0/role": .unsupportedValue]),
            (#"{"role":"user"}"#, ["#/input/0/content": .missing]),
            (#"{"role":"user","content":5}"#, ["#/input/0/content": .wrongType]),
            (#"{"role":"user","content":" "}"#, ["#/input/0/content": .invalidValue]),
            (#"{"role":"user","content":[]}"#, ["#/input/0/content": .invalidValue]),
            (#"{"role":"user","content":["a"]}"#, ["#/input/0/content/0": .wrongType]),
            (#"{"role":"user","content":[{}]}"#, ["#/input/0/content/0/type": .missing]),
            (#"{"role":"user","content":[{"type":"input_text"}]}"#, ["#/input/0/content/0/text": .missing]),
            (#"{"role":"user","content":[{"type":"video"}]}"#, ["#/input/0/content/0/type": .unsupportedValue]),
            (
                #"{"role":"user","content":[{"type":"refusal","refusal":"R"}]}"#,
                ["#/input/0/content/0/type": .unsupportedValue]
            ),
            (#"{"role":"user","content":[{"type":"input_file"}]}"#, ["#/input/0/content/0/type": .unsupportedValue]),
            (#"{"role":"user","content":[{"type":"input_audio"}]}"#, ["#/input/0/content/0/type": .unsupportedValue]),
            (#"{"role":"user","content":[{"type":"input_image"}]}"#, ["#/input/0/content/0/image_url": .missing]),
            (
                #"{"role":"user","content":[{"type":"input_image","file_id":"f"}]}"#,
                ["#/input/0/content/0/file_id": .unsupportedField, "#/input/0/content/0/image_url": .missing]
            ),
            (
                #"{"role":"user","content":[{"type":"input_image","image_url":"ftp://a.example","detail":"huge"}]}"#,
                ["#/input/0/content/0/image_url": .invalidValue, "#/input/0/content/0/detail": .unsupportedValue]
            ),
            (
                #"{"type":"function_call"}"#,
                ["#/input/0/call_id": .missing, "#/input/0/name": .missing, "#/input/0/arguments": .missing]
            ),
            (
                #"{"type":"function_call","call_id":"c","name":"","arguments":{}}"#,
                ["#/input/0/name": .invalidValue, "#/input/0/arguments": .wrongType]
            ),
            (
                #"{"type":"function_call_output"}"#,
                ["#/input/0/call_id": .missing, "#/input/0/output": .missing]
            ), (output("c", "5"), ["#/input/0/output": .wrongType]),
            (#"{"type":"reasoning","summary":"a"}"#, ["#/input/0/summary": .wrongType]),
            (
                #"{"type":"torii:tool_call","output":"o"}"#,
                ["#/input/0/call_id": .missing, "#/input/0/name": .missing]
            ), (decision("mcpr_01ab_s", #""approve":"yes""#), ["#/input/0/approve": .wrongType]),
            (decision("mcpr_01ab_s", #""reason":"no""#), ["#/input/0/approve": .missing]),
            (decision("01ab", #""approve":true"#), ["#/input/0/approval_request_id": .invalidValue]),
            (#"{"type":"mcp_approval_response","approve":true}"#, ["#/input/0/approval_request_id": .missing]),
        ] as [(String, [String: WireError.Fault.Kind])]
    )
    func faultyItemsAreRefused(items: String, faults: [String: WireError.Fault.Kind]) throws {
        let error = try #require(throws: WireError.self) { try Self.read(items) }
        #expect(Dictionary(error.faults.map { ($0.pointer, $0.kind) }) { $1 } == faults)
        #expect(error.faults.count == faults.count)
    }

    /// An input, and the kind of its fault.
    @Test(
        arguments: [
            ("{}", .missing), (#"{"input":null}"#, .missing), (#"{"input":5}"#, .wrongType),
            (#"{"input":{}}"#, .wrongType), (#"{"input":""}"#, .invalidValue), (#"{"input":"\n"}"#, .invalidValue),
            (#"{"input":[]}"#, .emptyArray),
        ] as [(String, WireError.Fault.Kind)]
    )
    func anInputIsRequired(body: String, kind: WireError.Fault.Kind) throws {
        let error = #expect(throws: WireError.self) { try ResponsesRequest(jsonValue: JSONValue(parsing: body)) }
        #expect(error?.faults.map(\.pointer) == ["#/input"] && error?.faults.first?.kind == kind)
    }

    /// The field of a fault in the notation of this API.
    @Test(arguments: [
        (
            #"{"input":[{"role":"user","content":"a"},{"role":"user","content":[{"type":"x"}]}]}"#,
            "input[1].content[0].type"
        ),
        (#"{"input":"a","text":{"format":{"type":"x"}}}"#, "text.format.type"),
        (#"{"input":"a","tools":[{"type":"torii:"}]}"#, "tools[0].type"), (#"{"input":"a","top_p":7}"#, "top_p"),
        (#"{"input":"a","metadata":{"a/b":1}}"#, "metadata.a/b"),
    ])
    func aFaultNamesItsField(body: String, param: String) throws {
        let error = try #require(throws: WireError.self) {
            try ResponsesRequest(jsonValue: JSONValue(parsing: body))
        }
        let problem = Problem(.invalidRequest, detail: error.description, faults: error.faults)
        let document = OpenAIErrorDocument(problem, in: .indexed)
        #expect(document.param == param && document.message.hasPrefix(param + ": "))
    }
}
