import ModelContextProtocol
import StreamingJSON
import Testing

struct RPCErrorTests {
    /// The codes are those of the specification.
    @Test(arguments: [
        (RPCError.Code.parseError, -32700, 400), (.invalidRequest, -32600, 400), (.methodNotFound, -32601, 404),
        (.invalidParameters, -32602, 400), (.internalError, -32603, 200), (.headerMismatch, -32020, 400),
        (.missingClientCapability, -32021, 400), (.unsupportedRevision, -32022, 400), (.resourceNotFound, -32002, 200),
        (.init(rawValue: 7), 7, 200),
    ])
    func codesAndStatus(_ code: RPCError.Code, _ number: Int, _ status: Int) {
        #expect(code.rawValue == number)
        let error = RPCError(code, "text")
        #expect(error.status == status)
        #expect(error.jsonValue == ["code": .integer(number), "message": "text"])
        #expect(RPCError(error.jsonValue) == error)
    }

    @Test func dataIsKept() {
        let error = RPCError.noResource("a:b")
        #expect(error.jsonValue["data"] == ["uri": "a:b"])
        #expect(RPCError(error.jsonValue) == error)
        let missing = RPCError.missing(capabilities: ["sampling": [:], "roots": [:]])
        #expect(missing.data == ["requiredCapabilities": ["sampling": [:], "roots": [:]]])
        #expect(missing.message.hasSuffix(": sampling, roots"))
    }

    /// A name from outside does not fill a message.
    @Test func longNamesAreCut() {
        #expect(RPCError.unknownMethod(String(repeating: "a", count: 10_000)).message.utf8.count < 200)
    }

    @Test(
        arguments: [.null, [], [:], "a", ["code": 1], ["message": "m"], ["code": "1", "message": "m"]] as [JSONValue]
    )
    func valuesThatAreNoError(_ value: JSONValue) { #expect(RPCError(value) == nil) }
}
