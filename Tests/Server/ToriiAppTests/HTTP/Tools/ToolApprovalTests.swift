import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// Tools whose calls wait for a person because of the operator's setting.
@Suite(.timeLimit(.minutes(2))) struct ToolApprovalTests {
    private func withApproval(_ body: @Sendable (TestServer) async throws -> Void) async throws {
        try await TestServer.with { settings in
            settings.toolsApproval = ["create-inventory", "get_current_weather"]
        } _: { server in
            try await body(server)
        }
    }

    @Test func theListShowsTheNeedForApproval() async throws {
        try await withApproval { server in
            let tools = try #require(try await server.send(.get, "/v1/tools").json["tools"]?.arrayValue)
            #expect(
                tools.filter { $0["needs_approval"] == true }.map { $0["name"] }
                    == ["getCurrentWeather", "createInventory", "deleteInventory"]
            )
        }
    }

    @Test(arguments: ["approve", "reject"])
    func aTurnWaitsForTheDecision(decision: String) async throws {
        try await withApproval { server in
            let body = #"{"message":"Add \"lamp\" to the inventory, quantity 1"}"#
            let waiting = try await server.send(.post, "/v1/chat", body: body)
            #expect(waiting.status == 202)
            let action = waiting.json["actions"]?[0] ?? waiting.json["required_actions"]?[0]
            let call = try #require(action?["call"]?.stringValue, "\(waiting.text)")
            #expect(action?["text"] == #"Add "lamp" (quantity 1) to the inventory?"#)
            let run = try #require(waiting.json["run"]?.stringValue)
            let none = try await server.send(.post, "/v1/tools/getInventoryList", body: "{}")
            #expect(!none.text.contains("lamp"))
            let answer: JSONValue = [
                "decisions": [["call": .string(call), "decision": .string(decision)]], "stream": false,
            ]
            let done = try await server.send(.post, "/v1/runs/\(run)/outputs", body: answer.serialized())
            #expect(done.status == 200, "\(done.text)")
            let after = try await server.send(.post, "/v1/tools/getInventoryList", body: "{}")
            #expect(after.text.contains("lamp") == (decision == "approve"))
        }
    }

    @Test func aDirectCallNeedsConfirmation() async throws {
        try await withApproval { server in
            let body = #"{"title":"lamp"}"#
            let asked = try await server.send(.post, "/v1/tools/create-inventory", body: body)
            #expect(asked.status == 409 && asked.json["type"] == "urn:torii:problem:confirmation-needed")
            #expect(asked.json["question"]?.stringValue?.contains(#"Add "lamp" to the inventory?"#) == true)
            let bare = try await server.send(.post, "/mcp/tools/createInventory", body: body)
            #expect(bare.json["isError"] == true)
            let made = try await server.send(.post, "/v1/tools/createInventory?confirm=true", body: body)
            #expect(made.status == 200 && made.text.contains("ID: 1 - lamp"))
            #expect(try await server.send(.post, "/v1/tools/getInventory", body: #"{"id":1}"#).status == 200)
        }
    }

    @Test func anUnknownNameIsRefusedAtTheStart() async throws {
        let error = await #expect(throws: SettingsError.self) {
            try await TestServer.with {
                $0.toolsApproval = ["readWebPages"]
            } _: { _ in
            }
        }
        #expect(error?.name == "TORII_TOOLS_APPROVAL")
        #expect(error?.message.contains("did you mean readWebPage?") == true)
    }
}
