import ModelContextProtocol
import StreamingJSON
import Testing

struct RPCMessageTests {
    @Test(arguments: [
        (#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, RPCMessage.request(RPCRequest(id: .integer(1), method: "ping"))),
        (
            #"{"jsonrpc":"2.0","id":"京","method":"a/b","params":{"c":[1]}}"#,
            .request(RPCRequest(id: .string("京"), method: "a/b", ["c": [1]]))
        ),
        (#"{"jsonrpc":"2.0","id":-9,"method":"a"}"#, .request(RPCRequest(id: .integer(-9), method: "a"))),
        (#"{"jsonrpc":"2.0","id":"","method":"a"}"#, .request(RPCRequest(id: .string(""), method: "a"))),
        (#"{"jsonrpc":"2.0","method":"a"}"#, .notification(RPCNotification("a"))),
        (#"{"jsonrpc":"2.0","method":"a","params":{"b":null}}"#, .notification(RPCNotification("a", ["b": .null]))),
        (#"{"jsonrpc":"2.0","id":1,"result":{}}"#, .response(RPCResponse(id: .integer(1), .success([:])))),
        (
            #"{"jsonrpc":"2.0","id":"1","error":{"code":-32602,"message":"no","data":[1]}}"#,
            .response(RPCResponse(id: .string("1"), RPCError(.invalidParameters, "no", data: [1])))
        ),
        (
            #"{"jsonrpc":"2.0","error":{"code":-32700,"message":""}}"#,
            .response(RPCResponse(id: nil, RPCError(.parseError, "")))
        ),
    ])
    func messagesAreReadAndWritten(_ text: String, _ message: RPCMessage) throws {
        #expect(try RPCMessage(parsing: text) == message)
        #expect(message.serialized() == text)
    }

    @Test(arguments: [
        (
            #"{"jsonrpc":"2.0","id":1,"method":"a","params":{}}"#,
            RPCMessage.request(.init(id: .integer(1), method: "a"))
        ),
        (
            #"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"m"}}"#,
            .response(RPCResponse(id: nil, RPCError(.init(rawValue: 1), "m")))
        ),
        (
            #"{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"m"}}"#,
            .response(RPCResponse(id: .integer(1), RPCError(.init(rawValue: 1), "m")))
        ),
        (#"{"jsonrpc":"2.0","id":1,"method":"a","result":{}}"#, .request(.init(id: .integer(1), method: "a"))),
        (#" {"more":1,"method":"a","jsonrpc":"2.0"} "#, .notification(RPCNotification("a"))),
    ])
    func otherSpellingsAreRead(_ text: String, _ message: RPCMessage) throws {
        #expect(try RPCMessage(parsing: text) == message)
    }

    @Test(arguments: ["", " ", "{", "}", "nul", #"{"jsonrpc":"2.0","id":1,"method":"ping"}x"#, #"{"a":01}"#, "{'a':1}"])
    func textsThatAreNotJSON(_ text: String) {
        let error = #expect(throws: RPCError.self) { try RPCMessage(parsing: text) }
        #expect(error?.code == .parseError)
    }

    private static let whole = "a message has a method, or an id with a result that is an object, or an error"

    @Test(arguments: [
        ("[]", "batches are not supported; send each message alone"),
        (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, "batches are not supported; send each message alone"),
        ("1", "a message is a JSON object"), ("null", "a message is a JSON object"),
        (#""ping""#, "a message is a JSON object"), ("true", "a message is a JSON object"),
        ("{}", #"jsonrpc must be "2.0""#), (#"{"id":1,"method":"a"}"#, #"jsonrpc must be "2.0""#),
        (#"{"jsonrpc":"1.0","id":1,"method":"a"}"#, #"jsonrpc must be "2.0""#),
        (#"{"jsonrpc":2.0,"id":1,"method":"a"}"#, #"jsonrpc must be "2.0""#),
        (#"{"jsonrpc":null,"id":1,"method":"a"}"#, #"jsonrpc must be "2.0""#),
        (#"{"jsonrpc":"2.0","id":1,"method":null}"#, "method must be a text"),
        (#"{"jsonrpc":"2.0","id":1,"method":""}"#, "method must be a text"),
        (#"{"jsonrpc":"2.0","id":1,"method":7}"#, "method must be a text"),
        (#"{"jsonrpc":"2.0","id":1,"method":["a"]}"#, "method must be a text"),
        (#"{"jsonrpc":"2.0","id":1,"method":"a","params":null}"#, "params must be an object"),
        (#"{"jsonrpc":"2.0","id":1,"method":"a","params":[]}"#, "params must be an object"),
        (#"{"jsonrpc":"2.0","method":"a","params":"b"}"#, "params must be an object"),
        (#"{"jsonrpc":"2.0","id":1}"#, whole), (#"{"jsonrpc":"2.0","id":1,"result":1}"#, whole),
        (#"{"jsonrpc":"2.0","id":1,"result":null}"#, whole), (#"{"jsonrpc":"2.0","result":{}}"#, whole),
        (#"{"jsonrpc":"2.0","id":null,"result":{}}"#, whole),
        (#"{"jsonrpc":"2.0","id":[],"result":{}}"#, "id must be a whole number or a text"),
        (#"{"jsonrpc":"2.0","id":1,"error":{}}"#, "error must have a code and a message"),
        (#"{"jsonrpc":"2.0","id":1,"error":{"code":1}}"#, "error must have a code and a message"),
        (#"{"jsonrpc":"2.0","id":1,"error":{"message":"m"}}"#, "error must have a code and a message"),
        (#"{"jsonrpc":"2.0","id":1,"error":{"code":"1","message":"m"}}"#, "error must have a code and a message"),
        (#"{"jsonrpc":"2.0","id":1,"error":{"code":1.5,"message":"m"}}"#, "error must have a code and a message"),
        (#"{"jsonrpc":"2.0","id":1,"error":"m"}"#, "error must have a code and a message"),
        (#"{"jsonrpc":"2.0","id":1,"error":null}"#, "error must have a code and a message"),
    ])
    func jsonThatIsNoMessage(_ text: String, _ detail: String) {
        #expect(throws: RPCError(.invalidRequest, detail)) { try RPCMessage(parsing: text) }
    }

    @Test(arguments: ["null", "true", "1.5", "[]", "{}", "1e400", "9223372036854775808"])
    func idsThatAreNone(_ id: String) {
        for rest in [#""method":"a""#, #""result":{}"#] {
            let error = #expect(throws: (any Error).self) {
                try RPCMessage(parsing: #"{"jsonrpc":"2.0","id":\#(id),\#(rest)}"#)
            }
            let code = (error as? RPCError)?.code
            #expect(code == .invalidRequest || id == "1e400" && code == .parseError, "\(rest)")
        }
    }

    @Test func anIDHasAtMost256Bytes() throws {
        for (text, isID) in [
            (String(repeating: "a", count: 256), true), (String(repeating: "a", count: 257), false),
            (String(repeating: "é", count: 128), true), (String(repeating: "é", count: 129), false),
        ] {
            #expect((RequestID(.string(text)) != nil) == isID)
            #expect((try? RPCMessage(parsing: #"{"jsonrpc":"2.0","id":"\#(text)","method":"a"}"#)) != nil || !isID)
        }
    }

    @Test func nestingIsLimited() throws {
        func text(_ depth: Int) -> String {
            let arrays = String(repeating: "[", count: depth - 2) + String(repeating: "]", count: depth - 2)
            return #"{"jsonrpc":"2.0","id":1,"method":"a","params":{"b":\#(arrays)}}"#
        }
        for depth in [3, 127, 128] { _ = try RPCMessage(parsing: text(depth)) }
        for depth in [129, 1000, 200_000] {
            let error = #expect(throws: RPCError.self) { try RPCMessage(parsing: text(depth)) }
            #expect(error?.code == .parseError)
        }
        _ = try RPCMessage(parsing: text(10), depth: 10)
        #expect(throws: RPCError.self) { try RPCMessage(parsing: text(11), depth: 10) }
    }

    /// A line of a pipe is a message, so no message has a line break.
    @Test func aMessageIsOneLine() {
        let message = RPCMessage.notification(RPCNotification("a", ["b": "1\n2\r3\u{2028}4"]))
        #expect(!message.serialized().utf8.contains { $0 == 0x0A || $0 == 0x0D })
    }

    @Test func metadataOfARequest() {
        #expect(RPCRequest(id: .integer(1), method: "a", ["_meta": ["b": 1]]).metadata == ["b": 1])
        for value in [JSONValue.null, [1], "b"] {
            #expect(RPCRequest(id: .integer(1), method: "a", ["_meta": value]).metadata.isEmpty)
        }
    }
}
