import StreamingJSON
import Testing

@testable import AgentWire

/// The marks by which a client reports what the provider shall cache.
@Suite struct MessagesCacheMarkTests {
    private static let mark = #""cache_control":{"type":"ephemeral"}"#
    private static let long = #""cache_control":{"type":"ephemeral","ttl":"1h"}"#

    private static func read(_ messages: String, _ more: String = "") throws -> MessagesRequest {
        let body = #"{"model":"m","max_tokens":9,"messages":[\#(messages)]\#(more)}"#
        return try MessagesRequest(jsonValue: JSONValue(parsing: body))
    }

    private static func user(_ blocks: String) -> String { #"{"role":"user","content":[\#(blocks)]}"# }
    private static let hello = #"{"role":"user","content":"Hello"}"#
    private static let answer = #"{"role":"assistant","content":"Yes?"}"#
    private static let calls =
        #"{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}},{"type":"tool_use","id":"b","name":"f","input":{}}]}"#

    struct Row: Sendable {
        var messages: String
        var more = ""
        var marks: [CacheMark]
    }

    @Test(arguments: [
        Row(messages: hello, marks: []),
        Row(messages: hello, more: ",\(mark)", marks: [.init(.end)]),
        Row(
            messages: hello,
            more:
                #","system":[{"type":"text","text":"S"},{"type":"text","text":"T",\#(long)}],"tools":[{"name":"f","input_schema":{},\#(mark)},{"name":"g","input_schema":{}}]"#,
            marks: [.init(.tools), .init(.instructions, isLong: true)]
        ),
        Row(
            messages: [hello, answer, user(#"{"type":"text","text":"a"},{"type":"text","text":"b",\#(mark)}"#)].joined(
                separator: ","
            ),
            marks: [.init(.input(1))]
        ),
        // Results and the text after them are inputs of their own.
        Row(
            messages: [
                hello, calls,
                user(
                    #"{"type":"tool_result","tool_use_id":"a","content":"1"},{"type":"tool_result","tool_use_id":"b","content":[{"type":"text","text":"2",\#(long)}]},{"type":"text","text":"c",\#(mark)}"#
                ),
            ].joined(separator: ","),
            marks: [.init(.input(2), isLong: true), .init(.input(3))]
        ),
        Row(
            messages: [
                hello, calls,
                user(
                    #"{"type":"tool_result","tool_use_id":"a",\#(mark)},{"type":"tool_result","tool_use_id":"b"},{"type":"text","text":" "}"#
                ), answer, user(#"{"type":"text","text":"d",\#(mark)}"#),
            ]
            .joined(separator: ","),
            marks: [.init(.input(1)), .init(.input(3))]
        ),
        // What is not a mark is not refused, because it does not change the answer.
        Row(
            messages: user(#"{"type":"text","text":"a","cache_control":null}"#),
            more: #","cache_control":7"#,
            marks: []
        ),
    ]) func marksAreRead(row: Row) throws {
        let request = try Self.read(row.messages, row.more)
        #expect(request.turn.cacheMarks == row.marks)
        #expect(request.ignored.isEmpty)
        // The inputs are counted as the turn has them.
        let count = request.turn.input.count { item in
            switch item {
            case .message(.user, _), .toolOutput: true
            default: false
            }
        }
        for case .input(let number) in row.marks.map(\.place) { #expect(number < count) }
    }
}
