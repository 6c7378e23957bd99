import AgentWire
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

@Suite(.timeLimit(.minutes(1))) struct ClientAdministrationTests {
    private func status(of token: String, at server: TestServer) async throws -> Int {
        try await server.send(.get, "/v1/tools", token: token).status
    }

    private func create(
        _ server: TestServer,
        _ body: JSONValue,
        token: String = TestServer.adminToken
    ) async throws -> (id: String, token: String) {
        let made = try await server.admin(.post, "clients", body, token: token)
        #expect(made.status == 201)
        return (
            try #require(made.json["client"]?["id"]?.stringValue),
            try #require(made.json["token"]?["secret"]?.stringValue)
        )
    }

    @Test func aClientIsCreatedChangedAndRevoked() async throws {
        try await TestServer.with { server async throws in
            let limits: JSONValue = ["tokens_per_day": 1000, "money_per_month": "2.5", "time_zone": "Asia/Tokyo"]
            let (id, token) = try await create(server, ["name": "phone", "scopes": ["chat"], "limits": limits])
            #expect(try await status(of: token, at: server) == 200)
            let change: JSONValue = ["name": "tablet", "limits": ["concurrent_runs": 2], "expires_at": .null]
            let changed = try await server.admin(.patch, "clients/\(id)", change)
            #expect(changed.json["client"]?["name"] == "tablet")
            #expect(changed.json["client"]?["limits"] == ["concurrent_runs": 2])
            #expect(changed.json["client"]?["scopes"] == ["chat"])
            let list = try await server.admin(.get, "clients")
            #expect(list.json["clients"]?.arrayValue?.map { $0["name"] } == ["tablet"])
            #expect(!list.text.contains(token))
            #expect(try await server.admin(.post, "clients/\(id)/revoke").status == 200)
            #expect(try await status(of: token, at: server) == 401)
            #expect(try await server.admin(.delete, "clients/\(id)").status == 204)
            #expect(try await server.admin(.get, "clients/\(id)").status == 404)
        }
    }

    @Test func aClientHasItsModels() async throws {
        try await TestServer.with { server async throws in
            let limits: JSONValue = ["models": ["anthropic:*"], "effort": "low"]
            let (id, token) = try await create(server, ["name": "phone", "limits": limits])
            #expect(try await server.admin(.get, "clients/\(id)").json["client"]?["limits"] == limits)
            #expect(try await !server.send(.get, "/v1/models", token: token).text.contains("phrasebook"))
            let change: JSONValue = ["limits": ["models": ["phrasebook"]]]
            #expect(try await server.admin(.patch, "clients/\(id)", change).status == 200)
            #expect(try await server.send(.get, "/v1/models", token: token).text.contains("phrasebook"))
            for wrong in [["effort": "most"], ["models": []]] as [JSONValue] {
                #expect(try await server.admin(.patch, "clients/\(id)", ["limits": wrong]).status == 400)
            }
        }
    }

    @Test func clientsAreFoundByNameAndListedInPages() async throws {
        try await TestServer.with { server async throws in
            for name in ["phone 1", "tablet", "Phone 2", "phone 3"] {
                _ = try await create(server, ["name": .string(name)])
            }
            func names(_ query: String) async throws -> (names: [String], next: JSONValue?) {
                let list = try await server.admin(.get, "clients\(query)").json
                return (list["clients"]?.arrayValue?.compactMap { $0["name"]?.stringValue } ?? [], list["next"])
            }
            let all = try await names("")
            #expect(all.names.count == 4 && all.next == nil)
            let phones = all.names.filter { $0 != "tablet" }
            #expect(try await names("?name=PHONE").names == phones)
            let first = try await names("?name=phone&limit=2")
            #expect(first.names == Array(phones.prefix(2)))
            let last = try await names("?name=phone&limit=2&after=\(first.next?.stringValue ?? "")")
            #expect(last.names == Array(phones.suffix(1)) && last.next == .null)
            #expect(try await names("?name=nobody&limit=5") == ([], .null))
            for wrong in ["limit=0", "limit=10001", "after=nobody", "names=x"] {
                #expect(try await server.admin(.get, "clients?\(wrong)").status == 400, "\(wrong)")
            }
        }
    }

    @Test func tokensAreRotatedWithAnOverlapAndRevoked() async throws {
        try await TestServer.with { server async throws in
            let (id, first) = try await create(server, ["name": "phone"])
            let rotated = try await server.admin(.post, "clients/\(id)/rotate", ["overlap_seconds": 3600])
            let second = try #require(rotated.json["token"]?["secret"]?.stringValue)
            #expect(try await status(of: first, at: server) == 200)
            #expect(try await status(of: second, at: server) == 200)
            let again = try await server.admin(.post, "clients/\(id)/rotate", ["overlap_seconds": 0])
            let third = try #require(again.json["token"]?["secret"]?.stringValue)
            #expect(try await status(of: first, at: server) == 401)
            #expect(try await status(of: second, at: server) == 401)
            #expect(try await status(of: third, at: server) == 200)
            let issued = try await server.admin(.post, "clients/\(id)/tokens")
            let fourth = try #require(issued.json["token"]?["secret"]?.stringValue)
            let fourthID = try #require(issued.json["token"]?["id"]?.stringValue)
            #expect(try await status(of: fourth, at: server) == 200)
            #expect(try await server.admin(.delete, "clients/\(id)/tokens/\(fourthID)").status == 204)
            #expect(try await status(of: fourth, at: server) == 401)
            #expect(try await status(of: third, at: server) == 200)
        }
    }

    @Test func administratorsGrantOnlyScopesThatTheyHave() async throws {
        try await TestServer.with { server async throws in
            let (_, makerToken) = try await create(server, ["name": "maker", "scopes": ["admin:clients"]])
            let (keeper, _) = try await create(server, ["name": "keeper", "scopes": ["admin:keys"]])
            let (phone, _) = try await create(server, ["name": "phone"], token: makerToken)
            for (method, path, body) in [
                (.post, "clients", ["name": "me", "scopes": ["admin:keys"]]),
                (.patch, "clients/\(phone)", ["scopes": ["chat", "admin:read"]]),
                (.post, "clients/\(keeper)/rotate", [:]), (.post, "clients/\(keeper)/tokens", [:]),
                (.delete, "clients/\(keeper)", [:]), (.post, "clients/\(keeper)/revoke", [:]),
            ] as [(HTTPMethod, String, JSONValue)] {
                let answer = try await server.admin(method, path, body, token: makerToken)
                #expect(answer.status == 403)
                #expect(answer.problem == "forbidden")
            }
            #expect(try await server.admin(.patch, "clients/\(phone)", ["name": "b"], token: makerToken).status == 200)
        }
    }
    @Test func idsMayBeShortenedToEightCharacters() async throws {
        try await TestServer.with { server async throws in
            let (id, token) = try await create(server, ["name": "phone"])
            let short = String(id.prefix(8))
            #expect(try await server.admin(.get, "clients/\(short)").json["client"]?["id"]?.stringValue == id)
            #expect(try await server.admin(.get, "clients/\(id.prefix(7))").status == 404)
            let issued = try await server.admin(.post, "clients/\(short)/tokens").json["token"]
            let second = try #require(issued?["id"]?.stringValue)
            #expect(try await server.admin(.delete, "clients/\(short)/tokens/\(second.prefix(8))").status == 204)
            let secret = try #require(issued?["secret"]?.stringValue)
            #expect(try await status(of: secret, at: server) == 401)
            #expect(try await status(of: token, at: server) == 200)
            #expect(try await server.admin(.get, "usage?client=\(short)").status == 200)
            #expect(try await server.admin(.delete, "clients/\(short)").status == 204)
            #expect(try await status(of: token, at: server) == 401)
        }
    }

    @Test(arguments: [
        ("aaaaaaaa-1", "aaaaaaaa-1"), ("aaaaaaaa-2", "aaaaaaaa-2"), ("bbbbbbbb", "bbbbbbbb-3"),
        ("bbbbbbb", nil as String?),
        ("cccccccc", nil), ("", nil), ("aaaaaaaa-10", "aaaaaaaa-10"),
    ])
    func aPrefixResolvesToOneID(text: String, id: String?) throws {
        let ids = ["aaaaaaaa-1", "aaaaaaaa-10", "aaaaaaaa-2", "bbbbbbbb-3"]
        #expect(try IDPrefix.resolve(text, among: ids, of: "client") == id)
    }

    @Test func anAmbiguousPrefixListsTheIDs() throws {
        let problem = #expect(throws: Problem.self) {
            try IDPrefix.resolve("aaaaaaaa", among: ["aaaaaaaa-1", "aaaaaaaa-2", "bbbbbbbb-3"], of: "client")
        }
        #expect(problem?.status == 400)
        #expect(problem?.detail.contains("2 client ids: aaaaaaaa-1, aaaaaaaa-2;") == true)
    }

    @Test func aNameBelongsToOneClient() async throws {
        try await TestServer.with { server async throws in
            let (phone, _) = try await create(server, ["name": "phone"])
            let (tablet, _) = try await create(server, ["name": "tablet"])
            for (method, path) in [(HTTPMethod.post, "clients"), (.patch, "clients/\(tablet)")] {
                let refused = try await server.admin(method, path, ["name": "phone"])
                #expect(refused.status == 400)
                #expect(refused.json["errors"]?[0]?["pointer"] == "#/name")
                #expect(refused.json["errors"]?[0]?["detail"]?.stringValue?.contains(phone) == true)
            }
            #expect(try await server.admin(.patch, "clients/\(phone)", ["name": "phone"]).status == 200)
            #expect(try await server.admin(.post, "clients/\(phone)/revoke").status == 200)
            #expect(try await server.admin(.patch, "clients/\(tablet)", ["name": "phone"]).status == 200)
        }
    }

    /// A word, and a part of its fault; `nil` for a scope.
    @Test(arguments: [
        ("chat", nil as String?), ("tools:getInventory", nil), ("tools:*", nil), ("admin:read", nil),
        ("tools:readPage", "did you mean tools:readWebPage?"),
        ("tools:get-inventory", "did you mean tools:getInventory?"),
        ("tools:nope", "the tools are getInventory, readWebPage"), ("admin:key", "did you mean admin:keys?"),
        (
            "nope",
            "the scopes are chat, extract, devices, users, tools:*, admin:users, admin:tools, admin:clients, admin:keys, admin:read and tools:"
        ),
        ("", "the scopes are chat, extract"),
        ("tools:getInventory\u{301}", "did you mean tools:getInventory?"),
    ])
    func unknownScopesHaveASuggestion(word: String, says: String?) {
        let catalog = ScopeCatalog(tools: ["getInventory", "readWebPage"])
        var refusal: String?
        do { _ = try catalog.scope(word) } catch { refusal = error.detail }
        #expect((refusal == nil) == (says == nil))
        if let says { #expect(refusal?.contains(says) == true, "\(refusal ?? "")") }
    }

    @Test func anUnknownScopeIsRefusedInAChangeToo() async throws {
        try await TestServer.with({ $0.tools = ["searchWeb"] }) { server async throws in
            // A tool that is switched off is known nevertheless.
            let (id, _) = try await create(server, ["name": "phone", "scopes": ["tools:getInventory"]])
            for (method, path) in [(HTTPMethod.post, "clients"), (.patch, "clients/\(id)")] {
                let refused = try await server.admin(method, path, ["name": "a", "scopes": ["chat", "tools:nope"]])
                #expect(refused.status == 400)
                #expect(refused.json["errors"]?[0]?["detail"]?.stringValue?.contains("'tools:nope'") == true)
            }
        }
    }
}
