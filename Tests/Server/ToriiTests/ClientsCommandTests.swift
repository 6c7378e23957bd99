import Foundation
import StreamingJSON
import Testing

/// `torii clients` and `torii vault`, with the built program on the data folder.
@Suite(.timeLimit(.minutes(1))) struct ClientsCommandTests {
    @Test func aClientIsCreatedLimitedRotatedAndRevoked() async throws {
        try await withTemporaryFolder { folder async throws in
            let torii = Command(folder: folder)
            func json(_ words: String...) async throws -> JSONValue {
                let result = try await torii.run(words + ["--json"])
                #expect(result.status == 0, "\(words): \(result.output)\(result.errors)")
                return try JSONValue(parsing: result.output)
            }
            let none = try await torii("clients", "list")
            #expect(none.status == 1 && none.errors.contains("There is no database \(folder)/data/torii.sqlite"))
            let made = try await json("clients", "create", "phone", "--scope", "chat", "--tokens-per-day", "1000")
            let id = String(try #require(made["client"]?["id"]?.stringValue).prefix(5))
            #expect(made["token"]?["secret"]?.stringValue?.hasPrefix("torii_") == true)
            let limits = try await json(
                "clients",
                "limits",
                id,
                "--money-per-day",
                "2.50",
                "--tokens-per-day",
                "none"
            )
            #expect(limits == ["money_per_day": "2.50"])
            #expect(try await torii("clients", "list").output.contains("money per day: 2.50 USD"))
            #expect(try await torii("clients", "limits", id).output == "money per day: 2.50 USD\n")
            #expect(try await json("clients", "limits", id, "--money-per-day", "none") == [:])
            #expect(try await torii("clients", "limits", id).output == "The client has no limits.\n")
            #expect(try await torii("clients", "limits", id, "--concurrent-runs", "few").status == 1)
            #expect(try await torii("clients", "limits", id, "--effort", "most").status == 1)
            let bounds = try await torii("clients", "limits", id, "--models", "openai:*,ollama:a", "--effort", "low")
            #expect(bounds.output == "models: openai:*,ollama:a\neffort: low\n")
            // The word none is an effort, so another one lifts that limit.
            let plain = try await json("clients", "limits", id, "--models", "none", "--effort", "none")
            #expect(plain == ["effort": "none"])
            #expect(try await json("clients", "limits", id, "--effort", "any") == [:])
            let rotated = try await torii("clients", "rotate", id, "--overlap", "60")
            #expect(rotated.output.contains("Its token, printed only once: torii_"))
            let list = try await torii("clients", "list").output.split(separator: "\n")
            #expect(list.count == 2)
            #expect(list.last?.contains(" until ") == true)
            #expect(try await torii("clients", "revoke", id).status == 0)
            #expect(try await json("clients", "list")["clients"]?[0]?["revoked_at"]?.stringValue != nil)
            let unknown = try await torii("clients", "create", "x", "--scope", "admin:key")
            #expect(unknown.status == 1)
            #expect(unknown.errors.contains("did you mean admin:keys?"))
        }
    }

    @Test func aClientGetsUsersWithPlans() async throws {
        try await withTemporaryFolder { folder async throws in
            let torii = Command(folder: folder)
            func json(_ words: String...) async throws -> JSONValue {
                let result = try await torii.run(words + ["--json"])
                #expect(result.status == 0, "\(words): \(result.output)\(result.errors)")
                return try JSONValue(parsing: result.output)
            }
            let created = try await torii("clients", "create", "app", "--scope", "users", "--scope", "chat")
            #expect(created.status == 0 && created.errors.contains("never an app or a page"), "\(created.errors)")
            #expect(try await torii("clients", "users", "app").output == "The client has no users.\n")
            let off = try await torii("users", "list", "app")
            #expect(off.status == 0 && off.output.contains("torii clients users app --on"), "\(off.output)")
            let refused = try await torii("clients", "users", "app", "--tokens-per-day", "5")
            #expect(refused.status == 1 && refused.errors.contains("--on"))
            let made = try await torii.run([
                "clients", "users", "app", "--on", "--scope", "chat", "--tokens-per-day", "5000", "--plan",
                "pro:tokens-per-day=none", "--plan", "pro:money-per-month=20.00", "--plan",
                "pro:models=openai:*,ollama:x",
                "--json",
            ])
            // One leaked token could spend without bound.
            #expect(made.status == 0 && made.errors.contains("tokens_per_day"), "\(made.errors)")
            let users = try JSONValue(parsing: made.output)["users"]
            #expect(users?["scopes"] == ["chat"] && users?["plans"]?["default"]?["tokens_per_day"] == 5000)
            #expect(
                users?["plans"]?["pro"]
                    == ["tokens_per_day": nil, "money_per_month": "20.00", "models": ["openai:*", "ollama:x"]]
            )
            #expect(try await torii("clients", "users", "app").output.contains("plan pro: tokens per day: no limit,"))
            let plain = try await torii("clients", "users", "app", "--plan", "pro:effort=none", "--json")
            #expect(try JSONValue(parsing: plain.output)["users"]?["plans"]?["pro"]?["effort"] == "none")
            let lifted = try await torii("clients", "users", "app", "--plan", "pro:effort=any")
            #expect(lifted.output.contains("effort: no limit"), "\(lifted.output)\(lifted.errors)")
            // Days start in the time zone of the client, so a plan has none.
            let zone = try await torii("clients", "users", "app", "--plan", "pro:time-zone=Asia/Tokyo")
            #expect(zone.status == 1 && zone.errors.contains("no setting 'time-zone'"), "\(zone.errors)")
            #expect(try await torii("clients", "users", "app", "--time-zone", "GMT").errors.contains("Unknown option"))
            let list = try await torii("users", "list", "app")
            #expect(list.status == 0 && list.output == "There are no such users.\n")
            let planless = try await torii("users", "list", "app", "--plan", "platinum")
            #expect(planless.output.contains("no plan 'platinum'. Its plans are"), "\(planless.output)")
            let unknown = try await torii("users", "block", "app", "usr_0")
            #expect(unknown.status == 1 && unknown.errors.contains("no user 'usr_0'"))
            // An unknown option is named, also where another one is missing.
            for words in [
                ["users", "limits", "app", "usr_0"], ["users", "sign-out", "app"], ["clients", "update", "app"],
                ["clients", "users", "app", "--on", "--off"], ["conversations", "delete", "app"],
            ] {
                let refused = try await torii.run(words + ["--storage-mb", "1"])
                #expect(refused.status == 64 && refused.errors.contains("Unknown option '--storage-mb'"), "\(words)")
            }
            // Without an option the limits are printed, so a user is looked for.
            #expect(try await torii("users", "limits", "app", "usr_0").errors.contains("no user 'usr_0'"))
            #expect(try await torii("users", "sign-out", "app").status == 64)
            #expect(try await torii("users", "sign-out", "app", "--all").status == 0)
            #expect(try await torii("clients", "users", "app", "--plan", "pro").status == 1)
            #expect(try await json("clients", "users", "app", "--off") == ["users": nil])
            // The next step is said while no token can be that of a user.
            #expect(!made.errors.contains("yet"))
            #expect(try await torii("clients", "create", "phone", "--scope", "chat").status == 0)
            let on = try await torii("clients", "users", "phone", "--on")
            #expect(on.status == 0 && on.errors.contains("clients update phone --scope 'chat' --scope 'users'"))
            #expect(try await torii("clients", "create", "desk", "--scope", "admin:read").status == 0)
            let desk = try await torii("clients", "users", "desk", "--on")
            #expect(desk.status == 0 && desk.errors.contains("has the scope admin:read"), "\(desk.errors)")
        }
    }

    /// Support staff may not read the list of clients, in which a name is looked up.
    @Test func supportWritesTheWholeIdOfAClient() async throws {
        try await withTemporaryFolder { folder async throws in
            let torii = Command(folder: folder)
            let app = try await torii("clients", "create", "app", "--scope", "users", "--json")
            let id = try #require(try JSONValue(parsing: app.output)["client"]?["id"]?.stringValue)
            #expect(try await torii("clients", "users", "app", "--on").status == 0)
            let made = try await torii("clients", "create", "support", "--scope", "admin:users", "--json")
            let token = try #require(try JSONValue(parsing: made.output)["token"]?["secret"]?.stringValue)
            try await torii.withServer { _ in
                var support = torii
                support.settings["TORII_ADMIN_TOKEN"] = token
                let named = try await support("users", "list", "app")
                #expect(named.status == 1 && named.errors.contains("whole id of the client"), "\(named.errors)")
                #expect(try await support("users", "list", id).output == "There are no such users.\n")
            }
        }
    }

    @Test func theMasterKeyIsChangedWithoutAServer() async throws {
        try await withTemporaryFolder { folder async throws in
            let torii = Command(folder: folder)
            #expect(try await torii("clients", "create", "phone").status == 0)
            let file = URL(fileURLWithPath: folder + "/data/master.key")
            let former = try String(contentsOf: file, encoding: .utf8)
            let new = Data((0..<32).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
            try Data("\(new)\n\(former)".utf8).write(to: file)
            let status = try await torii("vault", "status").output.split(separator: "\n")
            #expect(status.count == 3)
            let rewrap = try await torii("vault", "rewrap")
            #expect(rewrap.status == 0)
            #expect(rewrap.output.contains("Sealed 1 records under master key "))
            try Data("\(new)\n".utf8).write(to: file)
            #expect(try await torii("clients", "list").output.contains("phone"))
            try Data(former.utf8).write(to: file)
            let wrong = try await torii("clients", "list")
            #expect(wrong.status == 1)
            #expect(wrong.errors.contains("nothing was changed"))
        }
    }
}
