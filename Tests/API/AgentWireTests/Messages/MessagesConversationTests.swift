import AgentWire
import StreamingJSON
import Testing

/// The messages of a request: their items, and their faults.
@Suite struct MessagesConversationTests {
    private static func read(_ messages: String, _ more: String = "") throws -> MessagesRequest {
        let json = #"{"model":"m","max_tokens":10,"messages":["# + messages + "]" + more + "}"
        return try MessagesRequest(jsonValue: JSONValue(parsing: json))
    }

    private static func user(_ blocks: String) -> String { #"{"role":"user","content":["# + blocks + "]}" }
    private static func assistant(_ blocks: String) -> String { #"{"role":"assistant","content":["# + blocks + "]}" }
    private static func text(_ text: String) -> String { #"{"type":"text","text":""# + text + #""}"# }

    private static let hi = #"{"role":"user","content":"Hi"}"#
    private static let call = #"{"type":"tool_use","id":"c1","name":"f","input":{"a":1},"caller":{"type":"direct"}}"#
    private static let other = #"{"type":"tool_use","id":"c2","name":"g","input":{}}"#

    private static func result(_ call: String, _ more: String = #","content":"5""#) -> String {
        #"{"type":"tool_result","tool_use_id":""# + call + #"""# + more + "}"
    }

    private static let called = InputItem.toolCall(id: "c1", name: "f", arguments: #"{"a":1}"#)
    private static let otherCalled = InputItem.toolCall(id: "c2", name: "g", arguments: "{}")

    /// Messages, and the items read from them.
    @Test(
        arguments: [
            (hi, [.text("Hi")]),
            (user(text("Hi") + "," + text("there")), [.message(.user, [.text("Hi"), .text("there")])]),
            // Neighbors with the same role are separate messages, whose blocks a model sees in a row.
            (hi + "," + hi, [.text("Hi"), .text("Hi")]),
            (#"{"role":"system","content":"S"},"# + hi, [.text("S", from: .developer), .text("Hi")]),
            (
                hi + #",{"role":"assistant","content":"A"},"# + hi,
                [.text("Hi"), .text("A", from: .assistant), .text("Hi")]
            ),
            (
                hi + "," + assistant(text("A") + "," + text("B")) + "," + hi,
                [.text("Hi"), .message(.assistant, [.text("A"), .text("B")]), .text("Hi")]
            ),
            (
                hi + "," + assistant(call) + "," + user(result("c1")),
                [.text("Hi"), called, .toolOutput(call: "c1", [.text("5")])]
            ),
            (
                hi + "," + assistant(text("A") + "," + call + "," + other) + ","
                    + user(result("c2", "") + "," + result("c1") + "," + text("And?")),
                [
                    .text("Hi"), .text("A", from: .assistant), called, otherCalled,
                    .toolOutput(call: "c2", [.text("")]), .toolOutput(call: "c1", [.text("5")]), .text("And?"),
                ]
            ),
            // Calls and results may be spread over several messages.
            (
                hi + "," + assistant(call) + "," + assistant(other) + "," + user(result("c1")) + ","
                    + user(result("c2") + "," + text(" ")),
                [
                    .text("Hi"), called, otherCalled, .toolOutput(call: "c1", [.text("5")]),
                    .toolOutput(call: "c2", [.text("5")]),
                ]
            ),
            (
                hi + "," + assistant(call) + ","
                    + user(
                        result("c1", #","content":["# + text("5") + "," + text("6") + #"],"is_error":true"#)
                    ),
                [
                    .text("Hi"), called,
                    .toolOutput(call: "c1", [.text("The call failed. "), .text("5"), .text("6")]),
                ]
            ),
            (
                hi + ","
                    + assistant(
                        #"{"type":"thinking","thinking":"hm","signature":"s="},{"type":"redacted_thinking","data":"d"},"#
                            + #"{"type":"thinking","thinking":"","signature":""},"#
                            + #"{"type":"thinking","thinking":"","signature":"t"},"# + call
                    ) + "," + user(result("c1")),
                [
                    .text("Hi"), .reasoning(.init(text: "hm", seal: "s=")),
                    .reasoning(.init(text: "", seal: "d", isRedacted: true)), .reasoning(.init(text: "", seal: "t")),
                    called, .toolOutput(call: "c1", [.text("5")]),
                ]
            ),
            (
                hi + "," + assistant(#"{"type":"thinking","thinking":"hm"},"# + text("A")) + "," + hi,
                [.text("Hi"), .reasoning(.init(text: "hm", seal: nil)), .text("A", from: .assistant), .text("Hi")]
            ),
            (
                user(
                    text("What?")
                        + #",{"type":"image","source":{"type":"url","url":"https://a.example/b.png"}},"#
                        + #"{"type":"image","source":{"type":"base64","media_type":"image/png","data":"aGk="}}"#
                ),
                [
                    .message(
                        .user,
                        [
                            .text("What?"), .image(url: "https://a.example/b.png", detail: nil),
                            .image(url: "data:image/png;base64,aGk=", detail: nil),
                        ]
                    )
                ]
            ),
        ] as [(String, [InputItem])]
    )
    func messagesAreRead(messages: String, items: [InputItem]) throws {
        let request = try Self.read(messages)
        #expect(request.turn.input == items)
        #expect(request.turn.inputPlaces.count == items.count)
        #expect(request.turn.dialect == .messages && request.turn.conversation == .none)
        #expect(request.ignored == [])
        // The JSON pointers are only for faults of this request.
        var kept = request.turn
        kept.inputPlaces = []
        #expect(TurnRequest(stored: request.turn.stored) == kept)
    }

    /// The system prompt, and its message.
    @Test(
        arguments: [
            (#""S""#, [.text("S")]), (#"" ""#, nil), ("[]", nil), ("null", nil),
            (#"[{"type":"text","text":"A"},{"type":"text","text":"B"}]"#, [.text("A"), .text("B")]),
        ] as [(String, [InputPart]?)]
    )
    func aSystemPromptIsTheFirstMessage(system: String, parts: [InputPart]?) throws {
        let turn = try Self.read(Self.hi, #","system":"# + system).turn
        #expect(turn.input == (parts.map { [.message(.developer, $0)] } ?? []) + [.text("Hi")])
        #expect(turn.inputPlaces == (parts == nil ? [] : ["#/system"]) + ["#/messages/0"])
    }

    /// Messages, and the JSON pointers of their faults.
    @Test(arguments: [
        ("", ["#/messages"]), ("1", ["#/messages/0"]), (#"{"content":"a"}"#, ["#/messages/0/role"]),
        (#"{"role":"critic","content":"a"}"#, ["#/messages/0/role"]),
        (#"{"role":5,"content":"a"}"#, ["#/messages/0/role"]),
        (#"{"role":"user"}"#, ["#/messages/0/content"]),
        (#"{"role":"user","content":" \n"}"#, ["#/messages/0/content"]),
        (#"{"role":"user","content":[]}"#, ["#/messages/0/content"]),
        (#"{"role":"user","content":{"type":"text"}}"#, ["#/messages/0/content"]),
        (user("5"), ["#/messages/0/content/0"]), (user("{}"), ["#/messages/0/content/0/type"]),
        (user(#"{"type":5}"#), ["#/messages/0/content/0/type"]),
        (user(#"{"type":"smell"}"#), ["#/messages/0/content/0/type"]),
        (user(#"{"type":"text"}"#), ["#/messages/0/content/0/text"]),
        (
            user(#"{"type":"document"},{"type":"container_upload"}"#),
            ["#/messages/0/content/0/type", "#/messages/0/content/1/type"]
        ),
        (user(#"{"type":"tool_use"}"#), ["#/messages/0/content/0/type"]),
        (user(#"{"type":"thinking"}"#), ["#/messages/0/content/0/type"]),
        (user(#"{"type":"image"}"#), ["#/messages/0/content/0/source"]),
        (user(#"{"type":"image","source":"a"}"#), ["#/messages/0/content/0/source"]),
        (user(#"{"type":"image","source":{}}"#), ["#/messages/0/content/0/source/type"]),
        (user(#"{"type":"image","source":{"type":"file","file_id":"f"}}"#), ["#/messages/0/content/0/source/type"]),
        (user(#"{"type":"image","source":{"type":"smell"}}"#), ["#/messages/0/content/0/source/type"]),
        (
            user(#"{"type":"image","source":{"type":"base64"}}"#),
            ["#/messages/0/content/0/source/media_type", "#/messages/0/content/0/source/data"]
        ),
        (
            user(#"{"type":"image","source":{"type":"base64","media_type":"text/html","data":"aGk="}}"#),
            ["#/messages/0/content/0/source/media_type"]
        ),
        (
            user(#"{"type":"image","source":{"type":"base64","media_type":"image/png","data":"a,b"}}"#),
            ["#/messages/0/content/0/source/data"]
        ),
        (
            user(#"{"type":"image","source":{"type":"url","url":"http://a.example/b"}}"#),
            ["#/messages/0/content/0/source/url"]
        ),
        (hi + "," + assistant("{}") + "," + hi, ["#/messages/1/content/0/type"]),
        (hi + "," + assistant(#"{"type":"thinking"}"#) + "," + hi, ["#/messages/1/content/0/thinking"]),
        (hi + "," + assistant(#"{"type":"redacted_thinking"}"#) + "," + hi, ["#/messages/1/content/0/data"]),
        (
            hi + "," + assistant(#"{"type":"tool_use"}"#) + "," + hi,
            ["#/messages/1/content/0/id", "#/messages/1/content/0/name", "#/messages/1/content/0/input"]
        ),
        (
            hi + "," + assistant(#"{"type":"tool_use","id":"c","name":"f","input":"{}"}"#) + "," + user(result("c")),
            ["#/messages/1/content/0/input"]
        ),
        // Calls and results.
        (hi + "," + assistant(call + "," + other) + "," + user(result("c1")), ["#/messages/1"]),
        (hi + "," + assistant(call) + #",{"role":"system","content":"S"}"#, ["#/messages/1"]),
        (user(result("c1")), ["#/messages/0/content/0/tool_use_id"]),
        (user(result("")), ["#/messages/0/content/0/tool_use_id"]),
        (
            hi + "," + assistant(call) + "," + user(result("c1") + "," + result("c1")),
            ["#/messages/2/content/1/tool_use_id"]
        ),
        (hi + "," + assistant(call) + "," + user(result("c1", #","content":5"#)), ["#/messages/2/content/0/content"]),
        (
            hi + "," + assistant(call) + "," + user(result("c1", #","content":[{"type":5}],"is_error":1"#)),
            ["#/messages/2/content/0/content/0/type", "#/messages/2/content/0/is_error"]
        ),
        // The end.
        (hi + "," + assistant(call), ["#/messages/1"]), (#"{"role":"system","content":"a"}"#, ["#/messages"]),
    ])
    func faultyMessagesAreRefused(messages: String, pointers: [String]) {
        let error = #expect(throws: WireError.self) { try Self.read(messages) }
        #expect(error?.faults.map(\.pointer) == pointers)
    }

    private static let pdf =
        #"{"type":"document","title":"plan","source":{"type":"base64","media_type":"application/pdf","data":"JVBE"}}"#
    private static let pdfNote = InputPart.text(#"[A PDF document "plan" was here; it cannot be shown to you.]"#)

    /// Messages with something that no model can be shown or that is not whole, the items read from them, and the names of the blocks.
    @Test(
        arguments: [
            // A tool has read a document; a person asks on. The note stays in the history.
            (
                hi + "," + assistant(call) + "," + user(result("c1", #","content":["# + text("5") + "," + pdf + "]"))
                    + ","
                    + assistant(text("A")) + "," + hi,
                [
                    .text("Hi"), called, .toolOutput(call: "c1", [.text("5"), pdfNote]), .text("A", from: .assistant),
                    .text("Hi"),
                ], ["messages.content.content.document"]
            ),
            // What a tool has read is not the newest message, within its result or beside it.
            (
                hi + "," + assistant(call) + "," + user(result("c1", #","content":["# + pdf + "]") + "," + pdf),
                [.text("Hi"), called, .toolOutput(call: "c1", [pdfNote]), .message(.user, [pdfNote])],
                ["messages.content.content.document", "messages.content.document"]
            ),
            // The client has kept a message that was refused.
            (
                user(pdf + #",{"type":"container_upload","file_id":"f"},{"type":"image","source":{"type":"file"}}"#)
                    + ","
                    + hi,
                [
                    .message(
                        .user,
                        [
                            pdfNote, .text("[A file was here; it cannot be shown to you.]"),
                            .text("[An image was here; it cannot be shown to you.]"),
                        ]
                    ), .text("Hi"),
                ],
                [
                    "messages.content.document", "messages.content.container_upload",
                    "messages.content.image",
                ]
            ),
            // Documents and search results that are text are read, also in the newest message.
            (
                user(
                    #"{"type":"document","title":"a","source":{"type":"text","media_type":"text/plain","data":"x```y"}},"#
                        + #"{"type":"document","source":{"type":"content","content":[{"type":"text","text":"b"}]}},"#
                        + #"{"type":"search_result","title":"T","source":"https://a.example","content":[{"type":"text","text":"c"}]}"#
                ),
                [
                    .message(
                        .user,
                        [
                            .text("Document \"a\":\n````\nx```y\n````"), .text("Document:\n```\nb\n```"),
                            .text("Search result \"T\" from https://a.example:\n```\nc\n```"),
                        ]
                    )
                ], []
            ),
            // Calls of servers: those whose outputs can be read stay.
            (
                hi + ","
                    + assistant(
                        #"{"type":"server_tool_use","id":"s1","name":"web_search","input":{}},"#
                            + #"{"type":"web_search_tool_result","tool_use_id":"s1","content":[]},{"type":"image"},"#
                            + #"{"type":"mcp_tool_use","id":"m1","name":"f","server_name":"s","input":{"a":1}},"#
                            + #"{"type":"mcp_tool_result","tool_use_id":"m1","content":[{"type":"text","text":"5"}]},"#
                            + text("A")
                    ) + "," + hi,
                [
                    .text("Hi"), .text("[An image was here; it cannot be shown to you.]", from: .assistant),
                    .toolCall(id: "m1", name: "f", arguments: #"{"a":1}"#), .toolOutput(call: "m1", [.text("5")]),
                    .text("A", from: .assistant), .text("Hi"),
                ],
                [
                    "messages.content.server_tool_use", "messages.content.web_search_tool_result",
                    "messages.content.image",
                ]
            ),
            (
                assistant(
                    #"{"type":"compaction","content":"They met."},{"type":"compaction","content":null},"# + text("A")
                )
                    + "," + hi,
                [
                    .text("A summary of the conversation so far:\n```\nThey met.\n```"),
                    .text("[An earlier part of the conversation was here; it cannot be shown to you.]"),
                    .text("A", from: .assistant), .text("Hi"),
                ], ["messages.content.compaction"]
            ),
            // Calls without results, results without calls, an id that is used again, a result after a text, and an empty message.
            (
                hi + "," + assistant(call) + "," + hi + "," + user(result("c1")) + #",{"role":"user","content":" "},"#
                    + assistant(call) + "," + user(text("a") + "," + result("c1")),
                [
                    .text("Hi"), called, .text("Hi"), .toolOutput(call: "c1", [.text("5")]), called,
                    .toolOutput(call: "c1", [.text("5")]), .text("a"),
                ], []
            ),
        ] as [(String, [InputItem], [String])]
    )
    func aHistoryDoesNotEndASession(messages: String, items: [InputItem], ignored: [String]) throws {
        let request = try Self.read(messages)
        #expect(request.turn.input == items && request.turn.inputPlaces.count == items.count)
        #expect(Set(request.ignored) == Set(ignored))
        #expect(request.outputs.allSatisfy { $0.call == "c1" })
    }

    /// A conversation that ends with an answer is continued (prefill).
    @Test func anAnswerAtTheEndIsContinued() throws {
        let request = try Self.read(Self.hi + #",{"role":"assistant","content":"The answer is ("}"#)
        #expect(request.turn.input == [.text("Hi"), .text("The answer is (", from: .assistant)])
        #expect(request.emulated == ["messages"])
    }

    @Test func resultsAtTheEndAreReturned() throws {
        let calls = Self.hi + "," + Self.assistant(Self.call + "," + Self.other) + ","
        let both = Self.result("c2") + "," + Self.result("c1", #","content":"6","is_error":true"#)
        let request = try Self.read(calls + Self.user(both))
        #expect(request.outputs.map(\.call) == ["c2", "c1"])
        #expect(request.outputs.map(\.text) == ["5", "The call failed. 6"])
        #expect(request.outputs.map(\.pointer) == ["#/messages/2/content/0", "#/messages/2/content/1"])
        #expect(request.outputs.map(\.isFailure) == [false, true])
        #expect(request.emulated == ["messages.content.is_error"])
        // A waiting run accepts results alone, and texts only.
        #expect(try Self.read(calls + Self.user(both + "," + Self.text("And?"))).outputs == [])
        #expect(try Self.read(calls + Self.user(both) + "," + Self.hi).outputs == [])
        let image = #","content":[{"type":"image","source":{"type":"url","url":"https://a.example/b.png"}}]"#
        let shown = try Self.read(calls + Self.user(Self.result("c1", image) + "," + Self.result("c2")))
        #expect(shown.outputs == [])
        #expect(shown.turn.input.count == 5)
    }

    @Test(arguments: [(4096, true), (4097, false)])
    func theNumberOfMessagesIsLimited(count: Int, isAccepted: Bool) throws {
        let messages = Array(repeating: Self.hi, count: count).joined(separator: ",")
        if isAccepted {
            #expect(try Self.read(messages).turn.input.count == count)
        } else {
            let error = #expect(throws: WireError.self) { try Self.read(messages) }
            #expect(error?.faults.map(\.pointer) == ["#/messages"])
        }
    }

    @Test func membersOfBlocksWithoutEffectAreListed() throws {
        let cache = #","cache_control":{"type":"ephemeral"}"#
        let request = try Self.read(
            #"{"role":"user","content":[{"type":"text","text":"a","citations":[]"# + cache + #"}],"name":"n"}"#,
            #","system":[{"type":"text","text":"S""# + cache + #"}],"cache_control":{"type":"ephemeral"}"#
        )
        #expect(
            request.ignored == ["messages.name", "messages.content.citations"]
        )
        #expect(request.turn.cacheMarks == [.init(.instructions), .init(.input(0)), .init(.end)])
    }
}
