import AgentWire
import StreamingJSON
import Testing

@Suite struct ResponseFormatTests {
    private static func request(_ format: String, more: String = "") throws -> ChatRequest {
        try ChatRequest(jsonValue: JSONValue(parsing: #"{"message":"a","response_format":"# + format + more + "}"))
    }

    /// The value, the schema, and the JSON pointer of the schema.
    @Test(arguments: [
        (#"{"type":"object","properties":{"a":{}}}"#, #"{"type":"object","properties":{"a":{}}}"#, "#/response_format"),
        (#"{"type":"array"}"#, #"{"type":"array"}"#, "#/response_format"),
        (
            #"{"type":"json_schema","json_schema":{"name":"Trip","schema":{"type":"object"},"strict":true}}"#,
            #"{"type":"object","title":"Trip"}"#, "#/response_format/json_schema/schema"
        ),
        (
            #"{"type":"json_schema","json_schema":{"name":"n","description":"d","schema":{"title":"T","type":"object"}}}"#,
            #"{"title":"T","type":"object","description":"d"}"#, "#/response_format/json_schema/schema"
        ),
    ])
    func bothFormsAreRead(format: String, schema: String, pointer: String) throws {
        let read = try #require(try Self.request(format).responseFormat)
        #expect(try read.schema == JSONValue(parsing: schema))
        #expect(read.pointer == pointer)
    }

    @Test(arguments: ["null", #"{"type":"text"}"#])
    func textHasNoSchema(format: String) throws {
        #expect(try Self.request(format).responseFormat == nil)
    }

    /// The value, and the pointers of the faults below `response_format`.
    @Test(arguments: [
        ("[]", [""]), ("{}", [""]), (#"{"type":"json_object"}"#, [""]),
        (#"{"type":"json_schema"}"#, ["/json_schema"]), (#"{"type":"json_schema","json_schema":1}"#, ["/json_schema"]),
        (#"{"type":"json_schema","json_schema":{}}"#, ["/json_schema/name", "/json_schema/schema"]),
        (#"{"type":"json_schema","json_schema":{"name":"a","schema":{}}}"#, ["/json_schema/schema"]),
        (
            #"{"type":"json_schema","json_schema":{"name":"a","schema":[],"strict":1,"more":1}}"#,
            ["/json_schema/more", "/json_schema/strict", "/json_schema/schema"]
        ),
        (#"{"type":"json_schema","schema":{}}"#, ["/schema", "/json_schema"]),
        (#"{"type":"object","description":""# + String(repeating: "a", count: 65_536) + #""}"#, [""]),
    ])
    func everyFaultIsNamed(format: String, places: [String]) {
        let error = #expect(throws: WireError.self) { try Self.request(format) }
        #expect(error?.faults.map(\.pointer) == places.map { "#/response_format" + $0 })
    }

    @Test func aSchemaOfTheMaximumSizeIsAccepted() throws {
        let empty = #"{"type":"object","description":""}"#
        let text = String(repeating: "a", count: 65_536 - empty.utf8.count)
        let format = #"{"type":"object","description":""# + text + #""}"#
        #expect(try Self.request(format).responseFormat?.schema["description"]?.stringValue == text)
    }

    /// The requested confidence, with and without a schema, and whether the request is accepted.
    @Test(arguments: [
        ("self_report", #"{"type":"object"}"#, true), ("agreement", #"{"type":"object"}"#, false),
        ("self_report", "null", false), ("high", #"{"type":"object"}"#, false),
    ])
    func confidenceNeedsASchema(method: String, format: String, isAccepted: Bool) {
        let read = Result { try Self.request(format, more: #","confidence":""# + method + #"""#) }
        switch read {
        case .success(let request):
            #expect(isAccepted)
            #expect(request.confidence == .selfReport)
        case .failure(let error):
            #expect(!isAccepted)
            #expect((error as? WireError)?.faults.map(\.pointer) == ["#/confidence"])
        }
    }
}
