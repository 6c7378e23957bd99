import Foundation
import StreamingJSON
import Testing

/// The behavior of each command where there is no data folder, and with a faulty file of tools.
@Suite(.timeLimit(.minutes(2))) struct DataFolderTests {
    /// The effect of a command on a missing data folder.
    enum Effect: Sendable {
        /// It makes one, because its result needs one.
        case makes
        /// It needs one, and names the one it looked for.
        case needs
        /// It uses none.
        case usesNone
    }

    /// A command with arguments that its parser accepts, its input, and its effect.
    struct Row: Sendable, CustomTestStringConvertible {
        var words: String
        var effect: Effect
        var input = ""
        var testDescription: String { words }
    }

    static let rows = [
        Row(words: "keys list", effect: .needs), Row(words: "keys check openai", effect: .needs),
        Row(words: "keys add tavily", effect: .makes, input: "tvly-0123456789abcdef"),
        Row(words: "keys rotate tavily", effect: .needs, input: "tvly-0123456789abcdef"),
        Row(words: "keys rollback 0123", effect: .needs), Row(words: "keys restore tavily 0123", effect: .needs),
        Row(words: "keys confirm tavily", effect: .needs), Row(words: "keys remove tavily 0123", effect: .needs),
        Row(words: "keys rotations", effect: .needs),
        Row(words: "clients create phone", effect: .makes), Row(words: "clients list", effect: .needs),
        Row(words: "clients update phone --name tablet", effect: .needs),
        Row(words: "clients limits phone", effect: .needs), Row(words: "clients rotate phone", effect: .needs),
        Row(words: "clients revoke phone", effect: .needs), Row(words: "clients delete phone", effect: .needs),
        Row(words: "clients users phone --on", effect: .needs),
        Row(words: "users list phone", effect: .needs), Row(words: "users find phone --subject a", effect: .needs),
        Row(words: "users show phone usr_1", effect: .needs), Row(words: "users limits phone usr_1", effect: .needs),
        Row(words: "users block phone usr_1", effect: .needs), Row(words: "users unblock phone usr_1", effect: .needs),
        Row(words: "users sign-out phone usr_1", effect: .needs),
        Row(words: "users export phone usr_1", effect: .needs), Row(words: "users erase phone usr_1", effect: .needs),
        Row(words: "issuers add phone backend --secret", effect: .needs),
        Row(words: "issuers list phone", effect: .needs), Row(words: "issuers check phone login", effect: .needs),
        Row(words: "issuers test phone", effect: .needs, input: "ey.ey.a"),
        Row(words: "issuers remove phone login", effect: .needs),
        Row(words: "conversations list phone", effect: .needs),
        Row(words: "conversations export phone", effect: .needs),
        Row(words: "conversations delete phone --all", effect: .needs), Row(words: "usage", effect: .needs),
        Row(words: "vault status", effect: .needs), Row(words: "vault rewrap", effect: .needs),
        Row(words: "audit list", effect: .needs), Row(words: "audit verify", effect: .needs),
        Row(words: "audit export", effect: .needs), Row(words: "sign-in", effect: .needs),
        Row(words: "tools list", effect: .needs), Row(words: "tools try getRates", effect: .needs),
        Row(words: "tools accept shop", effect: .needs), Row(words: "backup copy.sqlite", effect: .needs),
        Row(words: "inventory export", effect: .needs), Row(words: "models", effect: .usesNone),
        Row(words: "doctor", effect: .usesNone), Row(words: "tools check none.yaml", effect: .usesNone),
        Row(words: "tools import none.json", effect: .usesNone),
        Row(words: "tools diff a.yaml b.json", effect: .usesNone),
        Row(words: "chat -p hello", effect: .makes), Row(words: "mcp", effect: .makes),
    ]

    /// The commands that are not in the table: they serve, or need a browser or files of others.
    static let others: Set = ["serve", "tools authorize", "inventory import", "restore"]

    private static let settings = [
        "TAVILY_BASE_URL": "http://127.0.0.1:9", "TORII_TOOLS": "getInventory", "TORII_PORT": "0",
    ]

    private func names(in folder: String) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder))
    }

    @Test(arguments: rows) func onlyACommandThatNeedsItMakesAFolder(row: Row) async throws {
        try await withTemporaryFolder { folder in
            var torii = Command(folder: folder, settings: Self.settings)
            torii.settings["TORII_DATA_DIR"] = ""
            let result = try await torii.run(row.words.split(separator: " ").map(String.init), input: row.input)
            switch row.effect {
            case .makes: #expect(try names(in: folder).contains("var"), "\(result.errors)")
            case .needs:
                #expect(result.status == 1)
                #expect(result.errors.contains("There is no database \(folder)/var/torii.sqlite"), "\(result.errors)")
                #expect(result.errors.contains("--data-dir or TORII_DATA_DIR"))
                #expect(result.output.isEmpty)
                #expect(try names(in: folder).isEmpty)
            case .usesNone: #expect(try names(in: folder).isEmpty)
            }
        }
    }

    /// Commands that would make a folder, and fail; the last one is a rehearsal.
    @Test(arguments: [
        ("clients create phone --scope tools:nope", 1), ("keys add nosuch", 1), ("tools authorize nosuch", 1),
        ("inventory import bad.csv", 1), ("inventory import none.csv", 1), ("restore bad.csv", 1),
        ("mcp --client nobody", 1), ("chat -p hello --client nobody", 1), ("serve --host 0.0.0.0", 1),
        ("inventory import items.csv --dry-run", 0),
    ])
    func aCommandThatFailsLeavesNoFolder(words: String, status: Int32) async throws {
        try await withTemporaryFolder { folder in
            try "title\npaper\n".write(toFile: folder + "/items.csv", atomically: true, encoding: .utf8)
            try "colour\nred\n".write(toFile: folder + "/bad.csv", atomically: true, encoding: .utf8)
            var torii = Command(folder: folder, settings: Self.settings)
            torii.settings["TORII_DATA_DIR"] = ""
            let words = words.split(separator: " ").map(String.init)
            let result = try await torii.run(words, input: "tvly-0123456789abcdef")
            #expect(result.status == status, "\(result.output)\(result.errors)")
            #expect(try names(in: folder) == ["bad.csv", "items.csv"])
            // A folder that a person made, and its other files, stay.
            torii.settings["TORII_DATA_DIR"] = folder + "/own/data"
            try FileManager.default.createDirectory(atPath: folder + "/own", withIntermediateDirectories: true)
            try Data().write(to: URL(fileURLWithPath: folder + "/own/torii.note"))
            _ = try await torii.run(words, input: "tvly-0123456789abcdef")
            #expect(try names(in: folder + "/own") == ["torii.note"])
        }
    }

    @Test func aFolderWithADatabaseStays() async throws {
        try await withTemporaryFolder { folder in
            let torii = Command(folder: folder)
            #expect(try await torii("clients", "create", "phone").status == 0)
            #expect(try await torii("clients", "create", "tablet", "--scope", "tools:nope").status == 1)
            let list = try await torii("clients", "list")
            #expect(list.output.contains("phone"))
        }
    }

    /// None of these needs the settings with wrong values.
    @Test(arguments: [
        "keys list", "clients list", "audit verify", "usage", "vault status", "backup copy.sqlite", "models",
        "inventory export", "tools list",
    ])
    func aWrongValueStopsNoCommandThatDoesNotUseIt(words: String) async throws {
        try await withTemporaryFolder { folder in
            let torii = Command(folder: folder, settings: ["TORII_TOOLS": "getInventory"])
            #expect(try await torii("clients", "create", "phone").status == 0)
            func run(_ environment: String) async throws -> Command.Result {
                try environment.write(toFile: folder + "/.env", atomically: true, encoding: .utf8)
                return try await torii.run(words.split(separator: " ").map(String.init))
            }
            let result = try await run("TORII_PORT=eighty\nTORII_HOTS=a\n")
            #expect(result.status == 0, "\(result.output)\(result.errors)")
            #expect(result.errors.contains("Warning: TORII_PORT: 'eighty' is not a port number"))
            #expect(result.errors.contains("Warning: TORII_HOTS: "))
            guard words != "models" else { return }
            // Without these names the command would look in another place.
            for line in ["TORII_DATA_DRI=a\n", "TORII_ADMIN_URL=http://127.0.0.1:1\n", "nonsense\n"] {
                let stopped = try await run(line)
                #expect(stopped.status == 1 && stopped.output.isEmpty, "\(line)\(stopped.errors)")
            }
        }
    }

    @Test func keysAreSentToNoFaultyAddress() async throws {
        try await withTemporaryFolder { folder in
            var torii = Command(folder: folder, settings: ["TAVILY_BASE_URL": "tavily"])
            #expect(try await torii("clients", "create", "phone").status == 0)
            let result = try await torii("keys", "add", "tavily", input: "tvly-0123456789abcdef")
            #expect(result.status == 1 && result.errors.contains("TAVILY_BASE_URL: "), "\(result.errors)")
            torii.settings["TAVILY_BASE_URL"] = nil
            #expect(try await torii("keys", "list").output.contains("tavily") == false)
        }
    }

    @Test func theTableHasAllCommands() async throws {
        try await withTemporaryFolder { folder in
            let text = try await Command(folder: folder)("--experimental-dump-help").output
            let root = try #require(try JSONValue(parsing: text)["command"])
            func leaves(_ command: JSONValue, _ path: [String]) -> [String] {
                let inner = command["subcommands"]?.arrayValue ?? []
                guard !inner.isEmpty else { return [path.joined(separator: " ")] }
                return inner.flatMap { leaves($0, path + [$0["commandName"]?.stringValue ?? ""]) }
            }
            let all = Set(leaves(root, []).filter { !$0.hasSuffix("help") })
            let rows = Set(Self.rows.compactMap { row in all.first { (row.words + " ").hasPrefix($0 + " ") } })
            #expect(all.subtracting(rows) == Self.others)
        }
    }

    @Test func anEmptyDatabaseGetsNoMasterKeyByReading() async throws {
        try await withTemporaryFolder { folder in
            let torii = Command(folder: folder)
            try "title\npaper\n".write(toFile: folder + "/items.csv", atomically: true, encoding: .utf8)
            #expect(try await torii("inventory", "import", "items.csv").status == 0)
            let list = try await torii("keys", "list")
            #expect(list.status == 1 && list.errors.contains("has no keys and clients yet"), "\(list.errors)")
            #expect(!FileManager.default.fileExists(atPath: folder + "/data/master.key"))
        }
    }

    @Test func aURLForChatsIsNoURLForAdministration() async throws {
        try await withTemporaryFolder { folder in
            let torii = Command(folder: folder, settings: ["TORII_URL": "https://torii.example"])
            #expect(try await torii("usage").errors.contains("a server with TORII_ADMIN_URL"))
            let made = try await torii("clients", "create", "phone")
            #expect(made.status == 0 && made.errors.contains("set TORII_ADMIN_URL to administer another server"))
            #expect(try await torii("usage", "--data-dir", folder + "/data").errors.isEmpty)
        }
    }

    /// Each of these has nothing to do with tools, or shows the fault.
    @Test(arguments: [
        "keys list", "clients list", "audit verify", "usage", "vault status", "backup copy.sqlite", "tools list",
        "chat -p hello", "clients create tablet",
    ])
    func aFaultyFileStopsNoCommand(words: String) async throws {
        try await withTemporaryFolder { folder in
            var torii = Command(folder: folder, settings: ["TORII_TOOLS": "getInventory"])
            #expect(try await torii("clients", "create", "phone").status == 0)
            let text = "torii: 1\nupstream: a\nbase: https://a.example\ntools: [{name: b, effect: raeds}]\n"
            try FileManager.default.createDirectory(atPath: folder + "/tools", withIntermediateDirectories: true)
            try text.write(toFile: folder + "/tools/library.yaml", atomically: true, encoding: .utf8)
            try "mpc: {}\n".write(toFile: folder + "/tools/shop.yaml", atomically: true, encoding: .utf8)
            torii.settings["TORII_TOOLS_DIR"] = "tools"
            if words != "chat -p hello" {
                for name in ["TORII_PRICE_FILE", "TORII_MODEL_FILE", "TORII_PROMPTS_DIR", "TORII_WEB_DIR"] {
                    torii.settings[name] = "/nosuch"
                }
            }
            let result = try await torii.run(words.split(separator: " ").map(String.init))
            #expect(result.status == 0, "\(result.output)\(result.errors)")
            #expect(result.output.contains("library.yaml:4:") == (words == "tools list"))
            if words == "tools list" { #expect(result.output.contains("shop.yaml:1:")) }
        }
    }
}
