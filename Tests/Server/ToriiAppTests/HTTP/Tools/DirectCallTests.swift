import Storage
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// Tool calls without a model: with their data, and with a person's confirmation if something is destroyed.
@Suite(.timeLimit(.minutes(2))) struct DirectCallTests {
    private func create(_ server: TestServer) async throws {
        let created = try await server.send(.post, "/v1/tools/createInventory", body: #"{"title":"A4 paper"}"#)
        #expect(created.status == 200 && created.json["status"] == "completed")
        #expect(created.json["name"] == "createInventory" && created.json["arguments"]?["title"] == "A4 paper")
        #expect(created.json["summary"]?.stringValue?.contains("ID: 1 - A4 paper") == true)
        #expect(created.json["artifacts"]?[0]?["type"] == "inventory.items")
        #expect(created.json["artifacts"]?[0]?["data"]?[0]?["id"] == 1)
    }

    private func isThere(_ server: TestServer) async throws -> Bool {
        try await server.send(.post, "/v1/tools/get-inventory", body: #"{"id":1}"#).json["status"] == "completed"
    }

    @Test(arguments: ["/v1", "/mcp"], ["", "?confirm=false", "?confirm=", "?confirm=yes", "?confirm"])
    func nothingIsDestroyedWithoutConfirmation(side: String, query: String) async throws {
        try await TestServer.with { server in
            try await create(server)
            for name in ["deleteInventory", "delete-inventory", "delete_inventory"] {
                // A model that writes the arguments cannot confirm for a person.
                for body in [#"{"id":1}"#, #"{"id":1,"confirm":true}"#] {
                    let answer = try await server.send(.post, "\(side)/tools/\(name)\(query)", body: body)
                    if side == "/v1", body.contains("confirm") {
                        // This route refuses unknown arguments.
                        #expect(answer.status == 400 && answer.json["errors"]?[0]?["pointer"] == "#/confirm")
                        continue
                    }
                    #expect(
                        answer.text.contains(#"Delete ID 1 (\"A4 paper\") from the inventory? This cannot be undone."#)
                    )
                    if side == "/v1" {
                        #expect(answer.status == 409)
                        #expect(answer.json["type"] == "urn:torii:problem:confirmation-needed")
                    } else {
                        #expect(answer.status == 200 && answer.json["isError"] == true)
                    }
                }
            }
            #expect(try await isThere(server))
            let japanese = try await server.send(
                .post,
                "/mcp/tools/deleteInventory?locale=ja",
                body: #"{"id":1}"#
            )
            #expect(japanese.text.contains("削除しますか") && japanese.text.contains("?confirm=true"))
        }
    }

    @Test(arguments: ["/v1", "/mcp"])
    func aConfirmedCallIsPerformed(side: String) async throws {
        try await TestServer.with { server in
            try await create(server)
            let answer = try await server.send(
                .post,
                "\(side)/tools/deleteInventory?confirm=true",
                body: #"{"id":1}"#
            )
            #expect(answer.status == 200 && answer.json["isError"] == nil && answer.text.contains("Deleted:"))
            #expect(try await !isThere(server))
        }
    }

    @Test(
        arguments: [
            ("createInventory", #"{"titel":"x"}"#, ["#/titel", "#"]),
            ("createInventory", #"{"title":"x","colour":1,"~/":2}"#, ["#/colour", "#/~0~1"]),
            ("createInventory", #"{"title":5,"quantity":"many"}"#, ["#/title", "#/quantity"]),
            ("createInventory", "[1]", ["#"]), ("createInventory", "null", ["#"]), ("createInventory", "{}", ["#"]),
            ("getInventory", #"{"id":1e300}"#, ["#"]), ("get-inventory", #"{"id":"1"}"#, ["#/id"]),
            ("getInventoryList", #"{"updated_after":5}"#, ["#/updated_after"]),
        ] as [(String, String, [String])]
    )
    func invalidArgumentsAreReportedWithTheirPointers(tool: String, body: String, pointers: [String]) async throws {
        try await TestServer.with { server in
            let answer = try await server.send(.post, "/v1/tools/\(tool)", body: body)
            #expect(
                answer.status == 400 && answer.json["type"] == "urn:torii:problem:invalid-request",
                "\(answer.text)"
            )
            let found = answer.json["errors"]?.arrayValue?.compactMap { $0["pointer"]?.stringValue } ?? []
            #expect(Set(found) == Set(pointers), "\(answer.text)")
            // The callers of the bare form read isError.
            let bare = try await server.send(.post, "/mcp/tools/\(tool)", body: body)
            #expect(bare.status == 200)
            let list = try await server.send(.post, "/v1/tools/getInventoryList", body: "{}")
            #expect(list.status == 200 && !list.text.contains("ID: 2"))
        }
    }

    @Test func nullIsAMissingArgument() async throws {
        try await TestServer.with { server in
            let body = #"{"title":"lamp","quantity":null,"unit":null}"#
            let made = try await server.send(.post, "/v1/tools/createInventory", body: body)
            #expect(made.status == 200 && made.json["status"] == "completed", "\(made.text)")
            let emptied = try await server.send(.post, "/v1/tools/update_inventory", body: #"{"id":1,"place":null}"#)
            #expect(emptied.status == 200 && emptied.json["status"] == "completed", "\(emptied.text)")
        }
    }

    /// A call that would fail needs no confirmation.
    @Test func faultsPrecedeTheConfirmation() async throws {
        try await TestServer.with { server in
            let unreadable = try await server.send(.post, "/v1/tools/deleteInventory", body: #"{"id":"x"}"#)
            #expect(unreadable.status == 400 && unreadable.json["errors"]?[0]?["pointer"] == "#/id")
            let missing = try await server.send(.post, "/v1/tools/deleteInventory", body: #"{"id":7}"#)
            #expect(missing.status == 200 && missing.json["status"] == "failed")
            #expect(missing.json["summary"]?.stringValue?.contains("no inventory item with the ID 7") == true)
            for (path, body, status, kind) in [
                ("/v1/tools/fly", "{}", 404, "not-found"), ("/v1/tools/getInventory", "{", 400, "invalid-json"),
                ("/v1/tools/getInventory?time_zone=Asia/Tokio", "{}", 400, "invalid-request"),
            ] {
                let answer = try await server.send(.post, path, body: body)
                #expect(answer.status == status && answer.json["type"]?.stringValue == "urn:torii:problem:\(kind)")
            }
            #expect(try await server.send(.get, "/v1/tools/getInventory").status == 405)
            #expect(try await server.send(.post, "/v1/tools/getInventory", token: nil, body: "{}").status == 401)
        }
    }

    /// A list longer than the output budget, in a turn of the built-in model and without a model.
    @Test func aLongListCanBeReadInParts() async throws {
        try await TestServer.with { server in
            for number in 0..<100 {
                let title = String(repeating: "long title ", count: 14) + "\(number)"
                let body = JSONValue.object(["title": .string(title)]).serialized()
                #expect(try await server.send(.post, "/mcp/tools/createInventory", body: body).status == 200)
            }
            let first = try await server.send(.post, "/mcp/tools/getInventoryList", body: "{}")
            #expect(first.text.contains("page 1 of 2") && first.text.count < 14_000)
            let rest = try await server.send(.post, "/mcp/tools/readOn", body: "{}")
            #expect(rest.json["isError"] == nil && rest.text.contains("ID: 100 - long title"))

            let turn = try await server.chat("Show me the inventory")
            let conversation = try #require(turn["conversation"]?.stringValue)
            #expect(turn["message"]?["text"]?.stringValue?.contains("page 1 of 2") == true)
            let more = try await server.chat("Read on", conversation: conversation)
            #expect(more["tool_calls"]?[0]?["name"] == "readOn")
            #expect(more["message"]?["text"]?.stringValue?.contains("ID: 100 - long title") == true)
            // Another conversation has no rest to read.
            let other = try await server.chat("続きを読んで")
            #expect(other["message"]?["text"]?.stringValue?.contains("続きはありません") == true, "\(other)")
        }
    }
}
