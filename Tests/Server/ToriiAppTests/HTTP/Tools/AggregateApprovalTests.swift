import AgentTools
import DeclaredTools
import Foundation
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// A tool that asks others needs what they need: approval, and the scope of each.
@Suite(.timeLimit(.minutes(1))) struct AggregateApprovalTests {
    private static func text(_ base: String) -> String {
        """
        torii: 1
        upstream: orders
        base: \(base)
        tools:
          - {name: readPayroll, description: a, effect: reads, approval: always, request: {get: /orders, headers: {X-Api-Key: k}}}
          - {name: readMenu, description: a, effect: reads, request: {get: /orders, headers: {X-Api-Key: k}}}
        aggregates:
          - {name: lookUp, description: b, ask: [{tool: readMenu}, {tool: readPayroll}], merge: {by: concat}}
          - {name: lookUpAll, description: b, ask: [{tool: lookUp}, {tool: readMenu}], merge: {by: concat}}
          - {name: menus, description: b, ask: [{tool: readMenu}, {tool: getInventoryList}], merge: {by: concat}}

        """
    }

    private func withServer(
        approval: [String] = [],
        _ body: @Sendable (TestServer, OrdersStandIn) async throws -> Void
    ) async throws {
        let folder = NSTemporaryDirectory() + "torii-tools-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let hosts = try AllowedHosts(parsing: "127.0.0.1")
        try await OrdersStandIn.with { orders in
            try await TestServer.with { settings in
                settings.toolsFolder = folder
                settings.toolsHosts = hosts
                settings.toolsApproval = approval
            } _: { server in
                let body1: JSONValue = ["text": .string(Self.text(orders.baseURL))]
                let stored = try await server.admin(.put, "tool-files/orders.yaml", body1)
                try #require(stored.status == 200, "\(stored.text)")
                try await body(server, orders)
            }
        }
    }

    private static func token(_ server: TestServer, _ scopes: String...) async throws -> String {
        let body: JSONValue = ["name": .string(UUID().uuidString), "scopes": .array(scopes.map(JSONValue.string))]
        return try #require(try await server.admin(.post, "clients", body).json["token"]?["secret"]?.stringValue)
    }

    @Test(arguments: ["lookUp", "lookUpAll", "readPayroll"])
    func anAggregateWaitsIfAToolThatItAsksDoes(_ name: String) async throws {
        try await withServer { server, orders in
            let tools = try await server.send(.get, "/v1/tools").json["tools"]?.arrayValue ?? []
            #expect(tools.first { $0["name"]?.stringValue == name }?["needs_approval"] == true)
            let asked = try await server.send(.post, "/v1/tools/\(name)", body: "{}")
            #expect(asked.status == 409 && asked.json["question"]?.stringValue?.contains(name) == true)
            let trial = try await server.admin(.post, "tool-trials/\(name)", [:])
            #expect(trial.status == 409 && trial.json["type"] == "urn:torii:problem:confirmation-needed")
            #expect(orders.requests.isEmpty)
            let called = try await server.send(.post, "/v1/tools/\(name)?confirm=true", body: "{}")
            #expect(called.json["status"] == "completed" && !orders.requests.isEmpty)
            #expect(
                try await server.admin(.post, "tool-trials/\(name)", ["confirm": true]).json["status"] == "completed"
            )
        }
    }

    @Test(arguments: ["readMenu", "getInventoryList", "get_inventory_list"])
    func theOperatorsSettingCounts(_ approval: String) async throws {
        try await withServer(approval: [approval]) { server, orders async throws in
            #expect(try await server.send(.get, "/readyz").json["checks"]?["tools"] == "ok")
            #expect(try await server.send(.post, "/v1/tools/menus", body: "{}").status == 409)
            #expect(orders.requests.isEmpty)
        }
    }

    @Test func aNameThatNoToolHasDegradesTheServer() async throws {
        try await withServer(approval: ["readMneu"]) { server, _ in
            let readiness = try await server.send(.get, "/readyz").json
            #expect(readiness["status"] == "degraded" && readiness["checks"]?["tools"] == "failed")
            #expect(readiness["reason"]?.stringValue?.contains("TORII_TOOLS_APPROVAL") == true)
        }
        // Without a folder no tool can be added later.
        await #expect(throws: (any Error).self) {
            try await TestServer.with {
                $0.toolsApproval = ["getInventoryLst"]
            } _: { _ in
            }
        }
    }

    @Test func aCallerNeedsTheScopesOfAllToolsThatAreAsked() async throws {
        try await withServer { server, orders in
            let narrow = try await Self.token(server, "tools:lookUp", "tools:readMenu", "chat")
            let refused = try await server.send(.post, "/v1/tools/lookUp?confirm=true", token: narrow, body: "{}")
            #expect(refused.status == 403 && refused.json["detail"]?.stringValue?.contains("tools:readPayroll") == true)
            let turn = try await server.send(
                .post,
                "/v1/chat",
                token: narrow,
                body: #"{"message": "hi", "tools": ["lookUp"]}"#
            )
            #expect(turn.status == 403)
            #expect(orders.requests.isEmpty)
            let wide = try await Self.token(server, "tools:lookUp", "tools:readMenu", "tools:readPayroll")
            #expect(
                try await server.send(.post, "/v1/tools/lookUp?confirm=true", token: wide, body: "{}").status == 200
            )
            // An administrator of files alone does not read the inventory by a file.
            let files = try await Self.token(server, "admin:tools")
            #expect(try await server.admin(.post, "tool-trials/menus", [:], token: files).status == 403)
            #expect(try await server.admin(.post, "tool-trials/readMenu", [:], token: files).status == 200)
        }
    }
}
