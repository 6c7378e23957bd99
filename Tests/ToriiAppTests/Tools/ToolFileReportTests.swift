import Foundation
import StreamingJSON
import Testing
import ToolDeclarations
import Transport

@testable import ToriiApp

@Suite(.timeLimit(.minutes(1))) struct ToolFileReportTests {
    private func withFolder(_ files: [String: String], _ body: (String) async throws -> Void) async throws {
        let folder = NSTemporaryDirectory() + "torii-report-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (name, text) in files { try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
        try await body(folder)
    }

    private static let orders = """
        torii: 1
        upstream: orders
        base: https://orders.example.com
        tools: [{name: findOrders, description: Finds., effect: reads, arguments: {q: {type: string}}, request: {get: /}}]

        """
    private static let both = """
        torii: 1
        aggregates:
          - name: findAll
            description: Finds all.
            arguments: {q: {type: string}}
            ask: [{tool: searchWeb, with: {query: "{q}"}}, {tool: findOrders, with: {q: "{q}"}}]

        """

    @Test func goodFilesAreCounted() async throws {
        try await withFolder(["both.yaml": Self.both, "orders.yaml": Self.orders, "note.txt": "x"]) { folder in
            let report = await ToolFileReport(checking: [], environment: ["TORII_TOOLS_DIR": folder])
            #expect(!report.isFaulty)
            #expect(
                report.lines == ["\(folder)/both.yaml: ok, 1 tool", "\(folder)/orders.yaml: ok, 1 tool of orders"]
            )
        }
    }

    @Test(
        arguments: [
            (["a.yaml": "torii: 1\ntoolz: []\n"], "a.yaml:2:1"), (["both.yaml": both], "there is no such tool"),
            (
                ["o.yaml": orders.replacingOccurrences(of: "upstream: orders", with: "upstream: openai")],
                "another upstream"
            ),
            (["o.yaml": orders.replacingOccurrences(of: "https://orders", with: "http://orders")], "TORII_TOOLS_HOSTS"),
            (["a.yaml": orders, "b.yaml": orders], "reads like 'findOrders'"), ([:], "There are no declarations here."),
        ] as [([String: String], String)]
    )
    func faultsAreSaid(files: [String: String], says: String) async throws {
        try await withFolder(files) { folder in
            let report = await ToolFileReport(checking: [folder], environment: [:])
            #expect(report.isFaulty == !files.isEmpty)
            #expect(report.lines.contains { $0.contains(says) }, "\(report.lines)")
        }
    }

    @Test func theToolsThatFilesMayAskAreThoseOfTheServer() async throws {
        try await TestServer.with { server in
            let tools = try await server.send(.get, "/v1/tools").json["tools"]?.arrayValue ?? []
            for known in BuiltInTools.names {
                let tool = try #require(tools.first { $0["name"]?.stringValue == known.name })
                let properties = tool["parameters"]?["properties"]?.objectValue ?? [:]
                #expect(Set(properties.keys) == known.arguments, "\(known.name)")
            }
        }
    }
}
