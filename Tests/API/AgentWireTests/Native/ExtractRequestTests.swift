import AgentWire
import StreamingJSON
import Testing

@Suite struct ExtractRequestTests {
    @Test(arguments: [
        ExtractRequest(.text("Ada, 36"), schema: ["type": "object"]),
        ExtractRequest(
            .messages([.init(role: "user", text: "I am Ada"), .init(role: "assistant", text: "Hello")]),
            schema: ["type": "array", "items": ["type": "string"]],
            instructions: "Be brief",
            model: "m",
            locale: "ja",
            timeZone: "Asia/Tokyo",
            stream: true,
            confidence: .agreement,
            onDisconnect: .finish
        ),
    ])
    func aRequestReadsBack(request: ExtractRequest) throws {
        #expect(try ExtractRequest(jsonValue: JSONValue(parsing: request.jsonValue.serialized())) == request)
    }

    @Test func messagesBecomeOneText() {
        let messages: [ConversationExport.Message] = [
            .init(role: "user", text: "I am Ada"), .init(role: "assistant", text: "Hello"),
        ]
        #expect(ExtractRequest(.messages(messages), schema: [:]).text == "user: I am Ada\n\nassistant: Hello")
    }

    @Test func openAIsFormOfASchemaIsAccepted() throws {
        let json =
            #"{"text":"a","schema":{"type":"json_schema","json_schema":{"name":"N","schema":{"type":"object"}}}}"#
        let format = try ExtractRequest(jsonValue: JSONValue(parsing: json)).format
        #expect(format.schema == ["type": "object", "title": "N"])
        #expect(format.pointer == "#/schema/json_schema/schema")
    }

    @Test(arguments: [
        ("[]", ["#"]), ("{}", ["#/text", "#/schema"]),
        (#"{"text":" ","schema":{"type":"text"}}"#, ["#/text", "#/schema"]),
        (#"{"text":"a","schema":{"type":"object"},"instructions":"a\u0000"}"#, ["#/instructions"]),
        (#"{"text":"a","schema":{}}"#, ["#/schema"]), (#"{"text":"a","schema":5}"#, ["#/schema"]),
        (#"{"text":"a","messages":[{"role":"user","text":"b"}],"schema":{"type":"object"}}"#, ["#/text"]),
        (#"{"messages":[],"schema":{"type":"object"}}"#, ["#/messages"]),
        (#"{"messages":[{"role":"user"}],"schema":{"type":"object"}}"#, ["#/messages/0/text"]),
        (
            #"{"text":"a","schema":{"type":"object"},"locale":"?","time_zone":"Mars","confidence":1,"tools":[]}"#,
            ["#/tools", "#/confidence", "#/time_zone", "#/locale"]
        ),
    ])
    func everyFaultIsNamed(json: String, pointers: [String]) throws {
        let value = try JSONValue(parsing: json)
        let error = #expect(throws: WireError.self) { try ExtractRequest(jsonValue: value) }
        #expect(error?.faults.map(\.pointer) == pointers)
    }
}
