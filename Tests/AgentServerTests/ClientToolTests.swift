import StreamingJSON
import Testing
import Transport

@testable import AgentServer

/// Tools that a client brings along with a turn.
@Suite(.timeLimit(.minutes(1))) struct ClientToolTests {
    @Test(arguments: [
        (#"[{"description":"d"}]"#, "#/client_tools/0/name"),
        (#"[{"name":"a b","description":"d"}]"#, "#/client_tools/0/name"),
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
    func aToolThatCannotBeOfferedIsRefused(tools: String, pointer: String) async throws {
        try await TestServer.with { server in
            let answer = try await server.send(.post, "/v1/chat", body: #"{"message":"hi","client_tools":\#(tools)}"#)
            #expect(answer.status == 400)
            #expect(answer.json["errors"]?[0]?["pointer"]?.stringValue == pointer)
        }
    }
}
