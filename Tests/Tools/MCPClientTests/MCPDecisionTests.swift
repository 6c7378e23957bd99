import ModelContextProtocol
import StreamingJSON
import Testing

@testable import AgentTools
@testable import MCPClient

@Suite struct EraNegotiationTests {
    private func steps(
        _ answers: [EraNegotiation.Answer],
        from revision: ProtocolRevision? = nil
    ) -> EraNegotiation.Step {
        var negotiation = EraNegotiation(revision)
        for answer in answers { negotiation.receive(answer) }
        return negotiation.step
    }

    @Test func theFirstRequestIsOfTheEraWithoutSessions() {
        #expect(steps([]) == .discover(.v2026_07_28))
        #expect(steps([], from: .v2025_06_18) == .initialize(.v2025_06_18))
    }

    @Test func aResultOfDiscoverAgrees() {
        #expect(steps([.result(["supportedVersions": ["2026-07-28", "2030-01-01"]])]) == .agreed(.v2026_07_28))
        #expect(steps([.result([:])]) == .agreed(.v2026_07_28))
    }

    @Test(arguments: [
        EraNegotiation.Answer.error(RPCError(.methodNotFound, "no")), .error(RPCError(.invalidParameters, "no")),
        .error(RPCError(.init(rawValue: -32000), "no session")), .refused(status: 400), .refused(status: 404), .silence,
    ])
    func everyOtherRefusalLeadsToInitialize(answer: EraNegotiation.Answer) {
        #expect(steps([answer]) == .initialize(.v2025_11_25))
        #expect(steps([answer, .result(["protocolVersion": "2025-03-26"])]) == .agreed(.v2025_03_26))
    }

    @Test func aServerNamesItsRevisions() {
        let error = RPCError(.unsupportedRevision, "no", data: ["supported": ["2025-06-18", "1999-01-01"]])
        #expect(steps([.error(error)]) == .initialize(.v2025_06_18))
        // A server that names only what it has just refused is asked once more, and not a third time.
        let again = RPCError(.unsupportedRevision, "no", data: ["supported": ["2026-07-28"]])
        #expect(steps([.error(again)]) == .discover(.v2026_07_28))
        #expect(steps([.error(again), .error(again)]) == .failed("it knows none of Torii's revisions of the protocol"))
        let none = RPCError(.unsupportedRevision, "no", data: ["supported": ["1999-01-01"]])
        #expect(steps([.error(none)]) == .failed("it knows none of Torii's revisions of the protocol"))
    }

    @Test(arguments: [RPCError.Code.headerMismatch, .missingClientCapability])
    func anErrorOfTheEraIsNoReasonForInitialize(code: RPCError.Code) {
        #expect(steps([.error(RPCError(code, "why"))]) == .failed("it refused server/discover: why"))
    }

    @Test(
        arguments: [
            ("2024-11-05", .v2025_03_26), ("2025-05-01", .v2025_03_26), ("2099-01-01", .v2025_11_25),
            ("2025-06-18", .v2025_06_18), ("", .v2025_03_26), (nil, .v2025_11_25),
        ] as [(String?, ProtocolRevision)]
    )
    func aRevisionThatToriiDoesNotKnowIsLikeTheOneBeforeIt(named: String?, revision: ProtocolRevision) {
        let result: JSONObject = named.map { ["protocolVersion": .string($0)] } ?? [:]
        #expect(steps([.silence, .result(result)]) == .agreed(revision))
    }
}

@Suite struct ToolHeaderTests {
    private func headers(_ schema: String) throws -> [String] {
        try ToolHeader.headers(in: JSONValue(parsing: schema)).map { "\($0.name)=\($0.path.joined(separator: "."))" }
    }

    @Test func annotatedPropertiesAreFoundAtEachDepth() throws {
        #expect(
            try headers(
                #"""
                {"properties":{"a":{"type":"string","x-mcp-header":"One"},
                 "b":{"type":"object","properties":{"properties":{"type":"integer","x-mcp-header":"Two"}}}}}
                """#
            ) == ["One=a", "Two=b.properties"]
        )
    }

    @Test(arguments: [
        #"{"properties":{"a":{"type":"string","x-mcp-header":""}}}"#,
        #"{"properties":{"a":{"type":"string","x-mcp-header":"a b"}}}"#,
        #"{"properties":{"a":{"type":"string","x-mcp-header":"a\r\nb"}}}"#,
        #"{"properties":{"a":{"type":"string","x-mcp-header":7}}}"#,
        #"{"properties":{"a":{"type":"number","x-mcp-header":"A"}}}"#,
        #"{"properties":{"a":{"type":"object","x-mcp-header":"A"}}}"#,
        #"{"properties":{"a":{"x-mcp-header":"A"}}}"#, #"{"x-mcp-header":"A","type":"string"}"#,
        #"{"properties":{"a":{"type":"array","items":{"type":"string","x-mcp-header":"A"}}}}"#,
        #"{"anyOf":[{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}]}"#,
        #"{"$defs":{"d":{"type":"string","x-mcp-header":"A"}}}"#,
        #"{"properties":{"a":{"type":"string","x-mcp-header":"A"},"b":{"type":"string","x-mcp-header":"a"}}}"#,
    ])
    func otherPlacesAndNamesAreRefused(schema: String) {
        #expect(throws: ToolHeader.Fault.self) { try headers(schema) }
    }

    @Test(arguments: [
        ("us-west1", "us-west1"), ("Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="),
        (" padded ", "=?base64?IHBhZGRlZCA=?="), ("line1\nline2", "=?base64?bGluZTEKbGluZTI=?="),
        ("=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="), ("", ""),
    ])
    func valuesAreEncodedIfTheyMustBe(value: String, encoded: String) {
        #expect(MCPRequestFields.encoded(value) == encoded)
    }

    @Test func valuesAreReadAtThePath() {
        let header = ToolHeader(name: "A", path: ["a", "b"])
        #expect(header.text(in: ["a": ["b": "x"]]) == "x")
        #expect(header.text(in: ["a": ["b": true]]) == "true")
        #expect(header.text(in: ["a": ["b": 42]]) == "42")
        #expect(header.text(in: ["a": ["b": 9_007_199_254_740_993]]) == nil)
        #expect(header.text(in: ["a": ["b": nil]]) == nil)
        #expect(header.text(in: ["a": []]) == nil)
    }
}

@Suite struct ToolListPagesTests {
    @Test func pagesAreCollectedUntilThereIsNoCursor() {
        var pages = ToolListPages()
        #expect(pages.append(["tools": [["name": "a"]], "nextCursor": ""]) == .next(cursor: ""))
        #expect(pages.append(["tools": [["name": "b"]], "nextCursor": nil]) == .complete)
        #expect(pages.tools.count == 2)
    }

    @Test func anEmptyCursorMayMeanTheEnd() {
        var pages = ToolListPages()
        let page: JSONObject = ["tools": [["name": "a"]], "nextCursor": ""]
        #expect(pages.append(page) == .next(cursor: ""))
        #expect(pages.append(page) == .complete)
        #expect(pages.tools.count == 1)
    }

    @Test func circlesAndEndlessListsEndWithWhatWasRead() {
        var circle = ToolListPages()
        _ = circle.append(["tools": [["name": "a"]], "nextCursor": "x"])
        #expect(circle.append(["tools": [], "nextCursor": "x"]) == .complete && circle.tools.count == 1)
        #expect(circle.oddities == ["its list of tools leads in a circle; the list ends there, with 1 tools"])
        var endless = ToolListPages()
        for number in 1..<ToolListPages.mostPages {
            #expect(endless.append(["tools": [], "nextCursor": .string("\(number)")]) == .next(cursor: "\(number)"))
        }
        #expect(endless.append(["tools": [], "nextCursor": "y"]) == .complete)
        #expect(endless.oddities == ["its list of tools has more than 64 pages; the list ends there, with 0 tools"])
        var large = ToolListPages()
        let tool: JSONValue = ["name": "a"]
        guard case .refused = large.append(["tools": .array(Array(repeating: tool, count: 1025))]) else {
            Issue.record("accepted")
            return
        }
    }

    @Test(arguments: [["tools": 1], [:]] as [JSONObject])
    func otherAnswersAreRefused(page: JSONObject) {
        var pages = ToolListPages()
        guard case .refused = pages.append(page) else {
            Issue.record("accepted")
            return
        }
    }
}

@Suite struct MCPStreamDecisionTests {
    @Test func aStreamWithoutEventsIsNotResumed() {
        var resumption = StreamResumption()
        #expect(resumption.next() == nil)
    }

    @Test func theServerChoosesTheDelayWithinALimit() {
        var resumption = StreamResumption()
        resumption.update(lastEventID: "1", retry: 250)
        #expect(resumption.next() == .milliseconds(250))
        resumption.update(lastEventID: "1", retry: .max)
        #expect(resumption.next() == .seconds(60))
    }

    @Test func resumptionsThatBringNothingEnd() {
        var resumption = StreamResumption()
        resumption.update(lastEventID: "1", retry: nil)
        for _ in 0..<StreamResumption.mostIdleAttempts { #expect(resumption.next() != nil) }
        #expect(resumption.next() == nil)
        resumption.update(lastEventID: "2", retry: nil)
        #expect(resumption.next() != nil)
    }

    @Test func restartsAreDelayedMoreAndMore() {
        var delay = RestartDelay()
        let delays = (0..<9).map { _ in delay.next(after: .zero) }
        #expect(delays.first == .milliseconds(500))
        #expect(delays.last == .seconds(60))
        #expect(delays == delays.sorted())
        #expect(delay.next(after: .seconds(61)) == .milliseconds(500))
    }

    @Test(arguments: 1...12)
    func linesAreTheSameAtEverySplit(size: Int) {
        let bytes = Array("one\r\ntwo\n\nfar too long\nthree\nrest".utf8)
        var lines = OutputLines(limit: 6)
        var found: [String] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            let piece = bytes[start..<min(start + size, bytes.count)]
            found += lines.append(piece).map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(found == ["one", "two", "three"])
        #expect(lines.droppedCount == 1)
    }

    @Test(
        arguments: [
            ("/mcp/", "http://h:1/mcp/"), ("http://h:1/x", "http://h:1/x"), ("http://h:2/x", nil),
            ("https://h:1/x", nil),
            ("http://other:1/x", nil), ("//other:1/x", nil), (nil, nil), ("http://u@h:1/x", nil),
        ] as [(String?, String?)]
    )
    func onlyTheSameServerMayBeTheTarget(location: String?, target: String?) {
        #expect(RedirectTarget(location, from: "http://h:1/mcp")?.url == target)
    }
}
