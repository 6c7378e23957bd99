import AgentWire
import StreamingJSON
import Testing

/// The items of conversations in OpenAI's form, and their ids.
@Suite struct ConversationItemTests {
    /// A text, and the position and number in it; `nil` for an id of something else.
    @Test(
        arguments: [
            ("msg_abc_0", 0, 0), ("fc_abc_12_3", 12, 3), ("x_abc_7", 7, 0), ("_abc_7", 7, 0), ("msg_abc_7_0", 7, 0),
            ("msg_abc", nil, nil), ("msg_abc_", nil, nil), ("msg_abcd_1", nil, nil), ("msg_ab_1", nil, nil),
            ("msg_abc_-1", nil, nil), ("msg_abc_1_-1", nil, nil), ("msg_abc_1_2_3", nil, nil),
            ("msg_abc_9223372036854775807", nil, nil), ("msg_abc_99999999999999999999", nil, nil),
            ("msg_abc_1x", nil, nil), ("abc", nil, nil), ("", nil, nil), ("msg_conv_abc_1", nil, nil),
            ("msg_abc_\(String(repeating: "0", count: 300))", nil, nil),
        ] as [(String, Int?, Int?)]
    )
    func ids(text: String, position: Int?, index: Int?) {
        let id = ConversationItemID(text, in: "conv_abc")
        #expect(id?.position == position)
        #expect(id?.index == index)
    }

    @Test func anIDIsReadAgainInItsConversationOnly() {
        for place in [ConversationItemID(position: 0), .init(position: 31, index: 2), .init(position: 4096)] {
            for conversation in ["conv_0123456789abcdef", "c", ""] {
                let text = place.text("msg", in: conversation)
                #expect(ConversationItemID(text, in: conversation) == place)
                #expect(ConversationItemID(text, in: "other") == nil)
            }
        }
        #expect(ConversationItemID(position: 1, index: 9) < ConversationItemID(position: 2))
        #expect(ConversationItemID(position: 2) < ConversationItemID(position: 2, index: 1))
    }

    /// An item's content, and its JSON without the id.
    @Test(
        arguments: [
            (
                .question([.text("hi"), .image(url: "https://a.test/b"), .image(url: nil)]), "msg",
                #"""
                {"type":"message","status":"completed","role":"user","content":[{"type":"input_text","text":"hi"},
                {"type":"input_image","detail":"auto","file_id":null,"image_url":"https://a.test/b"},
                {"type":"input_image","detail":"auto","file_id":null,"image_url":null}]}
                """#
            ),
            (
                .answer("yes"), "msg",
                #"""
                {"type":"message","status":"completed","role":"assistant",
                "content":[{"type":"output_text","text":"yes","annotations":[],"logprobs":[]}]}
                """#
            ),
            (.reasoning("so"), "rs", #"{"type":"reasoning","summary":[{"type":"summary_text","text":"so"}]}"#),
            (.reasoning(""), "rs", #"{"type":"reasoning","summary":[]}"#),
            (
                .call(id: "c", name: "f", arguments: "{}"), "fc",
                #"{"type":"function_call","status":"completed","call_id":"c","name":"f","arguments":"{}"}"#
            ),
            (
                .output(call: "c", "o"), "fco",
                #"{"type":"function_call_output","status":"completed","call_id":"c","output":"o"}"#
            ),
            (
                .serverCall(id: "c", name: "f", arguments: "{}", output: "o"), "tc",
                #"""
                {"type":"torii:tool_call","status":"completed","call_id":"c","name":"f","arguments":"{}","output":"o",
                "error":null,"content":[]}
                """#
            ),
            (
                .serverCall(id: "c", name: "f", arguments: "{}", output: nil), "tc",
                #"""
                {"type":"torii:tool_call","status":"incomplete","call_id":"c","name":"f","arguments":"{}","output":null,
                "error":null,"content":[]}
                """#
            ),
        ] as [(ConversationItem.Content, String, String)]
    )
    func forms(content: ConversationItem.Content, prefix: String, json: String) throws {
        let item = ConversationItem(of: "conv_abc", at: .init(position: 5), content)
        #expect(item.id == "\(prefix)_abc_5")
        var expected = try #require(try JSONValue(parsing: json).objectValue)
        expected["id"] = .string(item.id)
        #expect(item.jsonValue == .object(expected))
    }

    @Test func aPageNamesItsEnds() {
        let items = (0..<2).map { ConversationItem(of: "c", at: .init(position: $0), .answer("\($0)")) }
        let page = ConversationItemPage(items, hasMore: true).jsonValue
        #expect(page["first_id"] == "msg_c_0")
        #expect(page["last_id"] == "msg_c_1")
        #expect(page["has_more"] == true)
        let empty = ConversationItemPage([]).jsonValue
        #expect(empty == ["object": "list", "data": [], "first_id": "", "last_id": "", "has_more": false])
    }
}
