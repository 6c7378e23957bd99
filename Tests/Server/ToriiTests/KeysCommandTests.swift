import Foundation
import StandIns
import StreamingJSON
import Testing

/// `torii keys`, with the built program, with a server on the data folder and without one.
@Suite(.timeLimit(.minutes(2))) struct KeysCommandTests {
    private static let first = "sk-first-0123456789abcdef"
    private static let second = "sk-second-fedcba9876543210"
    private static let wrong = "sk-wrong-0000000000000000"

    private func withCommand(_ body: @Sendable (Command, OpenAIStandIn) async throws -> Void) async throws {
        try await OpenAIStandIn.with(keys: [Self.first, Self.second], script: { _ in .text("Yes.") }) { standIn in
            try await withTemporaryFolder { folder in
                let settings = [
                    "OPENAI_BASE_URL": standIn.baseURL, "TORII_ADMIN_TOKEN": "torii_admin_for_tests_0123456789abcdef",
                    "TORII_CLIENT_TOKEN": "torii_client_for_tests_0123456789abcdef",
                ]
                try await body(Command(folder: folder, settings: settings), standIn)
            }
        }
    }

    @Test(arguments: [false, true]) func aKeyIsAddedRotatedRolledBackAndRemoved(withServer: Bool) async throws {
        try await withCommand { torii, standIn in
            if withServer {
                try await torii.withServer { _ in try await use(torii, standIn) }
            } else {
                try await use(torii, standIn)
            }
        }
    }

    private func use(_ torii: Command, _ standIn: OpenAIStandIn) async throws {
        var said = ""
        func run(_ words: String..., input: String = "", status: Int32 = 0) async throws -> String {
            let result = try await torii.run(words, input: input)
            #expect(result.status == status, "\(words): \(result.output)\(result.errors)")
            said += result.output + result.errors
            return result.output + result.errors
        }
        func json(_ text: String) -> JSONValue { (try? JSONValue(parsing: text)) ?? .null }

        let isServed = FileManager.default.fileExists(atPath: torii.folder + "/data/torii.sqlite")
        let none = try await run("keys", "list", status: isServed ? 0 : 1)
        #expect(isServed ? none == "There are no keys.\n" : none.contains("There is no database"))
        #expect(try await run("keys", "add", "openai", status: 1).contains("The input was empty."))
        let refused = try await run("keys", "add", "openai", input: Self.wrong + "\n", status: 1)
        #expect(refused.contains("openai refused the key"))
        let added = try await run("keys", "add", "openai", "--label", "first", input: Self.first + "\r\n")
        #expect(added.contains("its upstream accepts it."))
        let list = try await run("keys", "list", "openai").split(separator: "\n").map(String.init)
        #expect(list.count == 2)
        #expect(
            list[0]
                == "UPSTREAM  ID        LABEL  KEY    STATE   HEALTH   WEIGHT  FOR  LAST CHECK                     EXPIRES"
        )
        #expect(list[1].contains("  first  …cdef  active  healthy  1       -    verified 20"))
        #expect(list[1].hasSuffix("Z  -"))
        let kept = try await run("keys", "rotate", "openai", "--json", input: Self.wrong, status: 1)
        #expect(json(kept)["type"] == "urn:torii:problem:key-refused")
        let rotation = json(try await run("keys", "rotate", "openai", "--keep", "600", "--json", input: Self.second))
        #expect(rotation["state"] == "retired")
        let id = String(try #require(rotation["id"]?.stringValue).prefix(6))
        #expect(try await run("keys", "rotations").contains("retired"))
        #expect(try await run("keys", "rollback", id).contains("is used again."))
        let again = try await run("keys", "rotate", "openai", input: Self.second)
        #expect(again.hasPrefix("Rotation ") && again.contains("see `torii keys rotations`"))
        #expect(try await run("keys", "rollback", String(again.dropFirst(9).prefix(8))).contains("is used again."))
        standIn.accept(keys: [Self.second])
        #expect(try await run("keys", "check", "openai", status: 1).contains("its upstream refuses it:"))
        #expect(try await run("keys", "list").contains("replace it with `torii keys rotate openai`"))
        let keys = json(try await run("keys", "list", "--json"))["keys"]?.arrayValue ?? []
        #expect(keys.map { $0["health"]?["state"] } == ["dead"])
        let key = String(try #require(keys.first?["id"]?.stringValue).prefix(4))
        #expect(try await run("keys", "remove", "openai", "none", status: 1).contains("There is no key 'none'."))
        #expect(try await run("keys", "remove", "openai", key).hasPrefix("Removed key \(key)"))
        #expect(try await run("audit", "verify").hasPrefix("The audit chain is intact: "))
        #expect(try await run("audit", "export").contains(#""action":"rotation.activate""#))
        for secret in [Self.first, Self.second, Self.wrong, "torii_admin_for_tests_0123456789abcdef"] {
            #expect(!said.contains(secret))
        }
    }

    @Test func aFolderInUseNeedsTheAdminToken() async throws {
        try await withCommand { torii, _ in
            try await torii.withServer { _ in
                let second = try await torii("serve", "--port", "0")
                #expect(second.status == 1)
                #expect(second.errors.contains("is in use by process"))
                var stranger = torii
                stranger.settings["TORII_ADMIN_TOKEN"] = nil
                let asked = try await stranger("keys", "list")
                #expect(asked.status == 1)
                #expect(asked.errors.contains("TORII_ADMIN_TOKEN"))
                stranger.settings["TORII_ADMIN_TOKEN"] = "torii_wrong_token_0000"
                #expect(try await stranger("keys", "list").errors.contains("does not know this token"))
            }
        }
    }
}
