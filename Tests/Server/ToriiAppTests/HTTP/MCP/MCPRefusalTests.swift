import Accounts
import Foundation
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// Requests to `/mcp` that are refused before their method is performed.
@Suite(.timeLimit(.minutes(2))) struct MCPRefusalTests {
    private static let list = MCPCaller.message(
        "tools/list",
        [
            "_meta": [
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": [:],
            ]
        ],
        id: 1
    )
    private static let routing = [("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", "tools/list")]

    @Test func mediaTypes() async throws {
        try await TestServer.with { server in
            let caller = MCPCaller(server)
            for (accept, status) in [
                (MCPCaller.accept, 200), ("text/event-stream,application/json;q=0.5", 200), ("*/*", 200),
                ("application/*, text/*", 200), ("application/json", 406), ("text/event-stream", 406),
                ("text/html", 406), ("application/json;q=0, text/event-stream", 406),
            ] {
                let answer = try await caller.post(Self.list, Self.routing, accept: accept)
                #expect(answer.status == status, "\(accept)")
                #expect((answer.json["error"] == nil) == (status == 200))
            }
            for (type, status) in [
                ("application/json", 200), ("application/json; charset=utf-8", 200), ("text/plain", 415),
                ("application/x-www-form-urlencoded", 415),
            ] {
                let answer = try await caller.post(Self.list, Self.routing, type: type)
                #expect(answer.status == status, "\(type)")
            }
            // A stream is only sent to who accepts one.
            let session = try await MCPCaller.open(server, MCPCaller.stateful)
            let headers = session.sessionHeaders + [("Accept", "application/json")]
            #expect(try await server.send(.get, "/mcp", headers: headers).status == 406)
        }
    }

    @Test func origins() async throws {
        try await TestServer.with { settings in
            settings.cors = CORSPolicy(["https://app.example"])
        } _: { server in
            let own = server.baseURL
            for (origin, status) in [
                ("https://app.example", 200), (own, 200), ("https://evil.example", 403), ("null", 403),
                ("http://localhost:1", 403), ("https://app.example.evil.example", 403), ("", 403),
            ] {
                let caller = MCPCaller(server)
                let answer = try await caller.post(Self.list, Self.routing + [("Origin", origin)])
                #expect(answer.status == status, "\(origin)")
                let read = try await server.send(.get, "/mcp", headers: [("Origin", origin), ("Accept", "*/*")])
                #expect((read.status == 403) == (status == 403), "\(origin)")
                let end = try await server.send(.delete, "/mcp", headers: [("Origin", origin)])
                #expect((end.status == 403) == (status == 403), "\(origin)")
            }
        }
    }

    /// The header repeats parts of the body.
    @Test func routingFields() async throws {
        try await TestServer.with { server in
            let caller = MCPCaller(server)
            let (fields, body) = caller.request("tools/call", ["name": "getInventoryList", "arguments": [:]])
            #expect(try await caller.post(body, fields).status == 200)
            for (name, values) in [
                ("Mcp-Method", []), ("Mcp-Method", ["tools/list"]), ("Mcp-Method", ["tools/call", "tools/call"]),
                ("Mcp-Name", []), ("Mcp-Name", ["getInventory"]), ("MCP-Protocol-Version", []),
                ("MCP-Protocol-Version", ["2025-11-25"]), ("Mcp-Name", ["=?base64?!?="]),
            ] {
                let changed = fields.filter { $0.0 != name } + values.map { (name, $0) }
                let answer = try await caller.post(body, changed)
                #expect(answer.status == 400 && answer.json["error"]?["code"] == -32020, "\(name): \(values)")
                #expect(answer.json["id"] == 1)
            }
            let encoded = fields.filter { $0.0 != "Mcp-Name" } + [("mcp-name", "=?base64?Z2V0SW52ZW50b3J5TGlzdA==?=")]
            #expect(try await caller.post(body, encoded).status == 200)
            var old = caller
            old.revision = "2099-01-01"
            let unknown = try await old.send("tools/list")
            #expect(unknown.status == 400 && unknown.json["error"]?["code"] == -32022)
            #expect(unknown.json["error"]?["data"] == ["supported": ["2026-07-28"], "requested": "2099-01-01"])
        }
    }

    // MARK: - Tokens

    @Test func tokens() async throws {
        try await TestServer.with { server in
            for (token, isInvalid) in [(nil, false), ("torii_nobody", true)] as [(String?, Bool)] {
                for method in [HTTPMethod.post, .get, .delete] {
                    let answer = try await server.send(
                        method,
                        "/mcp",
                        token: token,
                        body: method == .post ? Self.list.serialized() : nil,
                        headers: [("Content-Type", "application/json"), ("Accept", MCPCaller.accept)]
                    )
                    #expect(answer.status == 401 && answer.json["error"]?["code"] == -32600)
                    let challenge = answer.headers["WWW-Authenticate"] ?? ""
                    #expect(challenge.hasPrefix("Bearer ") && !challenge.contains("resource_metadata"))
                    #expect(challenge.contains(#"error="invalid_token""#) == isInvalid)
                }
            }
        }
    }

    /// Without an authorization server there is no metadata, because clients refuse metadata that names none.
    @Test func metadataOfTheResource() async throws {
        let paths = ["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"]
        try await TestServer.with { server in
            for path in paths {
                let answer = try await server.send(.get, path, token: nil)
                #expect(answer.status == 404)
            }
        }
        try await TestServer.with { settings in
            settings.authorizationServers = ["https://login.example"]
            settings.publicURL = "https://torii.example"
        } _: { server in
            for path in paths {
                let answer = try await server.send(.get, path, token: nil)
                #expect(answer.status == 200 && answer.json["resource"] == "https://torii.example/mcp")
                #expect(answer.json["authorization_servers"] == ["https://login.example"])
                #expect(answer.json["bearer_methods_supported"] == ["header"])
                let scopes = answer.json["scopes_supported"]?.arrayValue ?? []
                #expect(scopes.contains("chat") && !scopes.contains("offline_access"))
            }
            let refused = try await server.send(
                .post,
                "/mcp",
                token: nil,
                body: Self.list.serialized(),
                headers: [("Content-Type", "application/json"), ("Accept", MCPCaller.accept)]
            )
            let address = "https://torii.example/.well-known/oauth-protected-resource/mcp"
            #expect(refused.headers["WWW-Authenticate"]?.contains(#"resource_metadata="\#(address)""#) == true)
        }
    }
}
