import Foundation
import ModelContextProtocol
import StreamingJSON
import Testing
import ToolDeclarations

@testable import AgentTools
@testable import MCPClient

@Suite struct MCPServerDeclarationTests {
    private func declaration(_ text: String, name: String = "shop") throws(DeclarationError) -> MCPServerDeclaration {
        try MCPServerDeclaration(text, name: name, file: "shop.yaml")
    }

    @Test func allMembersAreRead() throws {
        let server = try declaration(
            """
            mcp:
              url: https://example.com/mcp
              headers:
                Authorization: "Bearer {key}"
                X-Version: 017
              revision: 2025-11-25
            prefix: store
            accept: by_hand
            tools: {only: [find, refund], approve: [refund], read_only: [find]}
            deadline: 1500ms
            output_budget: 2000
            data: public
            """
        )
        guard case .http(let url, let fields) = server.endpoint else {
            Issue.record("no url")
            return
        }
        #expect(url == "https://example.com/mcp")
        // 017 is a text, not the number 15.
        #expect(fields.map(\.text) == ["Bearer ", "017"])
        #expect(fields.map(\.hasKey) == [true, false])
        #expect(server.needsKey)
        #expect(server.revision == .v2025_11_25)
        #expect(server.prefix == "store")
        #expect(!server.acceptsFirst)
        #expect(server.only == ["find", "refund"])
        #expect(server.approve == ["refund"])
        #expect(server.readOnly == ["find"])
        #expect(server.deadline == .milliseconds(1500))
        #expect(server.outputBudget == 2000)
        #expect(server.data == .public)
    }

    @Test func aCommandIsRead() throws {
        let server = try declaration(
            """
            {"mcp": {"command": ["uvx", "mcp-server-time"], "environment": {"TZ": "Asia/Tokyo", "N": 1}, "inherit": ["PATH"],
             "folder": "/tmp"}}
            """,
            name: "the-clock"
        )
        guard case .command(let command, let inherited) = server.endpoint else {
            Issue.record("no command")
            return
        }
        #expect(command.arguments == ["uvx", "mcp-server-time"])
        #expect(command.environment == ["TZ": "Asia/Tokyo", "N": "1"])
        #expect(command.folder == "/tmp")
        #expect(inherited == ["PATH"])
        #expect(server.prefix == "the_clock")
        #expect(server.acceptsFirst)
        #expect(!server.needsKey)
        #expect(server.data == .operator)
    }

    /// Faulty files, each with the place and the start of its error.
    @Test(arguments: [
        ("", "shop.yaml:1:1: the file is empty"), ("mcp: [", "shop.yaml:"),
        ("- a", "shop.yaml:1:1: a declaration must have names"),
        ("prefix: a", "shop.yaml:1:1: the file declares nothing"), ("mcp: {}", "shop.yaml:1:6: mcp needs either"),
        ("mcp: {url: https://e.com, command: [a]}", "shop.yaml:1:6: mcp needs either"),
        ("mcp:\n  url: ftp://e.com", "shop.yaml:2:8: url must be an address"),
        ("mcp:\n  url: https://u:p@e.com", "shop.yaml:2:8: url must be an address"),
        ("mcp:\n  url: https://e.com\n  urll: x", "shop.yaml:3:3: mcp has no 'urll'"),
        ("mcp: {url: https://e.com}\nprefx: a", "shop.yaml:2:1: a declaration has no 'prefx'"),
        ("mcp: {url: https://e.com}\nprefix: 1a", "shop.yaml:1:1: the prefix must start"),
        ("mcp: {url: https://e.com}\ndeadline: 30", "shop.yaml:2:11: deadline must be"),
        ("mcp: {url: https://e.com}\ndeadline: 11m", "shop.yaml:2:11: deadline must be"),
        ("mcp: {url: https://e.com}\ndeadline: 9999999999999999999s", "shop.yaml:2:11: deadline must be"),
        ("mcp: {url: https://e.com}\noutput_budget: no", "shop.yaml:2:16: output_budget must be"),
        ("mcp: {url: https://e.com}\naccept: yes", "shop.yaml:1:1: accept must be"),
        ("mcp: {url: https://e.com}\ntools: {approve: [a], read_only: [a]}", "shop.yaml:2:8: a is in approve"),
        ("mcp: {url: https://e.com, headers: {Host: a}}", "shop.yaml:1:43: headers cannot set 'Host'"),
        ("mcp: {url: https://e.com, headers: {A: '{key} b'}}", "shop.yaml:1:40: {key} must be at the end"),
        ("mcp: {url: https://e.com, headers: {A: \"a\\nb\"}}", "shop.yaml:1:40: the value of 'A' must be printable"),
        ("mcp: {url: https://e.com, revision: 2024-11-05}", "shop.yaml:1:6: Torii does not know"),
        ("mcp: &a {url: https://e.com}", "shop.yaml:1:6: anchors"),
        ("mcp: {url: https://e.com}\nprefix: !!binary YQ==", "shop.yaml:"),
        ("mcp: {url: https://e.com}\nmcp: {url: https://e.com}", "shop.yaml:"),
        ("mcp: {command: []}", "shop.yaml:1:6: command must be"),
        ("mcp: {command: [a], environment: {1A: b}}", "shop.yaml:1:39: '1A' is no name"),
        ("mcp: {command: [a], inherit: [TORII_MASTER_KEY]}", "shop.yaml:1:6: inherit cannot pass on"),
        ("mcp: {url: https://e.com, authorization: {}, headers: {A: '{key}'}}", "shop.yaml:1:6: authorization is for"),
    ])
    func faultsNameThePlace(text: String, message: String) {
        let error = #expect(throws: DeclarationError.self) { try declaration(text) }
        #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "none")")
    }

    @Test(arguments: ["Shop", "1shop", "shop_a", "", "a b"])
    func fileNamesAreServerNames(name: String) {
        #expect(throws: DeclarationError.self) { try declaration("mcp: {url: https://e.com}", name: name) }
    }

    @Test func aFolderIsReadAsAWhole() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "torii-declarations-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func write(_ name: String, _ text: String) {
            _ = FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: Data(text.utf8))
        }
        write("b.yaml", "mcp: {url: https://b.com}")
        write("a.json", #"{"mcp": {"url": "https://a.com"}}"#)
        write("notes.txt", "nothing")
        #expect(try DeclaredServerFiles.servers(in: folder).map(\.name) == ["a", "b"])
        #expect(throws: DeclarationError.self) { try DeclaredServerFiles.servers(in: folder, reserved: ["b"]) }
        write("c.yaml", "mcp: {url: https://c.com}\nprefix: a_c")
        let error = #expect(throws: DeclarationError.self) { try DeclaredServerFiles.servers(in: folder) }
        #expect(error?.message.contains("can be confused") == true)
        #expect(throws: DeclarationError.self) { try DeclaredServerFiles.servers(in: "\(folder)/none") }
    }
}
