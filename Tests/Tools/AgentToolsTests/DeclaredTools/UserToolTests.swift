import LanguageModels
import OwnerLiterals
import Phrasebook
import StandIns
import Storage
import StreamingJSON
import Testing
import ToolDeclarations
import Transport

@testable import AgentTools
@testable import DeclaredTools

/// Declared tools whose requests are about the user.
@Suite(.timeLimit(.minutes(1))) struct UserToolTests {
    private static let head = """
        torii: 1
        upstream: orders
        base: BASE
        retry: 1

        """

    private static let orders = """
        tools:
          - name: findOrders
            description: Lists the user's orders.
            effect: reads
            data: caller
            arguments: {user: {type: string}}
            request: {get: /orders, query: {customer: "{caller.subject}", org: "{caller.organization}"}, headers: {X-Api-Key: k, X-User: "{caller.user}"}}
            answer: {select: $.orders}
            cache: {for: 1h, per: everyone}

        """

    private func tools(_ text: String, at orders: OrdersStandIn) throws -> [DeclaredTool] {
        try tools(text, at: orders.baseURL, AllowedHosts(parsing: "127.0.0.1"))
    }

    private func tools(_ text: String, at base: String, _ hosts: AllowedHosts) throws -> [DeclaredTool] {
        let file = try ToolDeclarationFile((Self.head + text).replacing("BASE", with: base), file: "orders.yaml")
        let surroundings = DeclaredToolSurroundings(
            client: HTTPClient(),
            phrases: PhrasebookReader(),
            hosts: hosts
        )
        return try DeclaredTools.tools(of: file, in: surroundings)
    }

    private func call(
        _ registry: ToolRegistry,
        as owner: Owner,
        _ user: CallerUser? = nil,
        _ arguments: JSONValue = [:],
        locale: String = "en"
    ) async throws -> ToolOutcome {
        // Metadata and arguments that are named like the facts.
        let metadata = [
            "client": owner.text, "locale": locale, "user": "forged", "subject": "forged", "caller.subject": "forged",
            "organization": "forged",
        ]
        return try await registry.call(
            "findOrders",
            arguments: arguments,
            metadata: metadata.mapValues { GeneratedContent($0) },
            for: Caller(localeIdentifier: locale, owner: owner, user: user),
            owner: OutputOwner(owner: owner)
        )
    }

    private static let anna = CallerUser(subject: "anna@shop", organization: "acme")

    @Test func theRequestIsAboutTheUser() async throws {
        try await OrdersStandIn.with { orders in
            let registry = ToolRegistry(try tools(Self.orders, at: orders))
            let outcome = try await call(registry, as: "app/usr_1", Self.anna, ["user": "usr_2"])
            #expect(!outcome.isError, "\(outcome.output.segments.text)")
            let request = try #require(orders.requests.last)
            #expect(request.query.first { $0.name == "customer" }?.value == "anna@shop")
            #expect(request.query.first { $0.name == "org" }?.value == "acme")
            #expect(request.header("X-User") == "usr_1")
        }
    }

    /// Without the user, or without a fact about it, nothing is sent.
    @Test(
        arguments: [
            ("app", anna, "en", "is for users of an app, and this call is for none, so nothing was sent."),
            ("app", nil, "ja", "この呼び出しには利用者がいないため、何も送信していません。"),
            ("app/usr_1", nil, "en", "needs caller.subject, which is not known of this user, so nothing was sent."),
            ("app/usr_1", CallerUser(subject: "a"), "en", "needs caller.organization, which is not known"),
            ("app/usr_1", CallerUser(subject: "", organization: "acme"), "en", "needs caller.subject"),
        ] as [(Owner, CallerUser?, String, String)]
    )
    func withoutAFactNothingIsSent(owner: Owner, user: CallerUser?, locale: String, text: String) async throws {
        try await OrdersStandIn.with { orders in
            let registry = ToolRegistry(try tools(Self.orders, at: orders))
            let outcome = try await call(registry, as: owner, user, locale: locale)
            #expect(outcome.isError && outcome.output.segments.text.contains(text), "\(outcome.output.segments.text)")
            #expect(orders.requests.isEmpty)
        }
    }

    /// An answer is used again for the same user only, although the file says everyone.
    @Test func answersAreKeptForTheirUser() async throws {
        try await OrdersStandIn.with { orders in
            let registry = ToolRegistry(try tools(Self.orders, at: orders))
            for (owner, user, requests) in [
                ("app/usr_1", Self.anna, 1), ("app/usr_1", Self.anna, 1), ("app/usr_2", Self.anna, 2),
                ("other/usr_1", Self.anna, 3), ("app/usr_1", CallerUser(subject: "anna@shop", organization: "b"), 4),
                ("app/usr_1", Self.anna, 4),
            ] as [(Owner, CallerUser, Int)] {
                _ = try await call(registry, as: owner, user)
                #expect(orders.requests.count == requests, "\(owner)")
            }
        }
    }

    /// The data that a tool shows if its file says nothing, and if it does.
    @Test(
        arguments: [
            ("effect: reads", "", ToolData.public), ("effect: changes", "", .operator),
            ("effect: reads", "auth: [{bearer: \"{key}\"}]\n", .operator),
            ("effect: reads", "auth: [{bearer: \"{key}\"}, {}]\n", .operator),
            ("effect: reads", "auth: [{}]\n", .public),
            ("{effect: reads, data: operator}", "", .operator),
            ("{effect: changes, data: caller}", "auth: [{bearer: \"{key}\"}]\n", .caller),
            ("{effect: reads, data: public}", "auth: [{bearer: \"{key}\"}]\n", .public),
        ]
    )
    func theDataFollowsFromTheFile(members: String, auth: String, data: ToolData) throws {
        let lines = members.trimmingBraces.split(separator: ",").map { "    " + $0.drop { $0 == " " } }
        let text =
            auth + "tools:\n  - name: a\n    description: b\n    request: {get: /orders}\n"
            + lines.joined(separator: "\n") + "\n"
        let found = try tools(text, at: "https://api.example.com", .publicHosts).map(\.data)
        #expect(found == [data])
    }

    /// The address of a service without keys, the hosts that the operator permits, and whether all users may see what it answers.
    @Test(
        arguments: [
            ("https://api.example.com", "*", ToolData.public),
            ("https://api.example.com", "*, other.example.com", .public),
            ("https://api.example.com", "api.example.com", .operator),
            ("https://api.example.com", "*.example.com, *", .operator),
            ("http://api.example.com", "api.example.com", .operator),
            ("http://10.0.0.7:8080", "10.0.0.7:8080", .operator),
            ("https://10.0.0.7", "*", .operator), ("https://[::1]", "*", .operator),
        ]
    )
    func aServiceInsideIsTheOperators(base: String, hosts: String, data: ToolData) throws {
        let text = "tools:\n  - {name: a, description: b, effect: reads, request: {get: /orders}}\n"
        let found = try tools(text, at: base, AllowedHosts(parsing: hosts)).map(\.data)
        #expect(found == [data])
    }
}

extension String {
    /// The text without the braces around it.
    fileprivate var trimmingBraces: String { hasPrefix("{") ? String(dropFirst().dropLast()) : self }
}
