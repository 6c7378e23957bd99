import Accounts
import AgentRuntime
import Foundation
import KeyVault
import StandIns
import Storage
import StorageSQLite
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

@Suite(.timeLimit(.minutes(1))) struct ClientScopeTests {
    /// Creates a data folder with a client, and returns the client's token.
    private func folder(_ draft: ClientDraft, revoked: Bool = false) async throws -> (String, String) {
        let path = NSTemporaryDirectory() + "torii-scopes-\(UUID().uuidString)"
        let store = try SQLiteStore(path: path + "/torii.sqlite")
        let key = try MasterKeySources(defaultFile: path + "/master.key").load(creatingIfMissing: true)
        let clients = try await Clients(store: store, vault: KeyVault(store: store, masterKeys: key))
        let issued = try await clients.create(draft, by: .torii)
        if revoked { try await clients.revoke(issued.client.id, by: .torii) }
        return (path, issued.token.text)
    }

    @Test func aTokenAllowsItsScopesOnly() async throws {
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

    @Test func aRevokedTokenIsReported() async throws {
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
    func aModelIsOfferedTheToolsThatItsClientMayCall(scopes: [Scope], offered: [String]) async throws {
        let (path, token) = try await folder(ClientDraft(name: "narrow", scopes: Set(scopes)))
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await LimitedServer.with(folder: path, nil) { server, standIn in
            let answer = try await server.send(.post, "/v1/chat", token: token, body: #"{"message":"hi"}"#)
            #expect(answer.status == 200)
            let sent = try JSONValue(parsing: try #require(standIn.server.requests.last).body)
            let tools = sent["tools"]?.arrayValue ?? []
            #expect(Set(tools.compactMap { $0["function"]?["name"]?.stringValue }) == Set(offered))
            // A tool that the request names without its scope is reported.
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

    @Test func aClientMayReplaceAToolThatItMayNotCall() async throws {
        let (path, token) = try await folder(ClientDraft(name: "narrow", scopes: [.chat]))
        defer { try? FileManager.default.removeItem(atPath: path) }
        // Clients may execute one of the tools for the server, and not the other.
        let own: JSONValue = [
            [
                "name": "findContacts", "description": "the app's own", "parameters": ["type": "object"],
                "output": ["type": "object", "required": ["people"]],
            ],
            ["name": "getInventory", "description": "the app's own", "parameters": ["type": "object"]],
        ]
        try await OpenAIStandIn.with(script: { request in
            guard request.toolOutputs.isEmpty else {
                return .text(request.toolOutputs.map(\.text).joined(separator: "|"))
            }
            return .toolCalls([
                ScriptedToolCall("findContacts", arguments: "{}", id: "contacts"),
                ScriptedToolCall("getInventory", arguments: "{}", id: "inventory"),
            ])
        }) { standIn in
            try await TestServer.with(dataDirectory: path) { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                let turn: JSONValue = ["message": "go", "client_tools": own]
                let waiting = try await server.send(.post, "/v1/chat", token: token, body: turn.serialized())
                #expect(waiting.status == 202)
                #expect(standIn.requests.first?.bodyText.contains("the app's own") == true)
                let run = waiting.json["run"]?.stringValue ?? ""
                func post(_ contacts: JSONValue) async throws -> TestServer.Answer {
                    let outputs: JSONValue = [
                        ["call": "contacts", "output": contacts], ["call": "inventory", "output": "a lamp"],
                    ]
                    let body: JSONValue = ["outputs": outputs, "stream": false]
                    return try await server.send(
                        .post,
                        "/v1/runs/\(run)/outputs",
                        token: token,
                        body: body.serialized()
                    )
                }
                // The client's schema is used, and the server does not reword the output.
                let misfit = try await post(["contacts": [["givenName": "Hanako"]]])
                #expect(misfit.status == 400)
                #expect(misfit.json["errors"]?[0]?["pointer"] == "#/outputs/0/output")
                let reply = try await post(["people": ["Hanako"]])
                #expect(reply.status == 200)
                #expect(reply.json["message"]?["text"] == #"{"people":["Hanako"]}|a lamp"#)
            }
        }
    }
}
