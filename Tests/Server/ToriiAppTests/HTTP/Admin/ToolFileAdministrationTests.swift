import AgentTools
import DeclaredTools
import Foundation
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// Declared tools of a whole server: their files, their keys and their scopes, which follow changes.
@Suite(.timeLimit(.minutes(1))) struct ToolFileAdministrationTests {
    private static func text(_ orders: OrdersStandIn, tool: String = "readOrder", effect: String = "reads") -> String {
        """
        torii: 1
        upstream: orders
        base: \(orders.baseURL)
        auth: {header: {X-Api-Key: "{key}"}}
        check: {get: /orders}
        tools:
          - name: \(tool)
            description: Reads an order.
            effect: \(effect)
            arguments: {id: {type: string}}
            required: [id]
            request: {get: "/orders/{id}"}
            answer: {fields: {id: $.id}, text: "{{#items}}order {{id}}{{/items}}", artifact: orders.one}

        """
    }

    private func withServer(_ body: @Sendable (TestServer, OrdersStandIn, String) async throws -> Void) async throws {
        let folder = NSTemporaryDirectory() + "torii-tools-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let hosts = try AllowedHosts(parsing: "127.0.0.1")
        try await OrdersStandIn.with(keys: ["k1"]) { orders in
            try await TestServer.with { settings in
                settings.toolsFolder = folder
                settings.toolsHosts = hosts
            } _: { server in
                try await body(server, orders, folder)
            }
        }
    }

    @Test func aFileIsStoredUsedAndRemoved() async throws {
        try await withServer { server, orders, folder in
            #expect(try await server.admin(.get, "tool-files").json["files"] == [])
            // Before the file there is neither the pool nor the scope.
            #expect(try await server.admin(.get, "upstreams/orders/keys").status == 404)
            let body: JSONValue = ["text": .string(Self.text(orders))]
            let stored = try await server.admin(.put, "tool-files/orders.yaml", body)
            #expect(stored.status == 200)
            #expect(stored.json["file"]?["tools"] == ["readOrder"] && stored.json["file"]?["upstream"] == "orders")
            #expect(FileManager.default.fileExists(atPath: folder + "/orders.yaml"))
            #expect(try await server.admin(.get, "tool-files").json["has_folder"] == true)

            let added = try await server.admin(.post, "upstreams/orders/keys", ["secret": "k1"])
            #expect(added.status == 201 && added.json["check"]?["result"] == "verified")
            let refused = try await server.admin(.post, "upstreams/orders/keys", ["secret": "other"])
            #expect(refused.status == 422)
            let client = try await server.admin(.post, "clients", ["name": "phone", "scopes": ["tools:readOrder"]])
            #expect(client.status == 201)

            let trial = try await server.admin(.post, "tool-trials/readOrder", ["arguments": ["id": "5"]])
            #expect(trial.json["status"] == "completed")
            #expect(trial.json["output"]?.stringValue?.contains("order 5") == true)
            #expect(trial.json["artifacts"]?[0]?["type"] == "orders.one")
            let called = try await server.send(.post, "/v1/tools/readOrder", body: #"{"id": "6"}"#)
            #expect(called.json["summary"]?.stringValue?.contains("order 6") == true)

            orders.accept(keys: ["k2"])
            let checked = try await server.admin(.get, "upstreams/orders/keys").json["keys"]?[0]?["id"]?.stringValue
            let check = try await server.admin(.post, "upstreams/orders/keys/\(checked ?? "")/check")
            #expect(check.json["check"]?["result"] == "invalid")
            #expect(try await server.admin(.delete, "tool-files/orders.yaml").status == 204)
            #expect(try await server.admin(.get, "tool-files").json["files"] == [])
            #expect(try await server.admin(.post, "tool-trials/readOrder").status == 404)
            #expect(try await server.admin(.get, "upstreams/orders/keys").status == 404)
            let actions = try await server.admin(.get, "audit").json["rows"]?.arrayValue?.map { $0["action"] }
            #expect(actions?.contains("tool-file.store") == true && actions?.contains("tool-file.remove") == true)
        }
    }

    @Test func aFaultyTextChangesNothing() async throws {
        try await withServer { server, orders, folder in
            let good = Self.text(orders)
            _ = try await server.admin(.put, "tool-files/orders.yaml", ["text": .string(good)])
            let texts = [
                ("torii: 1\ntoolz: []\n", "orders.yaml:2:1"), ("mcp: {}\n", "declares no tools"),
                (good.replacingOccurrences(of: "upstream: orders", with: "upstream: openai"), "another upstream"),
            ]
            for (text, says) in texts {
                let body: JSONValue = ["text": .string(text)]
                let refused = try await server.admin(.put, "tool-files/orders.yaml", body)
                #expect(refused.status == 400)
                #expect(refused.json["detail"]?.stringValue?.contains(says) == true, "\(refused.json)")
                #expect(refused.json["detail"]?.stringValue?.contains(folder) == false)
                let checked: JSONValue = ["file": "new.yaml", "text": .string(text)]
                #expect(try await server.admin(.post, "tool-files/check", checked).status == 400)
            }
            #expect(try String(contentsOfFile: folder + "/orders.yaml", encoding: .utf8) == good)
            let mcpServer = "mcp: {url: https://mcp.example}\n"
            try Data(mcpServer.utf8).write(to: URL(fileURLWithPath: folder + "/shop.yaml"))
            let tools: JSONValue = ["text": .string(Self.text(orders, tool: "other"))]
            #expect(try await server.admin(.put, "tool-files/shop.yaml", tools).status == 400)
            #expect(try String(contentsOfFile: folder + "/shop.yaml", encoding: .utf8) == mcpServer)
            let other: JSONValue = ["file": "new.yaml", "text": .string(Self.text(orders, tool: "other"))]
            #expect(try await server.admin(.post, "tool-files/check", other).json["file"]?["tools"] == ["other"])
            #expect(!FileManager.default.fileExists(atPath: folder + "/new.yaml"))
            for name in ["..yaml", "a.b.yaml", "a.txt", ".yaml", "..%2Fa.yaml"] {
                let body: JSONValue = ["text": .string(good)]
                #expect(try await server.admin(.put, "tool-files/\(name)", body).status == 400)
            }
        }
    }

    @Test func aTextIsReadAndReplaced() async throws {
        try await withServer { server, orders, folder in
            let first = Self.text(orders)
            let second = Self.text(orders, tool: "other")
            _ = try await server.admin(.put, "tool-files/orders.yaml", ["text": .string(first)])
            let read = try await server.admin(.get, "tool-files/orders.yaml").json
            #expect(read["file"] == "orders.yaml" && read["text"] == .string(first))
            let change: JSONValue = ["text": .string(second), "digest": read["digest"] ?? .null]
            #expect(try await server.admin(.put, "tool-files/orders.yaml", change).status == 200)
            // The text that was read is not there any more.
            let late = try await server.admin(.put, "tool-files/orders.yaml", change)
            #expect(late.status == 409 && late.json["detail"]?.stringValue?.contains("was changed") == true)
            let third: JSONValue = [
                "text": .string(Self.text(orders, tool: "third")), "digest": change["digest"] ?? .null,
            ]
            let missing = try await server.admin(.put, "tool-files/new.yaml", third)
            #expect(missing.status == 404 && !FileManager.default.fileExists(atPath: folder + "/new.yaml"))
            #expect(try await server.admin(.get, "tool-files/orders.yaml").json["text"] == .string(second))
            // Files that declare no tools of an API are not read.
            try Data("mcp: {url: https://mcp.example}\n".utf8)
                .write(to: URL(fileURLWithPath: folder + "/shop.yaml"))
            #expect(try await server.admin(.get, "tool-files/shop.yaml").status == 404)
            #expect(try await server.admin(.get, "tool-files/..%2Forders.yaml").status == 400)
        }
        try await TestServer.with { server async throws in
            #expect(try await server.admin(.get, "tool-files").json == ["files": [], "has_folder": false])
            #expect(try await server.admin(.get, "tool-files/orders.yaml").status == 409)
        }
    }

    @Test func aFaultyFileIsSaidAndDegradesTheServer() async throws {
        try await withServer { server, orders, folder in
            _ = try await server.admin(.put, "tool-files/orders.yaml", ["text": .string(Self.text(orders))])
            #expect(try await server.send(.get, "/readyz").json["checks"]?["tool_files"] == "ok")
            try Data("torii: 1\ntoolz: []\n".utf8).write(to: URL(fileURLWithPath: folder + "/orders.yaml"))
            // The server looks at the folder every two seconds.
            try await server.log.eventually { $0.contains { $0.message.hasPrefix("A file of tools is faulty") } }
            let files = try await server.admin(.get, "tool-files").json["files"]
            #expect(files?[0]?["fault"]?.stringValue?.hasPrefix("orders.yaml:2:1") == true)
            #expect(files?[0]?["tools"] == ["readOrder"])
            let readiness = try await server.send(.get, "/readyz")
            #expect(readiness.status == 200 && readiness.json["status"] == "degraded")
            #expect(readiness.json["checks"]?["tool_files"] == "failed")
            let metrics = try await server.send(.get, "/metrics", token: TestServer.adminToken).text
            #expect(metrics.contains("torii_tool_files{state=\"faulty\"} 1"))
            #expect(metrics.contains("torii_declared_tools 1"))
        }
    }

    @Test func aTrialThatChangesSomethingIsConfirmedFirst() async throws {
        try await withServer { server, orders, _ in
            let body: JSONValue = ["text": .string(Self.text(orders, effect: "changes"))]
            _ = try await server.admin(.put, "tool-files/orders.yaml", body)
            _ = try await server.admin(.post, "upstreams/orders/keys", ["secret": "k1"])
            let path = "tool-trials/readOrder"
            let unconfirmed = try await server.admin(.post, path, ["arguments": ["id": "5"]])
            #expect(unconfirmed.status == 409)
            #expect(unconfirmed.json["type"] == "urn:torii:problem:confirmation-needed")
            #expect(unconfirmed.json["detail"]?.stringValue?.contains("--yes") == false)
            let confirmed: JSONValue = ["arguments": ["id": "5"], "confirm": true]
            #expect(try await server.admin(.post, path, confirmed).json["status"] == "completed")
            let failed = try await server.admin(.post, path, ["arguments": ["no": 1], "confirm": true])
            #expect(failed.status == 200 && failed.json["status"] == "failed")
        }
    }

    @Test func filesNeedTheirScope() async throws {
        try await withServer { server, orders, _ in
            for (scope, reads, writes) in [
                ("admin:tools", 200, 200), ("admin:read", 200, 403), ("admin:keys", 403, 403),
            ] {
                let body: JSONValue = ["name": .string(scope), "scopes": [.string(scope)]]
                let token = try #require(
                    try await server.admin(.post, "clients", body).json["token"]?["secret"]?.stringValue
                )
                #expect(try await server.admin(.get, "tool-files", token: token).status == reads)
                let text: JSONValue = ["text": .string(Self.text(orders))]
                #expect(try await server.admin(.put, "tool-files/o.yaml", text, token: token).status == writes)
                #expect(try await server.admin(.get, "tool-files/o.yaml", token: token).status == writes)
            }
            let schema = try await server.send(.get, "/schemas/tool-file.json", token: nil)
            #expect(schema.status == 200 && schema.json["title"] == "A file of declared tools")
        }
    }
}
