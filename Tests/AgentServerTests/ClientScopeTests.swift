import Foundation
import KeyVault
import StandIns
import Storage
import StreamingJSON
import Testing
import Transport

@testable import AgentServer

@Suite(.timeLimit(.minutes(1))) struct ClientScopeTests {
    /// A data folder with a client in it, and the client's token.
    private func folder(_ draft: ClientDraft, revoked: Bool = false) async throws -> (String, String) {
        let path = NSTemporaryDirectory() + "torii-scopes-\(UUID().uuidString)"
        let store = try SQLiteStore(path: path + "/torii.sqlite")
        let key = try MasterKeySources(defaultFile: path + "/master.key").load(creatingIfMissing: true)
        let clients = try await Clients(store: store, vault: KeyVault(store: store, masterKeys: key))
        let issued = try await clients.create(draft, by: .torii)
        if revoked { try await clients.revoke(issued.client.id, by: .torii) }
        return (path, issued.token.text)
    }

    @Test func aTokenOpensWhatItsScopesSay() async throws {
        let (path, token) = try await folder(ClientDraft(name: "narrow", scopes: [.tool("getInventoryList")]))
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await TestServer.with(dataDirectory: path) { server in
            for name in ["getInventoryList", "get-inventory-list", "get_inventory_list"] {
                #expect(try await server.send(.post, "/mcp/tools/\(name)", token: token, body: "{}").status == 200)
            }
            for (path, scope) in [
                ("/v1/chat", "chat"), ("/mcp/tools/delete-inventory", "tools:deleteInventory"),
                ("/mcp/tools/getInventory", "tools:getInventory"), ("/admin/upstreams/openai/keys", "admin:keys"),
            ] {
                let answer = try await server.send(.post, path, token: token, body: #"{"message":"a","secret":"b"}"#)
                #expect(answer.status == 403)
                #expect(answer.json["type"]?.stringValue == "urn:torii:problem:forbidden")
                #expect(answer.json["detail"]?.stringValue?.contains("'\(scope)'") == true)
            }
            #expect(try await server.send(.get, "/v1/tools", token: token).status == 200)
        }
    }

    @Test func aRevokedTokenIsSaidToBeOne() async throws {
        let (path, token) = try await folder(ClientDraft(name: "gone"), revoked: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await TestServer.with(dataDirectory: path) { server in
            let answer = try await server.send(.post, "/v1/chat", token: token, body: #"{"message":"a"}"#)
            #expect(answer.status == 401)
            #expect(answer.json["detail"]?.stringValue?.contains("revoked") == true)
        }
    }

    @Test(arguments: [
        ([Scope.chat], [String]()), ([.chat, .tool("searchWeb")], ["searchWeb", "readOn"]),
        (
            [.chat, .tool("searchWeb"), .tool("getInventory"), .tool("goneTool")],
            ["searchWeb", "getInventory", "readOn"]
        ),
    ])
    func aModelIsOfferedWhatItsClientMayCall(scopes: [Scope], offered: [String]) async throws {
        let (path, token) = try await folder(ClientDraft(name: "narrow", scopes: Set(scopes)))
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await LimitedServer.with(folder: path, nil) { server, standIn in
            let answer = try await server.send(.post, "/v1/chat", token: token, body: #"{"message":"hi"}"#)
            #expect(answer.status == 200)
            let sent = try JSONValue(parsing: try #require(standIn.server.requests.last).body)
            let tools = sent["tools"]?.arrayValue ?? []
            #expect(Set(tools.compactMap { $0["function"]?["name"]?.stringValue }) == Set(offered))
            // Asked for by name, what is closed is said to be.
            let asked = try await server.send(
                .post,
                "/v1/chat",
                token: token,
                body: #"{"message":"hi","tools":["deleteInventory"]}"#
            )
            #expect(asked.status == 403)
            #expect(asked.json["detail"]?.stringValue?.contains("'tools:deleteInventory'") == true)
            #expect(standIn.server.requests.count == 1)
        }
    }
}
