import Foundation
import Repository
import StreamingJSON
import Testing
import Transport

@testable import ToriiApp

/// A start with declarations of tools, faulty ones among them.
@Suite(.timeLimit(.minutes(1))) struct FaultyToolFileTests {
    /// Two faulty files and a good one.
    static let files = [
        "library.yaml": """
        torii: 1
        upstream: library
        base: https://library.example
        tools: [{name: findBooks, description: b, effect: raeds, request: {get: /}}]

        """,
        "shop.yaml": "mpc:\n  url: https://shop.example/mcp\n",
        "rates.yaml": """
        torii: 1
        upstream: rates
        base: https://rates.example
        tools: [{name: getRates, description: b, effect: reads, request: {get: /}}]

        """,
    ]

    /// The examples of this repository, one of which asks a built-in tool.
    static let examples = Repository.root.appending(path: "Deployment/tools").path(percentEncoded: false)

    @Test func theExamplesStart() async throws {
        try await TestServer.with {
            $0.toolsFolder = Self.examples
        } _: { server in
            let files = try await server.send(.get, "/admin/tool-files", token: TestServer.adminToken)
            let all = files.json["files"]?.arrayValue ?? []
            #expect(all.count == 6 && all.allSatisfy { $0["fault"] == nil || $0["fault"] == .null }, "\(files.text)")
            #expect(try await server.send(.get, "/readyz", token: nil).json["status"] == "ready")
            let tools = try await server.send(.get, "/v1/tools").text
            #expect(tools.contains("searchEverywhere"))
        }
    }

    @Test func aFileThatCouldNotBeReadIsTakenUpOnceItIsMended() async throws {
        let folder = NSTemporaryDirectory() + "torii-mended-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data([0x74, 0x6F, 0xFF, 0xFE]).write(to: URL(fileURLWithPath: folder + "/rates.yaml"))
        try await TestServer.with {
            $0.toolsFolder = folder
        } _: { server in
            #expect(try await server.send(.get, "/readyz", token: nil).json["status"] == "degraded")
            let body: JSONValue = ["text": .string(Self.files["rates.yaml"] ?? "")]
            let put = try await server.send(
                .put,
                "/admin/tool-files/rates.yaml",
                token: TestServer.adminToken,
                body: body.serialized()
            )
            #expect(put.status == 200, "\(put.text)")
            #expect(try await server.send(.get, "/readyz", token: nil).json["status"] == "ready")
            #expect(try await server.send(.get, "/v1/tools").text.contains("getRates"))
        }
    }

    @Test func aServerStartsWithoutFaultyFilesAndNamesThem() async throws {
        let folder = NSTemporaryDirectory() + "torii-faulty-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (name, text) in Self.files {
            try text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
        }
        try await TestServer.with {
            $0.toolsFolder = folder
        } _: { server in
            let ready = try await server.send(.get, "/readyz", token: nil)
            #expect(ready.status == 200 && ready.json["status"] == "degraded")
            #expect(ready.json["checks"]?["tool_files"] == "failed")
            let readers: [(String?, Bool)] = [
                (nil, false), (TestServer.clientToken, false), (TestServer.adminToken, true),
            ]
            for (token, isNamed) in readers {
                let reason = try await server.send(.get, "/readyz", token: token).json["reason"]?.stringValue ?? ""
                #expect(reason.hasPrefix("2 files of tools"))
                #expect(reason.contains("library.yaml, shop.yaml") == isNamed, "\(reason)")
            }
            #expect(try await server.figure("torii_ready", ["check": "store"]) == 1)
            #expect(try await server.figure("torii_ready", ["check": "tool_files"]) == 0)
            let files = try await server.send(.get, "/admin/tool-files", token: TestServer.adminToken).json["files"]
            let faulty = (files?.arrayValue ?? []).filter { $0["fault"]?.stringValue != nil }
            #expect(faulty.compactMap { $0["file"]?.stringValue } == ["library.yaml", "shop.yaml"])
            let tools = try await server.send(.get, "/v1/tools").text
            #expect(tools.contains("getRates") && !tools.contains("findBooks"))
            #expect(server.log.text.contains("library.yaml:4:") && server.log.text.contains("shop.yaml:1:"))
            // A faulty declaration of a server is not overwritten by a file of tools with its name.
            let body: JSONValue = ["text": .string(Self.files["rates.yaml"] ?? "")]
            let put = try await server.send(
                .put,
                "/admin/tool-files/shop.yaml",
                token: TestServer.adminToken,
                body: body.serialized()
            )
            #expect(put.status >= 400, "\(put.text)")
            // Once it is gone, nothing is degraded any more but the other file.
            try FileManager.default.removeItem(atPath: folder + "/shop.yaml")
            let rest = try await server.send(.get, "/admin/tool-files", token: TestServer.adminToken).json["files"]
            #expect((rest?.arrayValue ?? []).count { $0["fault"]?.stringValue != nil } == 1)
        }
    }
}
