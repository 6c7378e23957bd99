import Foundation
import StreamingJSON
import Testing

/// `torii chat` as a script uses it, with the built program.
///
/// `make trial-chat` tries it in a terminal.
@Suite(.timeLimit(.minutes(2))) struct ChatCommandTests {
    private static let token = "torii_client_for_tests_0123456789abcdef"

    @Test func aQuestionIsAnsweredFromAFolder() async throws {
        try await withTemporaryFolder { folder in
            let torii = Command(folder: folder)
            let added = try await torii("chat", "-p", "Add \"A4 paper\" to the inventory, quantity 10")
            #expect(added.status == 0, "\(added.errors)")
            #expect(added.output.contains("A4 paper"))
            #expect(
                added.errors
                    == "The tokens of this first start are in \(folder)/data/first-tokens.txt. Store them, then delete the file.\n"
            )
            // A question that is piped in, as lines of JSON.
            let listed = try await torii("chat", "--json", input: "List the inventory")
            #expect(listed.status == 0, "\(listed.errors)")
            #expect(listed.errors.isEmpty)
            let events = try listed.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
            #expect(events.first?["event"] == "run.started")
            #expect(events.last?["event"] == "run.completed")
            #expect(events.contains { $0["data"]?["artifacts"]?[0]?["type"] == "inventory.items" })
            // The conversation belongs to the folder's client, and is continued.
            let conversation = try #require(events.first?["data"]?["conversation"]?.stringValue)
            let continued = try await torii("chat", "--continue", "--json", "-p", "List the inventory")
            #expect(continued.output.contains(conversation))
            #expect(try await torii("clients", "list").output.contains("first client"))
        }
    }

    @Test func aCallThatNeedsAPersonHasItsStatus() async throws {
        try await withTemporaryFolder { folder in
            let torii = Command(folder: folder)
            #expect(try await torii("chat", "-p", "Add \"A4 paper\" to the inventory, quantity 10").status == 0)
            let asked = try await torii("chat", "-p", "Delete item 1")
            #expect(asked.status == 3)
            #expect(asked.output.isEmpty)
            #expect(asked.errors.contains("A4 paper"))
            #expect(asked.errors.contains("torii chat --conversation conv_"))
            let other = try await torii("chat", "-p", "Delete item 1", "--approve", "createInventory")
            #expect(other.status == 3)
            let approved = try await torii("chat", "-p", "Delete item 1", "--approve", "deleteInventory")
            #expect(approved.status == 0, "\(approved.errors)")
            #expect(try await torii("chat", "-p", "List the inventory").output.contains("A4 paper") == false)
        }
    }

    @Test func aServerIsUsedWithItsToken() async throws {
        try await withTemporaryFolder { folder in
            let torii = Command(folder: folder, settings: ["TORII_CLIENT_TOKEN": Self.token])
            try await torii.withServer { server in
                try Self.token.write(toFile: folder + "/token", atomically: true, encoding: .utf8)
                // The server of the folder, the one of a URL, and with the token in a file.
                #expect(try await torii("chat", "-p", "List the inventory").status == 0)
                let other = Command(folder: folder, settings: ["TORII_URL": server.url, "TORII_TOKEN": Self.token])
                #expect(try await other("chat", "-p", "List the inventory").status == 0)
                let plain = Command(folder: folder)
                let file = try await plain(
                    "chat",
                    "-p",
                    "List the inventory",
                    "--url",
                    server.url,
                    "--token-file",
                    folder + "/token"
                )
                #expect(file.status == 0, "\(file.errors)")
                let none = try await plain("chat", "-p", "x", "--url", server.url)
                #expect(none.status == 1)
                #expect(none.errors.contains("TORII_TOKEN"))
                let wrong = Command(
                    folder: folder,
                    settings: ["TORII_URL": server.url, "TORII_TOKEN": Self.token + "x"]
                )
                let refused = try await wrong("chat", "-p", "x", "--json")
                #expect(refused.status == 1)
                #expect(
                    try JSONValue(parsing: String(refused.output.dropLast()))["data"]?["problem"]
                        == "urn:torii:problem:unauthorized"
                )
                let unknown = try await other("chat", "-p", "x", "--conversation", "conv_unknown")
                #expect(unknown.status == 1)
                #expect(unknown.output.isEmpty)
            }
        }
    }

    /// Words, and a part of the error; the status is 2.
    @Test(arguments: [
        (["chat"], "-p"), (["chat", "-p", " "], "empty"), (["chat", "--nonsense"], "--nonsense"),
        (["chat", "-p", "x", "--continue", "--conversation", "conv_1"], "--continue"),
        (["chat", "-p", "x", "--url", "http://127.0.0.1:1", "--client", "a"], "--client"),
    ]) func invalidArgumentsHaveTheirStatus(words: [String], part: String) async throws {
        try await withTemporaryFolder { folder in
            let result = try await Command(folder: folder).run(words)
            #expect(result.status == 2)
            #expect(result.output.isEmpty)
            #expect(result.errors.contains(part))
        }
    }

    @Test func aTokenIsNotSentOverAnOpenNetwork() async throws {
        try await withTemporaryFolder { folder in
            let torii = Command(folder: folder, settings: ["TORII_TOKEN": Self.token])
            let result = try await torii("chat", "-p", "x", "--url", "http://torii.example")
            #expect(result.status == 1)
            #expect(result.errors.contains("https"))
        }
    }
}
