import ModelContextProtocol
import StreamingJSON
import Testing

struct RoutingHeadersTests {
    /// Returns the fault of a request with these fields; `nil` if they fit.
    private func fault(
        _ request: RPCRequest,
        versions: [String] = ["2026-07-28"],
        methods: [String]? = nil,
        names: [String] = []
    ) -> RPCError? {
        let headers = RoutingHeaders(versions: versions, methods: methods ?? [request.method], names: names)
        do throws(RPCError) {
            _ = try StatelessRequest(request, headers: headers)
            return nil
        } catch {
            return error
        }
    }

    // MARK: - Version and method

    @Test(
        arguments: [
            (["2026-07-28"], ["tools/list"], nil), ([" 2026-07-28\t"], ["\ttools/list "], nil),
            (["=?base64?MjAyNi0wNy0yOA==?="], ["tools/list"], "MCP-Protocol-Version is not what the body says"),
            (["2026-07-28"], ["=?base64?dG9vbHMvbGlzdA==?="], "Mcp-Method is not what the body says"),
            ([], ["tools/list"], "MCP-Protocol-Version is missing"), (["2026-07-28"], [], "Mcp-Method is missing"),
            ([""], ["tools/list"], "MCP-Protocol-Version is not what the body says"),
            (["2026-07-28"], ["Tools/List"], "Mcp-Method is not what the body says"),
            (["2026-07-28"], ["tools/list,tools/list"], "Mcp-Method is not what the body says"),
            (["2026-07-28", "2026-07-28"], ["tools/list"], "MCP-Protocol-Version is there more than once"),
            (["2026-07-28"], ["tools/list", "tools/call"], "Mcp-Method is there more than once"),
            (["2026-07-28"], ["=?base64??="], "Mcp-Method is not what the body says"),
        ] as [([String], [String], String?)]
    )
    func versionAndMethod(_ versions: [String], _ methods: [String], _ detail: String?) {
        let found = fault(Stateless.request("tools/list"), versions: versions, methods: methods)
        #expect(found == detail.map { RPCError(.headerMismatch, $0) })
    }

    // MARK: - Name

    @Test(arguments: [("tools/call", "name"), ("prompts/get", "name"), ("resources/read", "uri")])
    func methodsWithAName(_ method: String, _ member: String) {
        let request = Stateless.request(method, [member: "a:b"])
        #expect(fault(request, names: ["a:b"]) == nil)
        #expect(fault(request, names: [])?.message == "Mcp-Name is missing")
        #expect(fault(request, names: ["a:c"])?.message == "Mcp-Name is not what the body says")
        #expect(fault(request, names: ["a:b", "a:b"])?.message == "Mcp-Name is there more than once")
        for value in [nil, JSONValue.null, 1, []] {
            var params: JSONObject = [:]
            params[member] = value
            #expect(fault(Stateless.request(method, params), names: ["a:b"])?.code == .invalidParameters)
        }
    }

    @Test func otherMethodsHaveNoName() {
        #expect(fault(Stateless.request("tools/list"), names: ["anything"]) == nil)
        #expect(fault(Stateless.request("tools/list"), names: ["a", "b"])?.code == .headerMismatch)
    }

    @Test(arguments: [
        ("one", "one", true), ("one", " one ", true), ("One", "one", false), ("京都", "=?base64?5Lqs6YO9?=", true),
        ("京都", "京都", true), (" one", "=?base64?IG9uZQ==?=", true), ("one ", "one ", false),
        ("=?base64?Zm9v?=", "=?base64?Zm9v?=", false), ("=?base64?Zm9v?=", "=?base64?PT9iYXNlNjQ/Wm05dj89?=", true),
        ("foo", "=?base64?Zm9v?=", true), ("foo", "=?BASE64?Zm9v?=", false), ("foo", "=?base64?Zm9v", false),
        ("foo", "=?base64?Zm9v!?=", false),
        ("", "=?base64??=", true), ("=?base64?=", "=?base64?=", true),
        // One is composed, the other is not.
        ("\u{E9}", "e\u{301}", false), ("\u{E9}", "=?base64?ZcyB?=", false), ("\u{E9}", "=?base64?w6k=?=", true),
    ])
    func namesInAField(_ name: String, _ field: String, fits: Bool) {
        let found = fault(Stateless.request("tools/call", ["name": .string(name)]), names: [field])
        #expect((found == nil) == fits, "\(found as Any)")
        #expect(found == nil || found?.code == .headerMismatch)
    }

    // MARK: - Parameters

    private static let schema: JSONValue = [
        "type": "object",
        "properties": [
            "region": ["type": "string", "x-mcp-header": "Region"],
            "count": ["type": "integer", "x-mcp-header": "Count"],
            "rate": ["type": "number", "x-mcp-header": "Rate"],
            "isDry": ["type": "boolean", "x-mcp-header": "Dry-Run"],
            "plain": ["type": "string"],
            "place": [
                "type": "object",
                "properties": ["city": ["type": "string", "x-mcp-header": "City"], "plain": ["type": "string"]],
            ],
        ],
    ]

    private func fault(_ arguments: JSONValue, _ fields: [String: [String]]) -> RPCError? {
        let headers = RoutingHeaders(versions: [], methods: [], names: [], parameters: fields)
        do throws(RPCError) {
            try headers.check(arguments, schema: Self.schema)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        arguments: [
            ([:], [:]), (["region": .null], [:]), (["plain": "a"], [:]), (["region": "eu"], ["region": ["eu"]]),
            (["region": "eu"], ["region": [" eu "]]), (["region": ""], ["region": [""]]),
            (["region": "京都"], ["region": ["=?base64?5Lqs6YO9?="]]), (["count": 42], ["count": ["42"]]),
            (["count": 42], ["count": ["42.0"]]), (["count": -1], ["count": ["-1"]]), (["count": 0], ["count": ["0"]]),
            (["rate": 0.5], ["rate": ["0.5"]]), (["rate": 0.5], ["rate": ["0.50"]]), (["rate": 2], ["rate": ["2.0"]]),
            (["isDry": true], ["dry-run": ["true"]]), (["isDry": false], ["dry-run": ["false"]]),
            (["place": ["city": "Kyoto"]], ["city": ["Kyoto"]]), (["place": ["plain": "a"]], [:]),
            (["place": "no object"], [:]), (["region": "eu"], ["region": ["eu"], "unknown": ["a", "b"]]),
            (["count": 9_007_199_254_740_993], ["count": ["9007199254740993"]]),
        ] as [(JSONObject, [String: [String]])]
    )
    func parametersThatFit(_ arguments: JSONObject, _ fields: [String: [String]]) {
        #expect(fault(.object(arguments), fields) == nil)
    }

    @Test(
        arguments: [
            (["region": "eu"], [:], "Mcp-Param-Region is missing"),
            ([:], ["region": ["eu"]], "Mcp-Param-Region has a value, but the body has none"),
            (["region": .null], ["region": [""]], "Mcp-Param-Region has a value, but the body has none"),
            (["region": "eu"], ["region": ["us"]], "Mcp-Param-Region is not what the body says"),
            (["region": "eu"], ["region": ["EU"]], "Mcp-Param-Region is not what the body says"),
            (["region": "eu"], ["region": ["eu", "eu"]], "Mcp-Param-Region is there more than once"),
            (["region": "eu"], ["region": ["=?base64?ZXU?="]], "Mcp-Param-Region is not valid Base64"),
            (["region": "1"], ["region": ["1.0"]], "Mcp-Param-Region is not what the body says"),
            (["count": 42], ["count": ["43"]], "Mcp-Param-Count is not what the body says"),
            (["count": 42], ["count": ["forty"]], "Mcp-Param-Count is not what the body says"),
            (["count": 42], ["count": ["42.5"]], "Mcp-Param-Count is not what the body says"),
            (
                ["count": 9_007_199_254_740_993], ["count": ["9007199254740992"]],
                "Mcp-Param-Count is not what the body says"
            ),
            (["isDry": true], ["dry-run": ["True"]], "Mcp-Param-Dry-Run is not what the body says"),
            (["isDry": true], ["dry-run": ["1"]], "Mcp-Param-Dry-Run is not what the body says"),
            (["rate": 0.5], ["rate": ["0.6"]], "Mcp-Param-Rate is not what the body says"),
            (["region": ["a"]], ["region": ["a"]], "Mcp-Param-Region is not what the body says"),
            (["place": ["city": "Kyoto"]], ["city": ["Osaka"]], "Mcp-Param-City is not what the body says"),
            (["place": ["city": "Kyoto"]], [:], "Mcp-Param-City is missing"),
        ] as [(JSONObject, [String: [String]], String)]
    )
    func parametersThatDoNotFit(_ arguments: JSONObject, _ fields: [String: [String]], _ detail: String) {
        #expect(fault(.object(arguments), fields) == RPCError(.headerMismatch, detail))
    }

    /// Arguments of another type have no parameters.
    @Test(arguments: [.null, [], "region", 1] as [JSONValue])
    func argumentsThatAreNoObject(_ arguments: JSONValue) {
        #expect(fault(arguments, [:]) == nil)
        #expect(fault(arguments, ["region": ["eu"]])?.code == .headerMismatch)
    }

    // MARK: - Schemas

    @Test func parametersAreFoundInPropertiesOnly() {
        let marked: JSONValue = ["type": "string", "x-mcp-header": "A"]
        for schema in [
            ["items": ["properties": ["a": marked]]], ["anyOf": [["properties": ["a": marked]]]],
            ["properties": ["a": ["x-mcp-header": 1]]], ["properties": [marked]], .null, [], "a", marked,
        ] as [JSONValue] {
            #expect(HeaderParameter.all(in: schema).isEmpty, "\(schema)")
        }
        let nested: JSONValue = ["properties": ["a": ["properties": ["b": marked]]]]
        #expect(HeaderParameter.all(in: nested).map(\.path) == [["a", "b"]])
    }

    /// A schema comes from outside, so its size and its depth are bounded.
    @Test func largeSchemasAreBounded() {
        let wide = JSONObject((0..<30_000).map { ("p\($0)", ["x-mcp-header": .string("H\($0)")]) })
        #expect(HeaderParameter.all(in: ["properties": .object(wide)]).count < 10_000)
        var deep: JSONValue = ["type": "string", "x-mcp-header": "Deep"]
        for _ in 0..<100 { deep = ["properties": ["a": deep]] }
        #expect(HeaderParameter.all(in: deep).isEmpty)
    }
}
