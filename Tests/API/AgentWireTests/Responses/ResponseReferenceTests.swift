import AgentWire
import StreamingJSON
import Testing

/// References to items of earlier responses.
struct ResponseReferenceTests {
    private func request(_ items: String) throws -> ResponsesRequest {
        try ResponsesRequest(jsonValue: JSONValue(parsing: #"{"instructions":"Be short.","input":[\#(items)]}"#.utf8))
    }

    private let reference = #"{"type":"item_reference","id":"msg_01ab_2"}"#
    private let question = #"{"role":"user","content":"And then?"}"#
    private let item: JSONValue = [
        "id": "msg_01ab_2", "type": "message", "status": "completed", "role": "assistant",
        "content": [["type": "output_text", "text": "First this.", "annotations": [], "logprobs": []]],
    ]

    @Test func anItemTakesThePlaceOfItsReference() throws {
        var request = try request("\(reference),\(question)")
        #expect(request.references.map(\.run) == ["run_01ab"])
        try request.resolve(["msg_01ab_2": item])
        #expect(
            request.turn.input == [
                .text("Be short.", from: .developer), .text("First this.", from: .assistant), .text("And then?"),
            ]
        )
        #expect(request.turn.inputPlaces == ["#/instructions", "#/input/0", "#/input/1"])
        #expect(request.references.isEmpty)
    }

    @Test func everyMissingItemIsNamed() throws {
        var request = try request("\(reference),\(question),\(reference),\(question)")
        let error = #expect(throws: WireError.self) { try request.resolve([:]) }
        #expect(error?.faults.map(\.pointer) == ["#/input/0/id", "#/input/2/id"])
    }

    @Test(arguments: ["msg", "msg_", "msg__2", "msg_a b_2", "a_é_2"])
    func aForeignIDNamesNoRun(id: String) throws {
        let request = try request("{\"type\":\"item_reference\",\"id\":\"\(id)\"},\(question)")
        #expect(request.references.map(\.run) == [nil])
    }
}
