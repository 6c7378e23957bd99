import Foundation
import StreamingJSON
import Testing
import Transport

/// `torii clients update` and `delete`, `conversations`, `usage`, `audit list` and `keys restore`, with the built program.
@Suite(.timeLimit(.minutes(2))) struct RecordCommandTests {
    private static let settings = [
        "TORII_ADMIN_TOKEN": "torii_admin_for_tests_0123456789abcdef",
        "TORII_CLIENT_TOKEN": "torii_client_for_tests_0123456789abcdef",
        // Nothing listens there, so a key cannot be checked and is stored unchecked.
        "TAVILY_BASE_URL": "http://127.0.0.1:9",
    ]

    /// Runs a body with a server on the folder or without one.
    private func both(_ withServer: Bool, _ body: (Command) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let torii = Command(folder: folder, settings: Self.settings)
            if withServer {
                try await torii.withServer { _ in try await body(torii) }
            } else {
                try await body(torii)
            }
        }
    }

    @Test(arguments: [false, true]) func clientsAreFoundByName(withServer: Bool) async throws {
        try await both(withServer) { torii in
            #expect(try await torii("clients", "create", "phone").status == 0)
            let double = try await torii("clients", "create", "phone")
            #expect(double.status == 1)
            #expect(double.errors.contains("has this name"))
            let phone = try JSONValue(parsing: try await torii("clients", "list", "--json").output)
            let id = try #require(phone["clients"]?.arrayValue?.first { $0["name"] == "phone" }?["id"]?.stringValue)
            for name in [id, String(id.prefix(8))] {
                let lookalike = try await torii("clients", "create", name)
                #expect(
                    lookalike.status == 1 && lookalike.errors.contains("or its first characters. Choose another name.")
                )
            }
            let renamed = try await torii(
                "clients",
                "update",
                "phone",
                "--name",
                "tablet",
                "--scope",
                "chat",
                "--expires",
                "2099-01-01T00:00:00Z"
            )
            #expect(renamed.output.hasSuffix(", tablet: chat, until 2099-01-01T00:00:00Z\n"))
            let former = try await torii("clients", "limits", "phone")
            #expect(former.errors.contains("There is no client 'phone'. Use its name"))
            // The name of a revoked client is free, so the name alone is ambiguous.
            #expect(try await torii("clients", "revoke", "tablet").status == 0)
            #expect(try await torii("clients", "create", "tablet").status == 0)
            let several = try await torii("clients", "delete", "tablet")
            #expect(several.status == 1)
            #expect(several.errors.contains("There are 2 clients named 'tablet': "))
            #expect(several.errors.contains(" (revoked)"))
            let list = try JSONValue(parsing: try await torii("clients", "list", "--json").output)
            let ids = (list["clients"]?.arrayValue ?? []).compactMap { client in
                client["name"] == "tablet" ? client["id"]?.stringValue : nil
            }
            for id in ids { #expect(try await torii("clients", "delete", String(id.prefix(8))).status == 0) }
            #expect(try await torii("clients", "list").output.contains("tablet") == false)
            let deletions = try await torii("audit", "list", "--action", "client.delete", "--object", "clients/")
            #expect(deletions.output.split(separator: "\n").count == 3)
            #expect(try await torii("clients", "update", "x").status == 64)
        }
    }

    /// A script gets the same link as a person.
    @Test(arguments: [["sign-in", "--json"], ["sign-in", "--admin", "--json"]])
    func aSignInAsJSONHasTheLink(words: [String]) async throws {
        try await withTemporaryFolder { folder in
            let torii = Command(folder: folder, settings: Self.settings)
            try await torii.withServer { server in
                let code = try JSONValue(parsing: try await torii.run(words).output)
                let path = words.contains("--admin") ? "/admin/" : "/"
                #expect(code["url"] == .string("\(server.url)\(path)#code=\(code["code"]?.stringValue ?? "none")"))
                #expect(code["name"]?.stringValue?.isEmpty == false)
            }
        }
    }

    @Test func wrongScopesAndLimitsWithoutPricesAreReported() async throws {
        try await both(false) { torii in
            let near = try await torii("clients", "create", "x", "--scope", "tools:getInventry")
            #expect(near.errors.contains("did you mean tools:getInventory?"))
            let far = try await torii("clients", "create", "x", "--scope", "tools:nope")
            #expect(far.status == 1)
            #expect(far.errors.contains("the tools are searchWeb, "))
            let made = try await torii("clients", "create", "x", "--money-per-day", "2.50")
            #expect(made.status == 0)
            #expect(made.errors.contains("Warning: TORII_PRICE_FILE is not set"))
            #expect(try await torii("clients", "limits", "x", "--money-per-month", "9").errors.contains("Warning: "))
            #expect(try await torii("clients", "limits", "x", "--tokens-per-day", "9").errors.contains("Warning: "))
            let none = [
                "clients", "limits", "x", "--money-per-day", "none", "--money-per-month", "none", "--tokens-per-day",
                "none",
            ]
            #expect(try await torii.run(none).errors == "")
            var priced = torii
            priced.settings["TORII_PRICE_FILE"] = torii.folder + "/prices"
            try Data("currency EUR\n".utf8).write(to: URL(fileURLWithPath: torii.folder + "/prices"))
            #expect(try await priced("clients", "limits", "x", "--money-per-day", "1").errors == "")
        }
    }

    /// The least amount that a turn costs, with a model at 1 for a million tokens in and 10 for a million out.
    @Test(arguments: [
        ("0.0009", "which fits no turn with openai:a; set 0.001 EUR or more"),
        ("0.001", "a turn with openai:a reserves up to 0.08592 EUR"), ("0.08592", ""),
    ])
    func aLimitInMoneyThatFitsNoTurnIsReported(amount: String, warning: String) async throws {
        try await both(false) { torii in
            var torii = torii
            torii.settings["TORII_MODEL"] = "openai:a,phrasebook"
            torii.settings["TORII_PRICE_FILE"] = torii.folder + "/prices"
            let prices = "currency EUR\nopenai:a input=1 output=10\n"
            try prices.write(toFile: torii.folder + "/prices", atomically: true, encoding: .utf8)
            for name in ["day", "month"] {
                let made = try await torii("clients", "create", name, "--money-per-\(name)", amount)
                #expect(made.status == 0 && (warning.isEmpty || made.errors.contains(warning)), "\(made.errors)")
                #expect(made.errors.isEmpty == warning.isEmpty)
                #expect(warning.isEmpty || made.errors.contains("Warning: money_per_\(name) is \(amount) EUR, "))
            }
        }
    }

    @Test func conversationsAreListedExportedAndDeleted() async throws {
        try await withTemporaryFolder { folder in
            let torii = Command(folder: folder, settings: Self.settings)
            let preset = "preset:client:preset"
            var ids: [String] = []
            try await torii.withServer { server in
                for _ in 0..<2 { ids.append(try await chat(server.url)) }
                let list = try await torii("conversations", "list", preset)
                #expect(list.output.split(separator: "\n").count == 3)
                let one = try await torii("conversations", "export", preset, ids[0])
                let line = try JSONValue(parsing: one.output)
                #expect(line["conversation"]?.stringValue == ids[0])
                #expect(line["messages"]?.arrayValue?.count == 2)
                #expect(try await torii("conversations", "delete", preset, ids[0]).status == 0)
                let gone = try await torii("conversations", "export", preset, ids[0])
                #expect(gone.status == 1)
                #expect(gone.errors.contains("the client has no conversation"))
                let usage = try await torii("usage", preset).output.split(separator: "\n")
                #expect(usage.count == 2)
                #expect(usage[1].contains("phrasebook"))
            }
            // The same commands work without a server.
            let all = try await torii("conversations", "export", preset)
            #expect(all.output.split(separator: "\n").count == 1)
            #expect(try await torii("conversations", "delete", preset).status == 64)
            let deleted = try await torii("conversations", "delete", preset, "--all")
            #expect(deleted.output == "Deleted 1 conversations.\n")
            #expect(try await torii("conversations", "list", preset).output == "There are no conversations.\n")
            let rows = try await torii("audit", "list", "--object", "clients/\(preset)", "--json")
            let actions = try JSONValue(parsing: rows.output)["rows"]?.arrayValue?.map { $0["action"]?.stringValue }
            #expect(
                actions == [
                    "conversations.delete", "conversations.export", "conversations.delete", "conversations.export",
                ]
            )
            #expect(try await torii("usage").output.contains("phrasebook"))
            let nobody = try await torii("conversations", "list", "nobody")
            #expect(nobody.errors.contains("There is no client 'nobody'."))
        }
    }

    /// Performs a turn and returns the conversation's id.
    private func chat(_ url: String) async throws -> String {
        let client = HTTPClient()
        var headers: HTTPHeaders = ["Content-Type": "application/json"]
        headers.append("Authorization", .plain("Bearer \(Self.settings["TORII_CLIENT_TOKEN"] ?? "")"))
        let body = Array(#"{"message":"List the inventory"}"#.utf8)
        let request = HTTPRequest(.post, url + "/v1/chat", headers: headers, body: body, isTrusted: true)
        let answer = try await client.send(request).body.collect(upTo: 1 << 20)
        await client.shutdown()
        return try #require(try JSONValue(parsing: answer)["conversation"]?.stringValue)
    }

    @Test(arguments: [false, true]) func aRefusedKeyIsRestored(withServer: Bool) async throws {
        try await both(withServer) { torii in
            #expect(try await torii("keys", "add", "tavily", input: "tvly-0123456789abcdef").status == 0)
            let list = try JSONValue(parsing: try await torii("keys", "list", "tavily", "--json").output)
            let id = String(try #require(list["keys"]?[0]?["id"]?.stringValue).prefix(4))
            let restored = try await torii("keys", "restore", "tavily", id)
            #expect(restored.output.hasSuffix(" of tavily is used again.\n"), "\(restored.errors)")
            #expect(try await torii("keys", "restore", "tavily", "none").errors.contains("There is no key 'none'."))
        }
    }
}
