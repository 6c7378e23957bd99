import Foundation
import StreamingJSON
import Testing

/// `torii mcp` as an assistant starts it: a program whose standard output has messages and nothing else.
@Suite(.timeLimit(.minutes(1))) struct MCPCommandTests {
    private static let session = """
        {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}
        {"jsonrpc":"2.0","method":"notifications/initialized"}
        no message
        {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"createInventory","arguments":{"title":"Paper"}}}
        {"jsonrpc":"2.0","id":3,"method":"ping"}
        """

    private func messages(_ output: String) throws -> [JSONValue] {
        try output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    }

    private func check(_ result: Command.Result) throws {
        #expect(result.status == 0, "\(result.errors)")
        let messages = try messages(result.output)
        #expect(messages.count == 4)
        func answer(_ id: Int) -> JSONValue? { messages.first { $0["id"] == .integer(id) }?["result"] }
        #expect(answer(1)?["protocolVersion"] == "2025-06-18")
        #expect(answer(2)?["content"]?[0]?["text"]?.stringValue?.contains("Paper") == true)
        #expect(answer(3) == [:])
        #expect(messages.contains { $0["error"]?["code"] == -32700 })
    }

    @Test func aScriptGetsEveryResponseFromAFolder() async throws {
        try await withTemporaryFolder { folder in
            let torii = Command(folder: folder, settings: ["TORII_LOG_LEVEL": "trace"])
            try check(try await torii("mcp", input: Self.session))
            // The first tokens are in a file, because the standard output is not for people.
            #expect(FileManager.default.fileExists(atPath: folder + "/data/first-tokens.txt"))
        }
    }

    @Test func aScriptGetsEveryResponseFromAServer() async throws {
        try await withTemporaryFolder { folder in
            let token = "torii_client_for_tests_0123456789abcdef"
            let torii = Command(folder: folder, settings: ["TORII_CLIENT_TOKEN": token])
            try await torii.withServer { server in
                // With the URL, and through the lock of the data folder.
                let other = Command(folder: folder, settings: ["TORII_URL": server.url, "TORII_TOKEN": token])
                try check(try await other("mcp", input: Self.session))
                try check(try await torii("mcp", input: Self.session))
                try token.write(toFile: folder + "/token", atomically: true, encoding: .utf8)
                let file = try await Command(folder: folder)(
                    "mcp",
                    "--url",
                    server.url,
                    "--token-file",
                    folder + "/token",
                    input: Self.session
                )
                try check(file)
            }
        }
    }

    @Test(arguments: [
        (["--url", "http://torii.example", "--token-file", "token"], "would expose the token"),
        (["--url", "torii.example"], "must be an http or https URL"),
        (["--url", "https://torii.example", "--client", "a"], "are for a data folder"),
        (["--url", "https://torii.example", "--token-file", "missing"], "is missing; check its path"),
        (["--url", "https://torii.example", "--token-file", "/tmp"], "name a regular file"),
        (["--client", "nobody"], "there is no client 'nobody'"),
    ])
    func aWrongOptionIsAnErrorAndNoMessage(options: [String], reason: String) async throws {
        try await withTemporaryFolder { folder in
            try "torii_token".write(toFile: folder + "/token", atomically: true, encoding: .utf8)
            let result = try await Command(folder: folder).run(["mcp"] + options)
            #expect(result.status != 0 && result.output.isEmpty)
            #expect(result.errors.contains(reason), "\(result.errors)")
        }
    }
}
