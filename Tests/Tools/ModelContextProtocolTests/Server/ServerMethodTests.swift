import ModelContextProtocol
import StreamingJSON
import Testing

struct ServerMethodTests {
    private let server = MCPServer.test { $0.pageSize = 2 }

    private func names(_ list: JSONValue?) -> [String] {
        (list?.arrayValue ?? []).compactMap { ($0["name"] ?? $0["uri"] ?? $0["uriTemplate"])?.stringValue }
    }

    // MARK: - Discovery and results

    @Test func aServerDescribesItself() async throws {
        let result = try await server.result("server/discover", [:], ScriptedOffer(instructions: "Be kind."))
        #expect(result["supportedVersions"] == ["2026-07-28"] && result["instructions"] == "Be kind.")
        #expect(result["ttlMs"]?.intValue ?? -1 >= 0 && result["cacheScope"] == "private")
        #expect(
            result["capabilities"] == [
                "logging": [:], "tools": ["listChanged": true], "prompts": ["listChanged": true],
                "resources": ["listChanged": true, "subscribe": true], "completions": [:],
            ]
        )
        let bare = try await server.result("server/discover", [:], ScriptedOffer(capabilities: ServerCapabilities()))
        #expect(bare["capabilities"] == ["logging": [:], "tools": [:]] && bare["instructions"] == nil)
    }

    @Test(arguments: [
        "server/discover", "tools/list", "tools/call", "resources/list", "resources/templates/list", "resources/read",
        "prompts/list", "prompts/get", "completion/complete",
    ])
    func everyResultHasItsMembers(_ method: String) async throws {
        let params: JSONObject = [
            "name": method == "prompts/get" ? "greet" : "one", "uri": "a:1",
            "ref": ["type": "ref/prompt", "name": "greet"], "argument": ["name": "a", "value": ""],
        ]
        let result = try await server.result(method, params)
        #expect(result["resultType"] == "complete")
        let server = result["_meta"]?["io.modelcontextprotocol/serverInfo"]
        #expect(server == ["name": "scripted", "version": "1.2.3", "title": "Scripted"])
        let isCacheable = method == "server/discover" || method.hasSuffix("/list") || method == "resources/read"
        #expect((result["ttlMs"] != nil) == isCacheable && (result["cacheScope"] != nil) == isCacheable)
    }

    /// A session's results have no members of later revisions.
    @Test func resultsOfASession() async throws {
        let session = try server.open()
        let result = try await session.result("tools/list")
        #expect(result.keys == ["tools", "nextCursor"])
    }

    /// What an offer says about a result stays.
    @Test func membersOfTheOfferStay() async throws {
        let offer = ScriptedOffer(call: { _, _ in
            .result(["resultType": "task", "_meta": ["a/b": 1], "content": []])
        })
        let result = try await server.result("tools/call", ["name": "one"], offer)
        #expect(result["resultType"] == "task" && result["_meta"]?["a/b"] == 1)
        #expect(result["_meta"]?["io.modelcontextprotocol/serverInfo"] != nil)
    }

    // MARK: - Lists

    @Test func listsHavePages() async throws {
        for (count, pages) in [(0, 1), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3)] {
            var offer = ScriptedOffer()
            offer.toolNames = (0..<count).map { "t\($0)" }
            offer.templates = count
            for (method, list) in [("tools/list", "tools"), ("resources/templates/list", "resourceTemplates")] {
                var all: [String] = []
                var read = 0
                var cursor: JSONValue?
                repeat {
                    var params: JSONObject = [:]
                    params["cursor"] = cursor
                    let result = try await server.result(method, params, offer)
                    all += names(result[list])
                    cursor = result["nextCursor"]
                    read += 1
                } while cursor != nil && read < 10
                #expect(all.count == count && Set(all).count == count && read == pages)
            }
        }
    }

    @Test(
        arguments: [
            "", "0", "-2", "3", "4", "99999999999999999999", "2 ", "02", "+2", "x", 2, true, [], [:],
            .string(String(repeating: "2", count: 2000)),
        ] as [JSONValue]
    )
    func cursorsThatNoPageGave(_ cursor: JSONValue) async {
        await #expect(throws: RPCError.invalid("cursor must be the nextCursor of an earlier page")) {
            try await server.result("tools/list", ["cursor": cursor])
        }
    }

    /// An offer has its own places in its resources; also the empty text may be one.
    @Test func placesOfResources() async throws {
        let first = try await server.result("resources/list")
        #expect(names(first["resources"]) == ["a:1"] && first["nextCursor"] == "page 2")
        let second = try await server.result("resources/list", ["cursor": "page 2"])
        #expect(names(second["resources"]) == ["a:2"] && second["nextCursor"] == nil)
        for cursor in ["", "3"] {
            let error = await #expect(throws: RPCError.self) {
                try await server.result("resources/list", ["cursor": .string(cursor)])
            }
            #expect(error?.message == "there is no page \(cursor)")
        }
    }

    // MARK: - Resources and prompts

    @Test func resourcesAndPrompts() async throws {
        #expect(try await server.result("resources/read", ["uri": "a:1"])["contents"]?[0]?["text"] == "one")
        let prompt = try await server.result("prompts/get", ["name": "greet", "arguments": ["name": "Aki"]])
        #expect(prompt["messages"]?[0]?["content"]?["text"] == "Greet Aki.")
        #expect(names(try await server.result("prompts/list")["prompts"]) == ["greet"])
    }

    /// The code of a missing resource is another one in each era.
    @Test func missingResources() async throws {
        let error = RPCError.noResource("a:9")
        #expect(error.code.rawValue == -32002)
        await #expect(throws: RPCError(.invalidParameters, error.message, data: ["uri": "a:9"])) {
            try await server.result("resources/read", ["uri": "a:9"])
        }
        let session = try server.open()
        await #expect(throws: error) { try await session.result("resources/read", ["uri": "a:9"]) }
    }

    @Test(
        arguments: [
            ("tools/call", [:], "name must be a text that is not empty"),
            ("tools/call", ["name": ""], "name must be a text that is not empty"),
            ("tools/call", ["name": 1], "name must be a text that is not empty"),
            ("resources/read", [:], "uri must be a text that is not empty"),
            ("prompts/get", [:], "name must be a text that is not empty"),
            ("prompts/get", ["name": "greet", "arguments": []], "arguments must be an object of texts"),
            (
                "prompts/get", ["name": "greet", "arguments": ["a": 1]],
                "arguments must be an object of texts; a is none"
            ),
            ("completion/complete", [:], "ref must have the type ref/prompt or ref/resource"),
            ("completion/complete", ["ref": ["type": "a"]], "ref must have the type ref/prompt or ref/resource"),
            ("completion/complete", ["ref": ["type": "ref/prompt"]], "name must be a text that is not empty"),
            ("completion/complete", ["ref": ["type": "ref/resource"]], "uri must be a text that is not empty"),
            ("completion/complete", ["ref": ["type": "ref/prompt", "name": "greet"]], "argument must be an object"),
            (
                "completion/complete", ["ref": ["type": "ref/prompt", "name": "greet"], "argument": ["name": "a"]],
                "value must be a text"
            ),
        ] as [(String, JSONObject, String)]
    )
    func parametersThatDoNotFit(_ method: String, _ params: JSONObject, _ detail: String) async throws {
        await #expect(throws: RPCError.invalid(detail)) { try await server.result(method, params) }
        let session = try server.open()
        await #expect(throws: RPCError.invalid(detail)) { try await session.result(method, params) }
    }

    /// Arguments that are missing are none; others reach the tool as they are, which says what is wrong with them.
    @Test(arguments: [nil, .null, [], ["a": 1], "text"] as [JSONValue?])
    func argumentsOfATool(_ arguments: JSONValue?) async throws {
        let calls = Recorder<JSONValue>()
        let offer = ScriptedOffer(call: { call, _ in
            calls.append(call.arguments)
            return .text("")
        })
        var params: JSONObject = ["name": "one"]
        params["arguments"] = arguments
        _ = try await server.result("tools/call", params, offer)
        #expect(calls.all == [arguments ?? [:]])
    }

    // MARK: - Completion

    @Test func completions() async throws {
        let asked = Recorder<String>()
        let offer = ScriptedOffer(completions: { reference, argument, prefix, others in
            asked.append("\(reference) \(argument) \(prefix) \(others)")
            return (0..<250).map { "value \($0)" }
        })
        let params: JSONObject = [
            "ref": ["type": "ref/resource", "uri": "a:{id}"], "argument": ["name": "id", "value": "v"],
            "context": ["arguments": ["other": "o"]],
        ]
        let completion = try await server.result("completion/complete", params, offer)["completion"]
        #expect(completion?["values"]?.arrayValue?.count == 100 && completion?["values"]?[0] == "value 0")
        #expect(completion?["total"] == 250 && completion?["hasMore"] == true)
        #expect(asked.all == [#"resource("a:{id}") id v ["other": "o"]"#])
        let none = try await server.result("completion/complete", params)["completion"]
        #expect(none == ["values": [], "total": 0, "hasMore": false])
    }

    // MARK: - Unknown methods

    @Test(arguments: [
        "initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe", "tasks/list", "",
        "Tools/List", "tools/list/", "notifications/cancelled",
    ])
    func methodsThatRequestsWithoutSessionsDoNotHave(_ method: String) async {
        await #expect(throws: RPCError.unknownMethod(method)) {
            try await server.result(method, ["level": "info", "uri": "a:1"])
        }
    }

    @Test(arguments: ["server/discover", "subscriptions/listen", "sampling/createMessage", "tasks/list"])
    func methodsThatSessionsDoNotHave(_ method: String) async throws {
        let session = try server.open()
        await #expect(throws: RPCError.unknownMethod(method)) { try await session.result(method) }
    }

    @Test(arguments: [
        "resources/list", "resources/templates/list", "resources/read", "prompts/list", "prompts/get",
        "completion/complete", "resources/subscribe", "resources/unsubscribe",
    ])
    func methodsThatAreNotOffered(_ method: String) async throws {
        let offer = ScriptedOffer(capabilities: ServerCapabilities())
        let params: JSONObject = ["uri": "a:1", "name": "greet"]
        let session = try server.open("2025-11-25", offer)
        await #expect(throws: RPCError.unknownMethod(method)) { try await server.result(method, params, offer) }
        await #expect(throws: RPCError.unknownMethod(method)) { try await session.result(method, params, offer) }
    }

    // MARK: - Failures

    private struct Failure: Error { let secret = "password" }

    /// The text of a failure stays in the server.
    @Test func failures() async throws {
        let offer = ScriptedOffer(call: { _, _ in throw Failure() })
        let expected = RPCError(.internalError, "the server failed; try again later")
        await #expect(throws: expected) { try await server.result("tools/call", ["name": "one"], offer) }
        let response = try await server.open().call(offer).rest()
        #expect(response == [["jsonrpc": "2.0", "id": 1, "error": expected.jsonValue]])
    }

    @Test func errorsOfTheOffer() async throws {
        let error = RPCError(.init(rawValue: 99), "odd", data: ["a": 1])
        let offer = ScriptedOffer(call: { _, _ in throw error })
        await #expect(throws: error) { try await server.result("tools/call", ["name": "one"], offer) }
        #expect(try await server.open().call(offer).rest().map { $0["error"] } == [error.jsonValue])
    }

    /// A cancelled request has no response.
    @Test func cancellation() async throws {
        let started = Signal()
        let offer = ScriptedOffer(call: { _, _ in
            started.give()
            try await Signal().wait()
            return .text("")
        })
        let request = try StatelessRequest(Stateless.request("tools/call", ["name": "one"]), headers: nil)
        let task = Task { try await server.respond(to: request, offer: offer) { _ in } }
        try await started.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
