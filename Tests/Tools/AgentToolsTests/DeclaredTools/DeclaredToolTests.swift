import Phrasebook
import Foundation
import JSONQuery
import KeyLeasing
import LanguageModels
import Secrets
import StandIns
import StreamingJSON
import Synchronization
import Testing
import ToolDeclarations
import Transport

@testable import AgentTools
@testable import DeclaredTools

@Suite(.timeLimit(.minutes(1)))
struct DeclaredToolTests {
    private let client = HTTPClient()

    private static let head = """
        torii: 1
        upstream: orders
        title: Orders
        base: BASE
        auth: [{bearer: "{key}"}]
        check: {get: /me, where: "$[?@ == true]"}
        faults:
          - {status: 200, where: "$[?@ == 'BAD_KEY']", class: keyRefused}

        """

    /// Makes the tools of a file at a stand-in.
    private func tools(
        _ text: String,
        at orders: OrdersStandIn,
        keys: [String] = ["right"],
        head: String = DeclaredToolTests.head,
        hosts: AllowedHosts? = nil
    ) throws -> [String: DeclaredTool] {
        let file = try ToolDeclarationFile(
            head.replacingOccurrences(of: "BASE", with: orders.baseURL) + text,
            file: "orders.yaml"
        )
        let pool = TestPool(keys)
        let surroundings = DeclaredToolSurroundings(
            client: client,
            phrases: PhrasebookReader(),
            hosts: try hosts ?? AllowedHosts(parsing: "127.0.0.1"),
            lease: { _ in pool.lease() }
        )
        let tools = try DeclaredTools.tools(of: file, in: surroundings)
        return Dictionary(tools.map { ($0.name, $0) }) { first, _ in first }
    }

    private static let list = """
        tools:
          - name: findOrders
            description: Lists orders, newest first.
            effect: reads
            arguments:
              status: {type: string, enum: [open, sent]}
              limit: {type: integer, minimum: 1, maximum: 100, default: 3}
            request: {get: /orders, query: {status: "{status}", per_page: "{limit}"}}
            PAGES
            answer:
              select: $.orders[*]
              fields: {id: $.id, who: $.customer.name, total: {path: $.total, type: number}}
              max: 5
              text: "{{#items}}- [#{{id}}] {{who}}: {{total}}\\n{{/items}}"
              empty: {en: No orders., ja: 注文はありません。}
              artifact: orders.list

        """

    @Test(
        arguments: [
            ("pages: {next: $.next_cursor, as: cursor}", 2), ("pages: {link: next}", 2),
            ("pages: {page: page, first: 1}", 2), ("pages: {offset: offset}", 2), ("limits: {deadline: 10s}", 1),
        ]
    )
    func readsPages(_ pages: String, _ requests: Int) async throws {
        try await OrdersStandIn.with(keys: ["right"]) { orders in
            let text = Self.list.replacingOccurrences(of: "PAGES", with: pages)
            let tool = try #require(try tools(text, at: orders)["findOrders"])
            let trial = try await WebToolTrial(tool, ["status": "open"])
            #expect(!trial.isError)
            #expect(trial.unfenced.hasPrefix("- [#o1] Customer 1: 0\n- [#o2] Customer 2: 10\n- [#o3] Customer 3: \n"))
            #expect(trial.text.contains("information, not instructions"))
            #expect(orders.requests.count == requests)
            #expect(orders.requests[0].bearerToken == "right")
            #expect(orders.requests[0].query.first { $0.name == "status" }?.value == "open")
            let items = trial.artifacts.first?.content.jsonValue["items"]?.arrayValue
            #expect(items?.count == (requests == 1 ? 3 : 5))
            // The total of the third is a text, and a number was declared.
            #expect(items?[2]["total"] == nil && items?[1]["total"] == 10)
            #expect(trial.text.contains("Only the first 5 items") == (requests > 1))
        }
    }

    @Test func saysThatNothingWasFound() async throws {
        try await OrdersStandIn.with(keys: ["right"], count: 0) { orders in
            let text = Self.list.replacingOccurrences(of: "PAGES", with: "tags: [orders]")
            let tool = try #require(try tools(text, at: orders)["findOrders"])
            #expect(try await WebToolTrial(tool, [:]).text == "No orders.")
            #expect(try await WebToolTrial(tool, [:], locale: "ja").text == "注文はありません。")
        }
    }

    @Test func refusesArgumentsThatDoNotFit() async throws {
        try await OrdersStandIn.with(keys: ["right"]) { orders in
            let text = Self.list.replacingOccurrences(of: "PAGES", with: "tags: [orders]")
            let tool = try #require(try tools(text, at: orders)["findOrders"])
            for arguments: JSONValue in [["status": "lost"], ["limit": 1000], ["other": 1]] {
                let trial = try await WebToolTrial(tool, arguments)
                #expect(trial.isError)
            }
            #expect(orders.requests.isEmpty)
        }
    }

    private static func reading(_ path: String, _ more: String = "") -> String {
        """
        tools:
          - name: read
            description: Reads something.
            effect: reads
            request: {get: \(path)}
            \(more)

        """
    }

    @Test(
        arguments: [
            ("/xml", "answer: {select: $.orders.order, fields: {id: \"$['@id']\"}}", "- id: o1\n- id: o2"),
            ("/csv", "answer: {fields: {id: $.id, total: $.total}}", "- id: o1; total: 3\n- id: o2; total: 4"),
            ("/orders/7", "answer: {fields: {id: $.id}}", "- id: 7"),
            ("/orders/none", "answer: {max: 5}", "Nothing was found."),
        ]
    )
    func readsOtherForms(_ path: String, _ more: String, _ expected: String) async throws {
        try await OrdersStandIn.with(keys: ["right"]) { orders in
            let tool = try #require(try tools(Self.reading(path, more), at: orders)["read"])
            let trial = try await WebToolTrial(tool, [:])
            #expect(!trial.isError)
            #expect(trial.unfenced == expected)
        }
    }

    @Test(
        arguments: [
            ("/html", "could not be read"), ("/large", "could not be read"), ("/deep", "could not be read"),
            ("/away", "does not accept the request"), ("/limited", "allows no more requests for 7 seconds"),
            ("/soft-failure", "does not accept the API key"),
        ]
    )
    func explainsFailures(_ path: String, _ expected: String) async throws {
        try await OrdersStandIn.with(keys: ["right"]) { orders in
            let tool = try #require(try tools(Self.reading(path), at: orders)["read"])
            let trial = try await WebToolTrial(tool, [:])
            #expect(trial.isError)
            #expect(trial.text.contains(expected), "\(trial.text)")
            #expect(!trial.text.contains("IGNORE"))
        }
    }

    @Test(arguments: ["/silent", "/endless"])
    func endsACallThatNobodyAnswers(_ path: String) async throws {
        try await OrdersStandIn.with(keys: ["right"]) { orders in
            let text = Self.reading(path, "limits: {deadline: 300ms}")
            let tool = try #require(try tools(text, at: orders)["read"])
            let trial = try await WebToolTrial(tool, [:])
            #expect(trial.isError && trial.text.contains("did not answer"), "\(trial.text)")
        }
    }

    @Test func triesAnotherKeyOfThePool() async throws {
        try await OrdersStandIn.with(keys: ["right"]) { orders in
            let tool = try #require(try tools(Self.reading("/orders/1"), at: orders, keys: ["wrong", "right"])["read"])
            #expect(try await !WebToolTrial(tool, [:]).isError)
            #expect(orders.requests.map(\.bearerToken) == ["wrong", "right"])
        }
    }

    @Test func changesSomethingAtMostOnce() async throws {
        try await OrdersStandIn.with(keys: ["right"]) { orders in
            let text = """
                tools:
                  - name: addOrder
                    description: Adds an order.
                    arguments: {item: {type: string}, count: {type: integer}, note: {type: string}}
                    required: [item]
                    request: {post: /orders, json: {item: "{item}", count: "{count}", note: "{note}"}}
                  - name: removeOrder
                    description: Removes an order.
                    effect: destroys
                    question: {en: "Remove {{id}}?", ja: "{{id}} を削除しますか？"}
                    arguments: {id: {type: string}}
                    required: [id]
                    request: {delete: "/orders/{id}"}

                """
            let tools = try tools(text, at: orders)
            let add = try #require(tools["addOrder"])
            #expect(!add.isReadOnly && !add.isDestructive)
            let trial = try await WebToolTrial(add, ["item": "tea", "count": 2])
            #expect(trial.text.contains("o101"))
            #expect(String(decoding: orders.requests[0].body, as: UTF8.self) == #"{"item":"tea","count":2}"#)
            orders.server.misbehave(.answer(OrdersStandIn.failure(500)))
            #expect(try await WebToolTrial(add, ["item": "tea"]).isError)
            #expect(orders.requests.count == 2)
            let remove = try #require(tools["removeOrder"])
            #expect(remove.isDestructive)
            let arguments = try DeclaredTool.Arguments(GeneratedContent(jsonValue: ["id": "o1"]))
            #expect(remove.question(for: arguments, caller: Caller()) == "Remove \"o1\"?")
            orders.server.clearMisbehaviors()
            #expect(try await WebToolTrial(remove, ["id": "o1"]).text == "Done.")
            // The value cannot leave its segment.
            #expect(try await WebToolTrial(remove, ["id": "../me"]).isError)
            #expect(orders.requests.last?.path == "/orders/o1")
        }
    }

    private static let export = """
        tools:
          - name: exportOrders
            description: Makes a file of a year's orders.
            arguments: {year: {type: integer}}
            required: [year]
            request: {post: /exports, json: {year: "{year}"}, idempotency: Idempotency-Key}
            poll: {url: header Location, every: 10ms, for: 30s, until: "$[?@ == 'done']", progress: $.percent, cancel: delete}
            answer: {artifact: orders.export, from: $.file_url, fields: {status: $.status}}

        """

    @Test func waitsForWorkAndFetchesItsFile() async throws {
        try await OrdersStandIn.with(keys: ["right"]) { orders in
            let tool = try #require(try tools(Self.export, at: orders)["exportOrders"])
            let trial = try await WebToolTrial(tool, ["year": 2026])
            #expect(!trial.isError, "\(trial.text)")
            let file = try #require(trial.artifacts.first).content.jsonValue
            #expect(file["mime_type"] == "text/csv" && file["data"] == "aWQsdG90YWwKbzEsMwo=")
            #expect(orders.requests[0].header("Idempotency-Key")?.isEmpty == false)
            #expect(orders.requests.map(\.path).filter { $0 == "/exports/1" }.count == 3)
        }
    }

    @Test func endsWorkThatNobodyWaitsFor() async throws {
        let gate = StandInGate()
        try await OrdersStandIn.with(keys: ["right"], gate: gate) { orders in
            let tool = try #require(try tools(Self.export, at: orders)["exportOrders"])
            let call = Task { _ = try await tool.outcome(of: ["year": 2026], Caller()) }
            _ = await orders.server.requests(atLeast: 2)
            call.cancel()
            _ = await call.result
            gate.open()
            let requests = await orders.server.requests(atLeast: 3)
            #expect(requests.contains { $0.method == "DELETE" && $0.path == "/exports/1" })
        }
    }

    @Test func obtainsATokenAndAnotherAfterItsWithdrawal() async throws {
        try await OrdersStandIn.with(keys: ["none"]) { orders in
            let head = """
                torii: 1
                upstream: orders
                base: BASE
                auth: [{oauth2: {token: BASE/oauth/token, scope: read}}]

                """
            let tool = try #require(
                try tools(
                    Self.reading("/orders/1"),
                    at: orders,
                    keys: [#"{"id": "id", "secret": "secret"}"#],
                    head: head
                )[
                    "read"
                ]
            )
            for _ in 1...2 { #expect(try await !WebToolTrial(tool, [:]).isError) }
            orders.withdrawTokens()
            #expect(try await !WebToolTrial(tool, [:]).isError)
            let paths = orders.requests.map(\.path)
            #expect(paths.filter { $0 == "/oauth/token" }.count == 2)
            #expect(
                String(decoding: orders.requests[0].body, as: UTF8.self) == "grant_type=client_credentials&scope=read"
            )
            let wrong = try #require(
                try tools(Self.reading("/orders/1"), at: orders, keys: [#"{"id": "id", "secret": "no"}"#], head: head)[
                    "read"
                ]
            )
            #expect(try await WebToolTrial(wrong, [:]).text.contains("does not accept the API key"))
        }
    }

    @Test func asksAgainByTheEntityTag() async throws {
        try await OrdersStandIn.with(keys: ["right"]) { orders in
            let text = Self.list.replacingOccurrences(of: "PAGES", with: "cache: {for: 1s, per: everyone}")
            let tool = try #require(try tools(text, at: orders)["findOrders"])
            let first = try await tool.outcome(of: [:], Caller())
            let second = try await tool.outcome(of: [:], Caller())
            #expect(first.items == second.items && first.items.count == 3)
            #expect(orders.requests.map { $0.header("If-None-Match") } == [nil, "\"list-0-7\""])
            #expect(tool.cachePolicy == .shared(for: .seconds(1)))
        }
    }

    @Test func checksKeysByTheDeclaredCall() async throws {
        try await OrdersStandIn.with(keys: ["right"]) { orders in
            let file = try ToolDeclarationFile(
                Self.head.replacingOccurrences(of: "BASE", with: orders.baseURL) + Self.reading("/orders/1"),
                file: "orders.yaml"
            )
            let surroundings = DeclaredToolSurroundings(
                client: client,
                phrases: PhrasebookReader(),
                hosts: try AllowedHosts(parsing: "127.0.0.1")
            )
            let checker = DeclaredKeyChecker(try #require(file.upstream), in: surroundings)
            #expect(await checker.check(SecretString("right"), for: "orders") == .verified)
            guard case .invalid = await checker.check(SecretString("wrong"), for: "orders") else {
                Issue.record("a refused key must be invalid")
                return
            }
            orders.server.misbehave(.answer(OrdersStandIn.failure(500)))
            guard case .unknown = await checker.check(SecretString("right"), for: "orders") else {
                Issue.record("a failure of the service says nothing about a key")
                return
            }
        }
    }

    @Test func reachesOnlyPermittedHosts() async throws {
        try await OrdersStandIn.with { orders in
            #expect(throws: DeclarationError.self) {
                _ = try tools(Self.reading("/me"), at: orders, hosts: .publicHosts)
            }
            #expect(throws: DeclarationError.self) {
                _ = try tools(Self.reading("/me"), at: orders, hosts: try AllowedHosts(parsing: "127.0.0.1:1"))
            }
            #expect(orders.requests.isEmpty)
        }
    }
}

/// Keys that are lent one after the other: a refused one is not lent again.
private final class TestPool: Sendable {
    private let keys: Mutex<[String]>

    init(_ keys: [String]) { self.keys = Mutex(keys) }

    func lease() -> KeyLease? {
        guard let key = keys.withLock({ $0.first }) else { return nil }
        return KeyLease(
            keyID: key,
            secret: SecretString(key),
            onReport: { [self] outcome in
                if outcome == .refused { keys.withLock { if $0.count > 1, $0.first == key { $0.removeFirst() } } }
            }
        )
    }
}
