import AgentTools
import Foundation
import StandIns
import StreamingJSON
import Synchronization
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// Tools of declared MCP servers, as clients and operators see them.
@Suite(.timeLimit(.minutes(1))) struct DeclaredServerRouteTests {
    @Test(
        arguments: [
            ["type": "object", "additionalProperties": true, "properties": ["a": ["type": "string"]]],
            ["type": "object", "additionalProperties": ["type": "integer"], "properties": [:]],
            ["type": "object", "patternProperties": ["^x": ["type": "integer"]], "additionalProperties": false],
            ["type": "object"],
        ] as [JSONValue]
    )
    func argumentsThatASchemaAllowsArrive(_ schema: JSONValue) async throws {
        let calls = Mutex<[JSONObject]>([])
        let tool: JSONObject = [
            "name": "find", "description": "A tool", "inputSchema": schema, "annotations": ["readOnlyHint": true],
        ]
        let standIn = MCPStandIn(
            .stateless,
            tools: [tool],
            call: { _, arguments in
                calls.withLock { $0.append(arguments) }
                return MCPStandIn.text("found")
            }
        )
        try await standIn.running { standIn in
            let folder = try Self.folder("shop.yaml", "mcp: {url: '\(standIn.url)'}")
            defer { try? FileManager.default.removeItem(atPath: folder) }
            try await TestServer.with {
                $0.toolsFolder = folder
            } _: { server in
                try await server.log.eventually { lines in
                    lines.contains { $0.message == "The tools of a declared server are offered" }
                }
                let tools = try await server.send(.get, "/v1/tools").json["tools"]?.arrayValue
                let shown = tools?.first { $0["name"] == "shop_find" }
                #expect(shown?["parameters"]?["additionalProperties"] == schema["additionalProperties"])
                let called = try await server.send(.post, "/v1/tools/shop_find", body: #"{"x_other": 5}"#)
                #expect(called.status == 200 && called.json["status"] == "completed", "\(called.text)")
                #expect(calls.withLock { $0 } == [["x_other": 5]])
                let refused = try await server.send(.post, "/v1/tools/shop_find", body: #"{"x_other": {"a": 1}}"#)
                let isTyped = schema["additionalProperties"]?.objectValue != nil || schema["patternProperties"] != nil
                #expect(refused.status == (isTyped ? 400 : 200))
                #expect(refused.json["detail"]?.stringValue?.contains("GET /") != true)
            }
        }
    }

    /// Returns a new folder of tools with one file.
    private static func folder(_ name: String, _ text: String) throws -> String {
        let folder = NSTemporaryDirectory() + "torii-servers-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
        return folder
    }

    @Test func aCommandThatDoesNotExistIsSaid() async throws {
        let folder = try Self.folder("dice.yaml", "mcp: {command: [/nonexistent/torii-test-program]}")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await TestServer.with {
            $0.toolsFolder = folder
        } _: { server in
            try await server.log.eventually { lines in
                lines.contains { $0.message.hasPrefix("A declared server cannot be used now") }
            }
            let readiness = try await server.send(.get, "/readyz").json
            #expect(readiness["checks"]?["tools"] == "failed")
            #expect(readiness["status"] == "degraded")
            #expect(readiness["reason"]?.stringValue?.contains("MCP server cannot be reached") == true)
            #expect(server.log.text.contains("A declared server cannot be used now"))
            let listed = try await server.admin(.get, "tools").json
            #expect(listed["unreachable"]?[0]?["name"] == "dice", "\(listed)")
            #expect(
                listed["unreachable"]?[0]?["fault"]?.stringValue?.contains("could not be started") == true,
                "\(listed)"
            )
        }
    }
}
