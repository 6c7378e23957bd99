import AgentWire
import StreamingJSON
import Testing

/// The pages of a request's items.
@Suite struct ResponseInputItemsTests {
    private static func turn() throws -> TurnRequest {
        let items: [JSONValue] = [
            [
                "role": "user",
                "content": [
                    ["type": "input_text", "text": "a"],
                    ["type": "input_image", "image_url": "https://a.example/b.png"],
                ],
            ],
            ["role": "assistant", "content": "b"],
            ["type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"],
            ["type": "function_call_output", "call_id": "c", "output": "d"],
            ["type": "reasoning", "summary": [["type": "summary_text", "text": "e"]]],
        ]
        return try ResponsesRequest(jsonValue: ["instructions": "I", "input": .array(items)]).turn
    }

    private static func page(
        _ order: ResponseInputItems.Order = .ascending,
        after: String? = nil,
        limit: Int = 20
    ) throws -> ResponseInputItems? {
        ResponseInputItems(of: try turn(), in: "run_01ab", order, after: after, limit: limit)
    }

    private static let ids = ["msg_01ab_in0", "msg_01ab_in1", "fc_01ab_in2", "fco_01ab_in3", "rs_01ab_in4"]

    /// The items have the form of input, without the request's instructions.
    @Test func itemsHaveTheirForm() throws {
        let page = try #require(try Self.page())
        #expect(
            page.jsonValue == [
                "object": "list",
                "data": [
                    [
                        "id": "msg_01ab_in0", "type": "message", "status": "completed", "role": "user",
                        "content": [
                            ["type": "input_text", "text": "a"],
                            ["type": "input_image", "image_url": "https://a.example/b.png", "detail": "auto"],
                        ],
                    ],
                    [
                        "id": "msg_01ab_in1", "type": "message", "status": "completed", "role": "assistant",
                        "content": [["type": "output_text", "text": "b", "annotations": [], "logprobs": []]],
                    ],
                    [
                        "id": "fc_01ab_in2", "type": "function_call", "status": "completed", "call_id": "c",
                        "name": "f", "arguments": "{}",
                    ],
                    [
                        "id": "fco_01ab_in3", "type": "function_call_output", "status": "completed", "call_id": "c",
                        "output": "d",
                    ],
                    ["id": "rs_01ab_in4", "type": "reasoning", "summary": [["type": "summary_text", "text": "e"]]],
                ],
                "first_id": "msg_01ab_in0", "last_id": "rs_01ab_in4", "has_more": false,
            ]
        )
        // The page can be sent back.
        let again = try ResponsesRequest(jsonValue: ["input": .array(page.items)])
        #expect(again.turn.input.count == 5 && again.ignored == [])
    }

    /// Pages of every size have all items once, in both orders.
    @Test(arguments: 1...6)
    func pagesFollowEachOther(limit: Int) throws {
        for order in ResponseInputItems.Order.allCases {
            var ids: [String] = []
            while true {
                let page = try #require(try Self.page(order, after: ids.last, limit: limit))
                ids += page.items.compactMap { $0["id"]?.stringValue }
                #expect(page.items.count <= limit && page.jsonValue["last_id"]?.stringValue == ids.last)
                guard page.hasMore else { break }
            }
            #expect(ids == (order == .ascending ? Self.ids : Self.ids.reversed()))
        }
    }

    @Test func aPageAfterTheLastItemIsEmpty() throws {
        let page = try #require(try Self.page(after: Self.ids[4]))
        #expect(page.jsonValue == ["object": "list", "data": [], "first_id": nil, "last_id": nil, "has_more": false])
        #expect(try Self.page(after: "msg_01ab_in9") == nil && Self.page(after: "") == nil)
    }
}
