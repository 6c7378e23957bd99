import AgentRuntime
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// Tools that a client sends with a turn.
@Suite(.timeLimit(.minutes(1))) struct ClientToolTests {
    @Test(arguments: [
        (#"[{"description":"d"}]"#, "#/client_tools/0/name"),
        (#"[{"name":"a b","description":"d"}]"#, "#/client_tools/0/name"),
        (#"[{"name":"名\u3000前","description":"d"}]"#, "#/client_tools/0/name"),
        (#"[{"name":"a\u0007","description":"d"}]"#, "#/client_tools/0/name"),
        (#"[{"name":"\#(String(repeating: "名", count: 43))","description":"d"}]"#, "#/client_tools/0/name"),
        (#"[{"name":"a","description":"d","parameters":{"type":"string"}}]"#, "#/client_tools/0/parameters"),
        (#"[{"name":"a","description":"d"},{"name":"a","description":"d"}]"#, "#/client_tools"),
        (#"[{"name":"deleteInventory","description":"d"}]"#, "#/client_tools/0/name"),
        (#"[{"name":"a","description":"d","output":{"type":"strong"}}]"#, "#/client_tools/0/output"),
        (
            #"[{"name":"a","description":"d","parameters":{"type":"object","properties":5}}]"#,
            "#/client_tools/0/parameters"
        ),
        (#"["a"]"#, "#/client_tools/0"),
    ])
    func anInvalidToolIsRefused(tools: String, pointer: String) async throws {
        try await TestServer.with { server in
            let answer = try await server.send(.post, "/v1/chat", body: #"{"message":"hi","client_tools":\#(tools)}"#)
            #expect(answer.status == 400)
            #expect(answer.json["errors"]?[0]?["pointer"]?.stringValue == pointer)
        }
    }

    @Test func aToolMayHaveANameThatTheProviderRefuses() async throws {
        let name = "連絡先を見つける。"
        try await OpenAIStandIn.with(script: { request in
            guard request.toolOutputs.isEmpty else { return .text(request.toolOutputs.map(\.text).joined()) }
            let tool = request.toolNames.first { $0.hasPrefix("tool_") } ?? "none"
            return .toolCalls([ScriptedToolCall(tool, arguments: "{}", id: "call")])
        }) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                let turn: JSONValue = [
                    "message": "go", "client_tools": [["name": .string(name), "description": "Finds people"]],
                ]
                let waiting = try await server.send(.post, "/v1/chat", body: turn.serialized())
                #expect(waiting.status == 202)
                #expect(waiting.json["actions"]?[0]?["name"] == .string(name))
                let run = waiting.json["run"]?.stringValue ?? ""
                let reply = try await server.send(
                    .post,
                    "/v1/runs/\(run)/outputs",
                    body: #"{"outputs":[{"call":"call","output":"Naomi"}],"stream":false}"#
                )
                #expect(reply.json["message"]?["text"] == "Naomi")
                #expect(standIn.requests.count == 2)
            }
        }
    }
}
