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

    @Test func allFaultsAreSaidAndNoFileIsBoth() async throws {
        let phrases = """
            torii: 1
            upstream: orders
            base: https://orders.example.com
            tools:
              - name: findOrders
                description: Finds.
                arguments: {q: {type: string}}
                request: {get: /}
                phrases:
                  examples: {en: show orders of 7}
                  en:
                    - "show orders of {q:integer}"
                    - "list {nr:integer} orders"
              - name: findOthers
                description: Finds.
                request: {get: /}
                phrases:
                  examples: {en: hello}
                  en: ["show [others"]

            """
        try await withFolder(["a.yaml": Self.both, "b.yaml": "torii: 1\ntoolz: []\nbase: x\n", "c.yaml": phrases]) {
            folder in
            let report = await ToolFileReport(checking: [folder], environment: [:])
            #expect(report.isFaulty)
            #expect(
                report.lines.contains {
                    $0.hasPrefix("\(folder)/b.yaml:2:1: ") && $0.hasSuffix("did you mean 'tools'?")
                }
            )
            #expect(report.lines.contains { $0.hasPrefix("\(folder)/c.yaml:13:11: ") && $0.contains("slot 'nr'") })
            #expect(report.lines.contains { $0.hasPrefix("\(folder)/c.yaml:19:12: ") && $0.contains("is missing") })
            for line in report.lines where line.contains(": ok") {
                let file = line.prefix { $0 != ":" }
                #expect(report.lines.filter { $0.hasPrefix(file) }.count == 1, "\(report.lines)")
            }
        }
    }

    @Test(
        arguments: [
            ("upstream: x\nbase: https://h.example\ntools: []\n", "add 'torii: 1'"),
            ("mpc: {url: x}\n", "did you mean 'mcp'?"),
            ("tori: 1\ntools: []\n", "did you mean 'torii'?"), ("x: 1\n", "the file declares nothing"),
        ]
    )
    func kindsAreGuessed(text: String, says: String) async throws {
        try await withFolder(["a.yaml": text]) { folder in
            let report = await ToolFileReport(checking: [folder], environment: [:])
            #expect(report.isFaulty && report.lines.count == 1 && report.lines[0].contains(says), "\(report.lines)")
        }
    }

    @Test func theFolderOfTheEnvironmentFileIsChecked() async throws {
        try await withFolder(["orders.yaml": Self.orders]) { folder in
            let file = "\(folder)/settings"
            try Data("TORII_TOOLS_DIR=\(folder)\n".utf8).write(to: URL(fileURLWithPath: file))
            let report = await ToolFileReport(checking: [], environment: [:], environmentFile: file)
            #expect(report.lines == ["\(folder)/orders.yaml: ok, 1 tool of orders"])
            let none = await ToolFileReport(checking: [], environment: [:], environmentFile: "\(folder)/none")
            #expect(none.isFaulty)
        }
    }

    @Test func anOperationThatCannotBeAToolIsLeftOut() async throws {
        let parameters = (0..<323).map { "{name: p\($0), in: query, schema: {}}" }.joined(separator: ", ")
        let document = """
            openapi: 3.1.0
            servers: [{url: 'https://a.example'}]
            paths:
              /good: {get: {operationId: good}}
              /../../x: {get: {operationId: up}}
              /many: {get: {parameters: [\(parameters)]}}

            """
        try await withFolder(["api.yaml": document]) { folder in
            let outcome = try await OpenAPIImportRun(document: "\(folder)/api.yaml").run()
            #expect(outcome.files.count == 1 && outcome.files[0].text.contains("api_good"))
            #expect(
                outcome.lines.contains { $0.contains("GET /../../x: skipped") && $0.contains("'..'") },
                "\(outcome.lines)"
            )
            #expect(
                outcome.lines.contains { $0.contains("GET /many: skipped") && $0.contains("256") },
                "\(outcome.lines)"
            )
            #expect(
                outcome.lines.contains { $0.contains("1 of 3 operations: 2 could not be mapped") },
                "\(outcome.lines)"
            )
        }
    }

    /// As a shell's `<(…)` names it.
    @Test func aDocumentMayComeFromAPipe() async throws {
        let document =
            #"{"openapi":"3.1.0","info":{"title":"a","version":"1"},"servers":[{"url":"https://a.example"}],"#
            + #""paths":{"/x":{"get":{"operationId":"find","responses":{"200":{"description":"ok"}}}}}}"#
        let pipe = Pipe()
        try pipe.fileHandleForWriting.write(contentsOf: Data(document.utf8))
        try pipe.fileHandleForWriting.close()
        let outcome = try await OpenAPIImportRun(document: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)").run()
        #expect(outcome.files.count == 1 && outcome.files[0].text.contains("find"), "\(outcome.lines)")
    }

    @Test func theToolsThatFilesMayAskAreThoseOfTheServer() async throws {
        try await TestServer.with { server in
            let tools = try await server.send(.get, "/v1/tools").json["tools"]?.arrayValue ?? []
            for known in OtherTools.names {
                let tool = try #require(tools.first { $0["name"]?.stringValue == known.name })
                let properties = tool["parameters"]?["properties"]?.objectValue ?? [:]
                #expect(Set(properties.keys) == known.arguments, "\(known.name)")
            }
        }
    }
}
