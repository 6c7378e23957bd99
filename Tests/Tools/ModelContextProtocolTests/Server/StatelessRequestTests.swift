import ModelContextProtocol
import StreamingJSON
import Testing

/// The checks of a request without a session, in the order of the specification.
struct StatelessRequestTests {
    /// The faults of a request, in the order in which they are found.
    enum Fault: Int, CaseIterable {
        case duplicateField, noVersion, noCapabilities, otherVersion, otherMethod, otherName, unknownVersion

        var code: RPCError.Code {
            switch self {
            case .duplicateField, .otherVersion, .otherMethod, .otherName: .headerMismatch
            case .noVersion, .noCapabilities: .invalidParameters
            case .unknownVersion: .unsupportedRevision
            }
        }

        var word: String {
            switch self {
            case .duplicateField: "Mcp-Method is there more than once"
            case .noVersion: "must have io.modelcontextprotocol/protocolVersion"
            case .noCapabilities: "must have io.modelcontextprotocol/clientCapabilities"
            case .otherVersion: "MCP-Protocol-Version is not what the body says"
            case .otherMethod: "Mcp-Method is not what the body says"
            case .otherName: "Mcp-Name is not what the body says"
            case .unknownVersion: "does not know the revision 2099-01-01"
            }
        }
    }

    private func check(_ faults: Set<Fault>) throws(RPCError) -> StatelessRequest {
        let version = faults.contains(.unknownVersion) ? "2099-01-01" : "2026-07-28"
        var request = Stateless.request("tools/call", ["name": "one"])
        var metadata = request.metadata
        metadata[Stateless.version] = .string(version)
        if faults.contains(.noVersion) { metadata[Stateless.version] = nil }
        if faults.contains(.noCapabilities) { metadata[Stateless.capabilities] = nil }
        request.params["_meta"] = .object(metadata)
        var headers = RoutingHeaders(versions: [version], methods: ["tools/call"], names: ["one"])
        if faults.contains(.otherVersion) { headers.versions = ["2025-11-25"] }
        if faults.contains(.otherMethod) { headers.methods = ["tools/list"] }
        if faults.contains(.otherName) { headers.names = ["two"] }
        if faults.contains(.duplicateField) { headers.methods += headers.methods }
        return try StatelessRequest(request, headers: headers)
    }

    /// Every combination of faults is answered with the first of them.
    @Test func theFirstFaultIsReported() throws {
        _ = try check([])
        for bits in 1..<(1 << Fault.allCases.count) {
            let faults = Fault.allCases.filter { bits & 1 << $0.rawValue != 0 }
            let error = #expect(throws: RPCError.self) { try check(Set(faults)) }
            let first = try #require(faults.first)
            #expect(
                error?.code == first.code && error?.message.contains(first.word) == true,
                "\(faults): \(error as Any)"
            )
        }
    }

    @Test(
        arguments: [
            .null, [], "2026-07-28", 1, ["io.modelcontextprotocol/protocolVersion": "2026-07-28"],
            ["io.modelcontextprotocol/clientCapabilities": [:]],
            [
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": .null,
            ],
            [
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": [],
            ],
            ["io.modelcontextprotocol/protocolVersion": 20260728, "io.modelcontextprotocol/clientCapabilities": [:]],
            ["io.modelcontextprotocol/protocolVersion": .null, "io.modelcontextprotocol/clientCapabilities": [:]],
        ] as [JSONValue]
    )
    func metadataThatDoesNotFit(_ metadata: JSONValue) {
        let request = RPCRequest(id: .integer(1), method: "tools/list", ["_meta": metadata])
        let error = #expect(throws: RPCError.self) { try StatelessRequest(request, headers: nil) }
        #expect(error?.code == .invalidParameters)
    }

    /// A field always is a text, so it differs from any other value.
    @Test func aVersionThatIsNoTextDiffersFromItsField() {
        let request = Stateless.request("tools/list", meta: [Stateless.version: 20_260_728])
        let headers = RoutingHeaders(versions: ["20260728"], methods: ["tools/list"], names: [])
        let error = #expect(throws: RPCError.self) { try StatelessRequest(request, headers: headers) }
        #expect(error?.code == .headerMismatch)
    }

    /// Revisions with sessions are known, but not without a session.
    @Test(arguments: ["2025-11-25", "2025-03-26", "2026-07-29", "", "2026-07-28 ", "latest"])
    func unknownRevisions(_ version: String) {
        let request = Stateless.request("tools/list", meta: [Stateless.version: .string(version)])
        let error = #expect(throws: RPCError.self) { try StatelessRequest(request, headers: nil) }
        #expect(error?.code == .unsupportedRevision)
        #expect(error?.data == ["supported": ["2026-07-28"], "requested": .string(version)])
    }

    @Test func aLongRevisionIsCutInTheMessage() {
        let version = String(repeating: "9", count: 100_000)
        let request = Stateless.request("tools/list", meta: [Stateless.version: .string(version)])
        let error = #expect(throws: RPCError.self) { try StatelessRequest(request, headers: nil) }
        #expect((error?.message.utf8.count ?? 0) < 200)
    }

    /// The method is looked at after the envelope, and a capability after the method.
    @Test func methodsAndCapabilitiesComeLast() async throws {
        let server = MCPServer.test()
        await #expect(throws: RPCError.unknownMethod("nothing")) { try await server.result("nothing") }
        let asking = ScriptedOffer(call: { _, _ in .ask() })
        await #expect(throws: RPCError.missing(capabilities: ["elicitation": [:]])) {
            try await server.result("tools/call", ["name": "one"], asking)
        }
    }

    @Test(
        arguments: [
            (["_meta": ["io.modelcontextprotocol/protocolVersion": "2026-07-28"]], true),
            (["_meta": ["io.modelcontextprotocol/protocolVersion": .null]], true),
            (["_meta": ["progressToken": 1]], false), (["_meta": "2026-07-28"], false), ([:], false),
        ] as [(JSONObject, Bool)]
    )
    func theEraOfARequest(_ params: JSONObject, isStateless: Bool) {
        #expect(StatelessRequest.isMeant(by: RPCRequest(id: .integer(1), method: "a", params)) == isStateless)
    }

    @Test(arguments: ["loud", "INFO", "", 1, .null, []] as [JSONValue])
    func unknownLevels(_ level: JSONValue) {
        let request = Stateless.request("tools/list", meta: ["io.modelcontextprotocol/logLevel": level])
        let error = #expect(throws: RPCError.self) { try StatelessRequest(request, headers: nil) }
        #expect(error?.code == .invalidParameters)
    }

    @Test(
        arguments: [
            ("tools/list", [:], false), ("tools/call", ["progressToken": 1], true),
            ("tools/call", ["io.modelcontextprotocol/logLevel": "info"], true),
            ("subscriptions/listen", [:], true),
        ] as [(String, JSONObject, Bool)]
    )
    func aStreamIsNeededForReportsOnly(_ method: String, _ meta: JSONObject, mayReport: Bool) throws {
        let request = Stateless.request(method, ["name": "one"], meta: meta)
        #expect(try StatelessRequest(request, headers: nil).mayReport == mayReport)
    }
}
