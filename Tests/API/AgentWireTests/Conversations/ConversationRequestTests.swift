import AgentWire
import StreamingJSON
import Testing

/// The bodies of requests for conversations in OpenAI's form.
@Suite struct ConversationRequestTests {
    private static let items = #"""
        [{"role":"user","content":"hi"},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"yes"}]},
        {"type":"function_call","call_id":"c","name":"f","arguments":"{}"},
        {"type":"function_call_output","call_id":"c","output":"o","more":1}]
        """#

    @Test func aConversationHasItemsAndMetadata() throws {
        let text = #"{"items":\#(Self.items),"metadata":{"topic":"昨日"},"user":"u"}"#
        let request = try ConversationRequest(jsonValue: JSONValue(parsing: text))
        #expect(
            request.items.input == [
                .text("hi"), .text("yes", from: .assistant), .toolCall(id: "c", name: "f", arguments: "{}"),
                .toolOutput(call: "c", [.text("o")]),
            ]
        )
        #expect(request.items.places == ["#/items/0", "#/items/1", "#/items/2", "#/items/3"])
        #expect(request.metadata == ["topic": "昨日"])
        #expect(request.ignored == ["user", "items.more"])
    }

    @Test(arguments: ["{}", #"{"items":null,"metadata":null}"#, #"{"items":[],"metadata":{}}"#])
    func everythingMayBeMissing(text: String) throws {
        let request = try ConversationRequest(jsonValue: JSONValue(parsing: text))
        #expect(request.items.input.isEmpty)
        #expect(request.metadata.isEmpty)
    }

    /// A body, and the pointers of its faults.
    @Test(
        arguments: [
            (#"{"items":{}}"#, ["#/items"]), (#"{"items":[1]}"#, ["#/items/0"]),
            (#"{"items":[{}]}"#, ["#/items/0/type"]),
            (#"{"items":[{"role":"user","content":""}]}"#, ["#/items/0/content"]),
            (#"{"items":[{"role":"assistant","content":""}]}"#, ["#/items/0/content"]),
            (#"{"items":[{"role":"system","content":"a"}]}"#, ["#/items/0/role"]),
            (#"{"items":[{"role":"developer","content":"a"}]}"#, ["#/items/0/role"]),
            (#"{"items":[{"role":"tool","content":"a"}]}"#, ["#/items/0/role"]),
            (#"{"items":[{"type":"item_reference","id":"a"}]}"#, ["#/items/0/type"]),
            (
                #"{"items":[{"type":"mcp_approval_response","approval_request_id":"mcpr_a_b","approve":true}]}"#,
                ["#/items/0/type"]
            ),
            (#"{"items":[{"type":"mcp_approval_request"}]}"#, ["#/items/0/type"]),
            (#"{"metadata":[]}"#, ["#/metadata"]), (#"{"metadata":{"a":1}}"#, ["#/metadata/a"]), ("[]", ["#"]),
        ] as [(String, [String])]
    )
    func everyFaultIsNamed(text: String, pointers: [String]) throws {
        let json = try JSONValue(parsing: text)
        let error = #expect(throws: WireError.self) { try ConversationRequest(jsonValue: json) }
        #expect(error?.faults.map(\.pointer) == pointers)
    }

    @Test func onlySoManyItemsAtATime() throws {
        func body(_ count: Int) -> JSONValue {
            ["items": .array(Array(repeating: ["role": "user", "content": "a"], count: count))]
        }
        #expect(try ConversationAddition(jsonValue: body(20)).items.input.count == 20)
        let error = #expect(throws: WireError.self) { try ConversationAddition(jsonValue: body(21)) }
        #expect(error?.faults.first?.pointer == "#/items")
        for text in ["{}", #"{"items":[]}"#, #"{"items":null}"#] {
            let json = try JSONValue(parsing: text)
            #expect(throws: WireError.self) { try ConversationAddition(jsonValue: json) }
        }
    }

    @Test func aChangeNamesTheMetadata() throws {
        #expect(try ConversationChange(jsonValue: ["metadata": ["a": "b"]]).metadata == ["a": "b"])
        #expect(try ConversationChange(jsonValue: ["metadata": .null, "more": 1]).ignored == ["more"])
        let error = #expect(throws: WireError.self) { try ConversationChange(jsonValue: [:]) }
        #expect(error?.faults.map(\.pointer) == ["#/metadata"])
    }
}
