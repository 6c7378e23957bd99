import Foundation
import StreamingJSON
import Testing

/// The questions before something is lost, and keys on the command line.
@Suite(.timeLimit(.minutes(2))) struct ConfirmationTests {
    private static let settings = ["TAVILY_BASE_URL": "http://127.0.0.1:9"]

    /// The commands that ask in a terminal; `tools try` calls a tool that changes something only with `--yes`.
    static let asking: Set = [
        "clients delete", "clients revoke", "conversations delete", "issuers remove", "keys confirm", "keys remove",
        "keys rollback", "tools accept", "tools try", "users erase", "users sign-out",
    ]

    @Test func theCommandsThatLoseSomethingAskFirst() async throws {
        try await withTemporaryFolder { folder async throws in
            let text = try await Command(folder: folder)("--experimental-dump-help").output
            let root = try #require(try JSONValue(parsing: text)["command"])
            func asking(_ command: JSONValue, _ path: [String]) -> [String] {
                let isAsking = (command["arguments"]?.arrayValue ?? []).contains { $0["valueName"] == "yes" }
                return (isAsking ? [path.joined(separator: " ")] : [])
                    + (command["subcommands"]?.arrayValue ?? []).flatMap {
                        asking($0, path + [$0["commandName"]?.stringValue ?? ""])
                    }
            }
            #expect(Set(asking(root, [])) == Self.asking)
        }
    }

    @Test func aClientIsDeletedAfterAYes() async throws {
        try await withTemporaryFolder { folder async throws in
            let torii = Command(folder: folder)
            #expect(try await torii("clients", "create", "mob").status == 0)
            for typed in ["n\n", "\n", "no\n", "yess\n"] {
                let kept = try await torii.atTerminal("clients", "delete", "mob", typed: typed)
                #expect(kept.status == 1 && kept.errors.contains("Nothing was changed."))
                #expect(
                    kept.errors.contains(", mob, with 1 token, and erases no conversations, its runs and its health")
                )
            }
            let revoked = try await torii.atTerminal("clients", "revoke", "mob", typed: "n\n")
            #expect(revoked.status == 1 && revoked.errors.contains("revokes mob and 1 token for good"))
            let all = try await torii.atTerminal("conversations", "delete", "mob", "--all", typed: "n\n")
            #expect(all.status == 1 && all.errors.contains("erases no conversations of mob"))
            #expect(try await torii("clients", "list").output.contains("mob"))
            #expect(
                try await torii.atTerminal("clients", "delete", "mob", typed: "y\n").output.contains("Deleted client")
            )
            #expect(try await torii("clients", "create", "mob").status == 0)
            #expect(try await torii.atTerminal("clients", "delete", "mob", "--yes", typed: "").status == 0)
            // A script is not asked.
            #expect(try await torii("clients", "create", "mob").status == 0)
            let script = try await torii("clients", "delete", "mob")
            #expect(script.status == 0 && script.errors.isEmpty)
        }
    }

    @Test func aKeyIsErasedAfterAYes() async throws {
        try await withTemporaryFolder { folder async throws in
            let torii = Command(folder: folder, settings: Self.settings)
            #expect(
                try await torii("keys", "add", "tavily", "--label", "one", input: "tvly-0123456789abcdef").status == 0
            )
            let json = try JSONValue(parsing: try await torii("keys", "list", "--json").output)
            let id = try #require(json["keys"]?[0]?["id"]?.stringValue)
            let kept = try await torii.atTerminal("keys", "remove", "tavily", id, typed: "n\n")
            #expect(kept.status == 1)
            #expect(kept.errors.contains(" 'one' for good. No other active key of tavily is left, so its calls fail."))
            let gone = try await torii.atTerminal("keys", "remove", "tavily", id, typed: "yes\n")
            #expect(gone.status == 0 && gone.output.hasPrefix("Removed key"))
        }
    }

    /// Words with a key among them.
    @Test(arguments: [
        ["keys", "add", "openai", "KEY"], ["keys", "rotate", "openai", "KEY"], ["keys", "add", "KEY"],
        ["keys", "rotate", "KEY"], ["keys", "add", "openai", "--key", "KEY"], ["keys", "add", "openai", "--key=KEY"],
        ["keys", "remove", "openai", "KEY"], ["keys", "check", "openai", "KEY"], ["keys", "restore", "tavily", "KEY"],
        ["keys", "KEY"], ["KEY"], ["clients", "delete", "KEY"], ["chat", "--token", "KEY"], ["clients", "KEY"],
    ])
    func anErrorRepeatsNoKey(words: [String]) async throws {
        try await withTemporaryFolder { folder async throws in
            let torii = Command(folder: folder)
            #expect(try await torii("clients", "create", "phone").status == 0)
            // Messages cut words of different lengths at different places.
            let long = (10..<200).map { "Ab\($0)" }.joined()
            for key in [
                "sk-fake-0123456789abcdef", "plainkey0123456789abcdef", "sk-\(long.prefix(70))",
                "sk-\(long.prefix(160))", "sk-\(long)",
            ] {
                if !key.hasPrefix("sk-"), words.first != "keys" { continue }
                let result = try await torii.run(words.map { $0.replacing("KEY", with: key) }, input: "x")
                #expect(result.status != 0)
                for start in stride(from: 3, to: key.count - 12, by: 5) {
                    let part = key.dropFirst(start).prefix(12)
                    #expect(!(result.output + result.errors).contains(part), "\(result.errors)")
                }
                // A word without a known start is treated as a key only where it would be repeated.
                let isCertain = key.hasPrefix("sk-") || !words.contains { $0.hasPrefix("--key") }
                #expect(result.errors.contains("A key is never an argument") == isCertain, "\(result.errors)")
            }
            let id = try await torii("keys", "remove", "openai", "01234567-89ab-cdef-0123-456789abcdef")
            #expect(id.errors.contains("01234567-89ab-cdef-0123-456789abcdef"))
        }
    }
}
