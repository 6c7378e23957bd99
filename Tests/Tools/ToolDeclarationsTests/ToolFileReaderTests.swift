import Foundation
import JSONQuery
import JSONSchema
import Repository
import StreamingJSON
import Testing
import YAMLReading

@testable import ToolDeclarations

struct ToolFileReaderTests {
    private static let whole = """
        torii: 1
        upstream: orders
        title: Orders
        base: https://Orders.Example.com:8443/api/v2/
        hosts: ["https://files.example.com"]
        auth: [{bearer: "{key.token}", header: {X-Client: "id {key.id}"}}, {}]
        check: {get: /me, accepted: [200, 4xx], refused: [401], where: $.id}
        faults:
          - {status: 422, where: "$[?@.code=='BAD_KEY']", class: keyRefused}
          - {status: 5xx, header: {x-rest: "0"}, class: rateLimited}
        limits: {rate: 100/min, concurrent: 4, bytes: 1MB, deadline: 1m}
        retry: 2
        tools:
          - name: findOrders
            description: Lists orders.
            tags: [shop]
            expose: search
            scopes: ["tools:orders"]
            effect: reads
            arguments:
              id: {type: string}
              tags: {type: array, items: {type: string}}
              limit: {type: integer, default: 20}
            required: [id]
            request:
              get: "/orders/{id}/x"
              path: {id: {from: id, slash: encode}}
              query: {tag: {from: tags, style: pipeDelimited, explode: false}, n: "{limit}", v: 2, on: true, c: "{page}"}
              headers: {Accept-Language: "{caller.locale}"}
              redirects: same-origin
            pages: {next: $.next, as: cursor, max: 3}
            answer:
              as: json
              select: $.orders[*]
              fields: {id: $.id, total: {path: $.total, type: number, default: 0}, note: {path: $.note, trim: 20}}
              max: 10
              text: "{{#items}}{{id}}{{/items}}"
              budget: 2000
              empty: {en: None., ja: ありません。}
              artifact: orders.list
            cache: {for: 60s, per: everyone}
            limits: {deadline: 10s}
            origin: {operation: GET /orders, digest: abc}
          - name: sendOrder
            description: Sends an order.
            effect: destroys
            idempotent: true
            approval: never
            question: Send it?
            arguments: {a: {type: string}, b: {type: object}}
            request:
              post: /send
              form: {a: "{a}", b: {from: b, format: json}}
              nested: dots
              idempotency: Idempotency-Key
            poll: {url: $.status, every: 1s, for: 60s, until: $.done, failed: $.error, progress: $.percent, cancel: delete}
        aggregates:
          - name: both
            description: Asks both.
            arguments: {q: {type: string}}
            ask: [{tool: findOrders, with: {id: "{q}"}, deadline: 2s, weight: 2}]
            merge: {by: key, key: $.id, max: 5}
            need: all
            deadline: 5s
        origin: {document: abc, version: "1", format: openapi-3.1}

        """

    @Test func readsEveryField() throws {
        let file = try ToolDeclarationFile(Self.whole, file: "orders.yaml")
        let upstream = try #require(file.upstream)
        #expect(upstream.base.description == "https://orders.example.com:8443/api/v2")
        #expect(upstream.hosts.map(\.description) == ["https://files.example.com"])
        #expect(upstream.auth.map(\.parts.count) == [2, 0] && upstream.needsKey)
        #expect(upstream.check?.accepted == [.exactly(200), .class(4)] && upstream.check?.requires != nil)
        #expect(upstream.faults.map(\.meaning) == [.keyRefused, .rateLimited])
        #expect(upstream.limits.rate == .init(calls: 100, period: .seconds(60)))
        #expect(upstream.limits.concurrent == 4 && upstream.limits.bytes == 1_000_000 && upstream.attempts == 2)
        let find = file.tools[0]
        #expect(find.expose == .search && find.effect == .reads && find.tags == ["shop"])
        #expect(find.parameters["required"] == ["id"] && find.parameters["additionalProperties"] == false)
        #expect(find.request.query.map(\.name) == ["tag", "n", "v", "on", "c"] && find.request.followsRedirects)
        #expect(find.pages?.most == 3 && find.answer.fields.count == 3 && find.answer.most == 10)
        #expect(find.answer.empty == LocalizedText("None.", japanese: "ありません。"))
        #expect(find.cache == CacheRule(duration: .seconds(60), audience: .everyone))
        #expect(find.limits.deadline == .seconds(10) && find.limits.bytes == 1_000_000)
        #expect(find.origin?.operation == "GET /orders")
        let send = file.tools[1]
        #expect(send.effect == .destroys && send.isIdempotent && send.approval == .never)
        #expect(send.request.idempotencyHeader == "Idempotency-Key" && send.poll?.cancels == true)
        let both = file.aggregates[0]
        #expect(both.members[0].weight == 2 && both.most == 5 && both.need == .all && both.deadline == .seconds(5))
        #expect(file.origin?.format == "openapi-3.1" && file.warnings.isEmpty && file.digest.utf8.count == 64)
        var values = RequestValues(arguments: ["id": "a/b", "tags": ["x", "y"], "limit": 5], locale: "ja-JP")
        values.page = 3
        let request = try find.request.request(to: upstream.base, with: values)
        #expect(
            request.url
                == "https://orders.example.com:8443/api/v2/orders/a%2Fb/x?tag=x%7Cy&n=5&v=2&on=true&c=3"
        )
    }

    @Test func readsTheExamples() throws {
        let folder = Repository.root.appending(path: "Deployment/tools")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".yaml") }
        #expect(names.count >= 6)
        var files: [ToolDeclarationFile] = []
        for name in names.sorted() {
            let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            let file = try ToolDeclarationFile(text, file: name)
            #expect(file.warnings.isEmpty)
            files.append(file)
            #expect(try Self.violations(of: text) == [])
        }
        let web = DeclarationSet.OtherTool(name: "searchWeb", isReadOnly: true, arguments: ["query"])
        #expect(DeclarationSet.faults(of: files, beside: DeclarationSet.Surroundings(tools: [web])).isEmpty)
    }

    /// Returns how a text violates the published schema.
    private static func violations(of text: String) throws -> [String] {
        let schema = try JSONSchema(try JSONValue(parsing: String(decoding: ToolFileSchema.bytes, as: UTF8.self)))
        return try schema.validate(try DeclarationDocument(text, file: "f").root.json).map(\.message)
    }

    @Test func whatIsAcceptedIsValidByTheSchema() throws {
        #expect(try Self.violations(of: Self.whole) == [])
        #expect(
            try Self.violations(of: Self.whole.replacingOccurrences(of: "effect: reads", with: "efect: reads")) != []
        )
        #expect(try Self.violations(of: "torii: 2\naggregates: []\n") != [])
    }

    @Test func warnsOfQueriesThatVisitMuch() throws {
        let text = """
            torii: 1
            upstream: x
            base: https://h.example
            tools:
              - name: a
                description: b
                request: {get: /}
                answer: {select: "$..a..b", fields: {c: "$[?@..x]"}}

            """
        #expect(try ToolDeclarationFile(text, file: "f").warnings.map(\.line) == [8, 8])
    }

    /// A faulty text with the line and a part of the message of its error.
    struct Fault: Sendable, CustomTestStringConvertible {
        var text: String
        var line: Int
        var message: String
        var testDescription: String { message }

        init(_ text: String, _ line: Int, _ message: String) {
            (self.text, self.line, self.message) = (text, line, message)
        }
    }

    private static let head = "torii: 1\nupstream: x\nbase: https://h.example\n"
    private static func tool(_ more: String, request: String = "{get: /}") -> String {
        head + "tools:\n  - name: a\n    description: b\n    request: \(request)\n    \(more)\n"
    }

    static let faults: [Fault] = [
        Fault("", 1, "the file is empty"), Fault("a: 1", 1, "add 'torii: 1'"), Fault("torii: 2", 1, "this version"),
        Fault("torii: 1\n", 1, "declares no tools"), Fault("torii: 1\nother: 1\n", 2, "has no 'other'"),
        Fault("torii: 1\ntools: [{}]\n", 1, "the tools need a service"),
        Fault("torii: 1\nupstream: X\nbase: https://h.example\n", 2, "upstream must be a name"),
        Fault("torii: 1\nbase: https://h.example\n", 2, "without 'upstream'"),
        Fault("torii: 1\nupstream: x\n", 1, "has no address"),
        Fault("torii: 1\nupstream: x\nbase: ftp://h.example\n", 3, "base must be an address"),
        Fault("torii: 1\nupstream: x\nbase: https://u@h.example\n", 3, "base must be an address"),
        Fault("torii: 1\nupstream: x\nbase: https://h.example/?a=1\n", 3, "base must be an address"),
        Fault("torii: 1\nupstream: x\nbase: https://{h}.example/\n", 3, "base must be an address"),
        Fault("torii: 1\nupstream: x\nbase: https://h.example/a/../b\n", 3, "base must be an address"),
        Fault(head + "hosts: [https://a.example/path]\n", 4, "must be an origin"),
        Fault(head + "auth: [{bearer: secret}]\n", 4, "has no {key}"),
        Fault(head + "auth: [{bearer: \"{token}\"}]\n", 4, "must be a text with {key}"),
        Fault(head + "auth: [{basic: {user: a, password: b}}]\n", 4, "have no {key}"),
        Fault(head + "auth: [{header: {Host: \"{key}\"}}]\n", 4, "no header field that can have a key"),
        Fault(head + "auth: [{oauth2: {}}]\n", 4, "oauth2 needs 'token'"),
        Fault(head + "auth: [{sigv4: {region: a}}]\n", 4, "needs 'region' and 'service'"),
        Fault(head + "auth: [{hmac: {header: X, over: [all]}}]\n", 4, "over can have"),
        Fault(head + "auth: [{unknown: 1}]\n", 4, "has no 'unknown'"),
        Fault(head + "faults: [{status: 700, class: ok}]\n", 4, "a status must be"),
        Fault(head + "faults: [{status: 400, class: bad}]\n", 4, "class must be one of"),
        Fault(head + "faults: [{class: ok}]\n", 4, "by which answers it applies"),
        Fault(head + "limits: {rate: 5}\n", 4, "rate must be"),
        Fault(head + "limits: {bytes: 2GB}\n", 4, "must be a size"),
        Fault(head + "limits: {deadline: 20}\n", 4, "must be a time"), Fault(head + "retry: 0\n", 4, "from 1 to 10"),
        Fault(head + "check: {get: \"/{x}\"}\n", 4, "because a check has none"),
        Fault(head + "tools: {a: 1}\n", 4, "must be a list"),
        Fault(head + "tools:\n  - description: b\n", 5, "no 'name'"),
        Fault(head + "tools:\n  - name: 1a\n    description: b\n", 5, "a tool's name has letters"),
        Fault(head + "tools:\n  - name: a\n", 5, "no 'description'"),
        Fault(head + "tools:\n  - name: a\n    description: b\n", 5, "has no 'request'"),
        Fault(tool("", request: "{}"), 7, "has no method"),
        Fault(tool("", request: "{get: /, post: /}"), 7, "a request has one method"),
        Fault(tool("", request: "{get: orders}"), 7, "must start with '/'"),
        Fault(tool("", request: "{get: \"/a?b=1\"}"), 7, "write parameters under 'query'"),
        Fault(tool("", request: "{get: /a/../b}"), 7, "a segment that is empty"),
        Fault(tool("", request: "{get: \"/{x}\"}"), 7, "{x} is no argument"),
        Fault(tool("arguments: {x: {type: string}}", request: "{get: \"/{x}\"}"), 7, "add it to 'required'"),
        Fault(tool("", request: "{get: /, query: {a: \"{page}\"}}"), 7, "'pages' is not"),
        Fault(tool("", request: "{get: /, json: {}}"), 7, "has no body"),
        Fault(tool("", request: "{post: /, json: {}, text: a}"), 7, "has one body"),
        Fault(tool("", request: "{get: /, headers: {Host: a}}"), 7, "set by the transport"),
        Fault(tool("", request: "{get: /, headers: {Authorization: a}}"), 7, "under the file's 'auth'"),
        Fault(tool("", request: "{post: /, json: {a: \"{b\"}}"), 7, "has no '}'"),
        Fault(tool("", request: "{post: /, redirects: same-origin}"), 7, "only of a GET"),
        Fault(tool("arguments: {x: text}"), 8, "must have a JSON Schema"),
        Fault(tool("required: [x]"), 8, "is no argument"),
        Fault(tool("effect: writes"), 8, "must be one of reads, changes, destroys"),
        Fault(tool("data: mine"), 8, "must be one of public, caller, operator"),
        Fault(tool("", request: "{get: /, query: {a: \"{caller.name}\"}}"), 7, "is no slot"),
        Fault(head + "check: {get: \"/{caller.user}\"}\n", 4, "for the request of a tool only"),
        Fault(
            "torii: 1\naggregates:\n  - {name: a, description: b, ask: [{tool: c, with: {q: \"{caller.plan}\"}}]}\n",
            3,
            "for the request of a tool only"
        ),
        Fault(tool("cache: {for: 1m}"), 8, "'effect: reads'"), Fault(tool("pages: {max: 1}"), 8, "pages needs one of"),
        Fault(tool("pages: {link: last}"), 8, "can only be 'next'"),
        Fault(tool("poll: {every: 1s}"), 8, "poll needs 'url'"),
        Fault(tool("poll: {url: \"header a b\"}"), 8, "no name of a header field"),
        Fault(tool("answer: {select: orders}"), 8, "no JSONPath query"),
        Fault(tool("answer: {fields: {a: {type: number}}}"), 8, "has no 'path'"),
        Fault(tool("answer: {artifact: \"a b\"}"), 8, "artifact must be a type"),
        Fault(tool("limits: {deadline: 5m}"), 8, "can only lower"),
        Fault(tool("phrases: {en: [hello]}"), 8, "need a sentence"),
        Fault(tool("unknown: 1"), 8, "a tool has no 'unknown'"),
        Fault("torii: 1\naggregates:\n  - {name: a, description: b}\n", 3, "asks nothing"),
        Fault(
            "torii: 1\naggregates:\n  - {name: a, description: b, ask: [{tool: c}], merge: {by: key}}\n",
            3,
            "needs 'key'"
        ),
        Fault(
            "torii: 1\naggregates:\n  - {name: a, description: b, ask: [{tool: c, with: {q: \"{z}\"}}]}\n",
            3,
            "{z} is no argument"
        ),
    ]

    @Test(arguments: faults)
    func namesThePlaceOfAFault(_ fault: Fault) throws {
        let error = try #require(throws: DeclarationError.self) {
            _ = try ToolDeclarationFile(fault.text, file: "f.yaml")
        }
        #expect(
            error.all.contains { $0.message.contains(fault.message) && $0.line == fault.line },
            "\(error.all.map(\.description))"
        )
        #expect(error.all.allSatisfy { !$0.message.isEmpty })
    }

    @Test func namesAllFaultsAtOnce() throws {
        let text = """
            torii: 1
            upstraem: orders
            base: https://h.example
            limits: {rate: often, deadline: soon}
            hosts: [h]
            tools:
              - name: findOrders
                description: Finds orders.
                effect: raeds
                arguments: {id: {type: string}, "a b": {type: string}}
                required: [ids]
                request:
                  get: "/orders/{nr}"
                  query: {a: "{b}", c: "{d}"}
                  headers: {Host: x}
                answer:
                  select: orders
                  fields: {a: b, c: $.c}
                  text: "{{#items}}"
                  max: 0
                  colour: red
              - nmae: removeOrder
                description: Removes an order.
                request: {delete: /x}
              - name: good
                description: Reads.
                effect: reads
                request: {get: /}
            aggregates:
              - {name: both, description: Asks., ask: [{tool: a, wieght: 2}, {}], need: some}

            """
        let error = try #require(throws: DeclarationError.self) { _ = try ToolDeclarationFile(text, file: "f") }
        let found = error.all.map { "\($0.line):\($0.column) \($0.message)" }
        let expected = [
            "2:1 a file of tools has no 'upstraem'; did you mean 'upstream'?", "4:16 rate must be",
            "5:9 an entry of hosts",
            "9:13 effect must be one of", "10:44 an argument's name",
            "11:15 'required' names 'ids', which is no argument of findOrders; did you mean 'id'?",
            "13:12 {nr} is no argument", "14:18 {b} is no argument", "14:28 {d} is no argument",
            "15:23 the header field 'Host'",
            "17:15 select is no JSONPath", "18:19 a is no JSONPath",
            "19:13 line 1, column 1 of the template: the section 'items'",
            "20:12 max must be", "21:7 answer has no 'colour'", "22:5 a tool has no 'nmae'; did you mean 'name'?",
            "30:54 an entry of ask has no 'wieght'; did you mean 'weight'?", "30:66 an entry of ask needs 'tool'",
            "30:77 need must be",
        ]
        for (fault, text) in zip(found, expected) { #expect(fault.hasPrefix(text), "\(fault)") }
        #expect(found.count == expected.count, "\(found)")
    }

    @Test(
        "What a method does is not denied",
        arguments: [
            ("{get: /}", true), ("{head: /}", true), ("{post: /, json: {q: x}}", true), ("{delete: /}", false),
            ("{put: /, json: {}}", false), ("{patch: /, json: {}}", false),
            ("{post: /, graphql: {query: \"query { a }\"}}", true),
            ("{post: /, graphql: {query: \"{ mutation }\"}}", true),
            ("{post: /, graphql: {query: \"# add\\n mutation Add { a }\"}}", false),
        ]
    )
    func effectsFitMethods(request: String, isAccepted: Bool) throws {
        let text = Self.tool("effect: reads", request: request)
        if isAccepted {
            #expect(try ToolDeclarationFile(text, file: "f").tools.count == 1)
        } else {
            let error = try #require(throws: DeclarationError.self) { _ = try ToolDeclarationFile(text, file: "f") }
            #expect(error.line == 7 && error.message.contains("changes something; write 'effect:"), "\(error)")
        }
        for effect in ["changes", "destroys"] {
            #expect(throws: Never.self) {
                try ToolDeclarationFile(Self.tool("effect: \(effect)", request: request), file: "f")
            }
        }
        guard !request.contains("graphql"), !request.contains("json") else { return }
        let check =
            Self.head + "check: \(request)\ntools: []\naggregates: [{name: a, description: b, ask: [{tool: c}]}]\n"
        #expect(((try? ToolDeclarationFile(check, file: "f")) != nil) == isAccepted)
    }

    @Test func costlyPhrasesAreRefused() throws {
        for (phrases, says) in [
            (
                "{examples: {en: a}, en: [\(Array(repeating: "a", count: 65).joined(separator: ", "))]}",
                "the limit is 64"
            ),
            ("{examples: {en: a}, en: [\(String(repeating: "a", count: 1_001))]}", "more than 1000 bytes"),
        ] {
            let error = try #require(throws: DeclarationError.self) {
                _ = try ToolDeclarationFile(Self.tool("phrases: \(phrases)"), file: "f")
            }
            #expect(error.line == 8 && error.message.contains(says), "\(error)")
        }
    }

    @Test func thereAreSixtyFaults() { #expect(Self.faults.count >= 60) }

    private static func aggregate(_ name: String, asks tools: String) -> String {
        let asked = tools.split(separator: ",").map { "{tool: \($0)}" }.joined(separator: ", ")
        return "torii: 1\naggregates:\n  - {name: \(name), description: b, ask: [\(asked)]}\n"
    }

    @Test(.timeLimit(.minutes(1))) func furtherFaultsAreCounted() throws {
        let names = (0..<62_000).map { "unknown\($0): 1" }.joined(separator: "\n")
        let error = try #require(throws: DeclarationError.self) {
            _ = try ToolDeclarationFile("torii: 1\n\(names)\n", file: "f")
        }
        // The last one is about all others; the file also declares no tools.
        #expect(error.all.count == 101)
        #expect(error.all.last?.description == "f: and 61900 more faults")
        #expect(error.all(atMost: 20).last?.description == "f: and 61980 more faults")
        #expect(error.all(atMost: 20).count == 21 && error.description == error.all.first?.description)
    }

    @Test(
        arguments: [
            ([tool(""), tool("")], "reads like 'a'"), ([aggregate("p", asks: "none")], "there is no such tool"),
            ([tool(""), aggregate("p", asks: "a")], "changes something"),
            ([aggregate("p", asks: "q"), aggregate("q", asks: "p")], "p → q → p"),
            (
                [
                    tool("effect: reads"), aggregate("p", asks: "q"), aggregate("q", asks: "r"),
                    aggregate("r", asks: "s"),
                    aggregate("s", asks: "a"),
                ], "more than 3 deep"
            ),
            ([tool(""), tool("").replacingOccurrences(of: "h.example", with: "i.example")], "has another address"),
        ]
    )
    func checksFilesTogether(_ texts: [String], _ message: String) throws {
        var files: [ToolDeclarationFile] = []
        for (number, text) in texts.enumerated() { files.append(try ToolDeclarationFile(text, file: "f\(number)")) }
        let faults = DeclarationSet.faults(of: files)
        #expect(faults.contains { $0.message.contains(message) }, "\(faults)")
    }
}
