import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// Calls that a person must approve, by the client's form.
@Suite(.timeLimit(.minutes(2))) struct MCPApprovalTests {
    private func withItem(
        _ era: String,
        capabilities: JSONObject = ["elicitation": [:]],
        _ body: (TestServer, MCPCaller) async throws -> Void
    ) async throws {
        try await TestServer.with { server in
            let caller = try await MCPCaller.open(server, era, capabilities: capabilities)
            #expect(MCPCaller.text(try await caller.call("createInventory", ["title": "lamp"])).contains("ID: 1"))
            try await body(server, caller)
        }
    }

    private func hasItem(_ caller: MCPCaller) async throws -> Bool {
        MCPCaller.text(try await caller.call("getInventoryList")).contains("lamp")
    }

    private static let answers: [JSONObject] = [
        MCPCaller.approval, ["action": "decline"], ["action": "cancel"], [:],
        ["action": "accept", "content": ["approve": false]], ["action": "accept"],
        ["action": "accept", "content": ["approve": "true"]], ["action": "accept", "content": []],
    ]

    private func check(_ form: JSONValue?) {
        #expect(form?["method"] == "elicitation/create")
        #expect(form?["params"]?["message"]?.stringValue?.contains("lamp") == true)
        let schema = form?["params"]?["requestedSchema"]
        #expect(schema?["type"] == "object" && schema?["required"] == ["approve"])
        #expect(schema?["properties"]?["approve"]?["type"] == "boolean")
    }

    @Test func withoutASession() async throws {
        try await withItem(MCPCaller.latest) { _, caller in
            for answer in Self.answers.reversed() {
                let asked = try await caller.call("deleteInventory", ["id": 1])
                #expect(asked["result"]?["resultType"] == "input_required" && asked["result"]?["content"] == nil)
                check(asked["result"]?["inputRequests"]?["approval"])
                let state = try #require(asked["result"]?["requestState"])
                let more: JSONObject = ["requestState": state, "inputResponses": ["approval": .object(answer)]]
                // The answer is for these arguments, and for this state.
                let other = try await caller.call("deleteInventory", ["id": 2], more)
                #expect(other["error"]?["code"] == -32602)
                var changed = more
                changed["requestState"] = .string((state.stringValue ?? "") + " ")
                #expect(try await caller.call("deleteInventory", ["id": 1], changed)["error"]?["code"] == -32602)
                changed["requestState"] = nil
                let stateless = try await caller.call("deleteInventory", ["id": 1], changed)
                #expect(stateless["result"]?["resultType"] == "input_required")
                #expect(try await hasItem(caller))
                let last = try await caller.call("deleteInventory", ["id": 1], more)
                let isApproved = answer == MCPCaller.approval
                #expect((last["result"]?["isError"] == true) == !isApproved, "\(answer)")
                #expect(try await hasItem(caller) == !isApproved)
            }
        }
    }

    @Test(arguments: ["2025-06-18", "2025-11-25"])
    func inASession(era: String) async throws {
        try await withItem(era) { _, caller in
            for answer in Self.answers.reversed() {
                let response = try await caller.stream(
                    "tools/call",
                    ["name": "deleteInventory", "arguments": ["id": 1]],
                    id: "deletion"
                )
                #expect(response.status == 200 && response.headers["Content-Type"] == "text/event-stream")
                var reader = EventReader(response)
                let question = try #require(try await reader.message()?.json)
                check(question)
                #expect((question["params"]?["mode"] == "form") == (era == "2025-11-25"))
                #expect(try await hasItem(caller))
                try await caller.reply(to: question, answer)
                let last = try await reader.messages()
                let isApproved = answer == MCPCaller.approval
                #expect(last.count == 1 && (last[0]["result"]?["isError"] == true) == !isApproved, "\(answer)")
                #expect(try await hasItem(caller) == !isApproved)
            }
        }
    }

    /// A client that cannot ask is told what to do, and nothing is deleted.
    @Test(arguments: ["2026-07-28", "2025-11-25", "2025-03-26"])
    func withoutElicitation(era: String) async throws {
        for capabilities in [[:], ["sampling": [:]], ["elicitation": ["url": [:]]]] as [JSONObject] {
            try await withItem(era, capabilities: capabilities) { _, caller in
                let refused = try await caller.call("deleteInventory", ["id": 1])
                #expect(refused["result"]?["isError"] == true && refused["result"]?["resultType"] != "input_required")
                #expect(MCPCaller.text(refused).contains("a person must approve it"))
                #expect(try await hasItem(caller))
            }
        }
    }

    /// One approval allows one call: the same request again has the same result.
    @Test func anApprovalIsUsedOnce() async throws {
        try await TestServer.with { settings in
            settings.toolsApproval = ["createInventory"]
        } _: { server in
            let caller = MCPCaller(server)
            let asked = try await caller.call("createInventory", ["title": "lamp"])
            let state = try #require(asked["result"]?["requestState"])
            let more: JSONObject = ["requestState": state, "inputResponses": ["approval": .object(MCPCaller.approval)]]
            var runs: Set<JSONValue> = []
            for _ in 0..<3 {
                let made = try await caller.call("createInventory", ["title": "lamp"], more)
                #expect(MCPCaller.text(made).contains("ID: 1 - lamp"))
                runs.insert(try #require(made["result"]?["_meta"]?["torii/run"]))
            }
            #expect(runs.count == 1)
            #expect(!MCPCaller.text(try await caller.call("getInventoryList")).contains("ID: 2"))
        }
    }
}
