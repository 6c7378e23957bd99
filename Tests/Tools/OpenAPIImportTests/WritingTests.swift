import SeededRandom
import StreamingJSON
import Testing

@testable import OpenAPIImport

@Suite struct WritingTests {
    /// Returns what the parser reads from a written member.
    private func written(_ name: String, _ value: JSONValue) throws -> JSONValue {
        var yaml = YAMLText()
        yaml.comment("first\nsecond: [", indent: 0)
        yaml.heading("list", indent: 0)
        yaml.member("first", 1, indent: 4, isItem: true)
        yaml.member(name, value, indent: 4)
        yaml.member("last", "x", indent: 4)
        return try readYAML(yaml.text)
    }

    private func expected(_ name: String, _ value: JSONValue) -> JSONValue {
        ["list": [.object(JSONObject([("first", 1), (name, value), ("last", "x")]))]]
    }

    static let texts = [
        "", " ", "a", "a b", "a ", " a", "yes", "No", "NULL", "~", "null", "true", "1", "1.5", "-1", "0x1", "017",
        "1:30", "2020-01-01",
        ".inf", ".NaN", "1e3", "- a", "-", "?", ": ", "a: b", "a #b", "#a", "a\nb", "a\r\nb", "\t", "\"", "\\", "'",
        "a\\nb", "{a}",
        "{key}", "[a]", "*a", "&a", "!a", "|", ">", "%a", "@a", "`a`", "<<", "=", "---", "...", "a: ", "a,b", "日本語",
        "😀", "e\u{301}",
        "\u{85}", "\u{2028}", "a\u{FEFF}b", "\u{7F}", "\u{1B}[0m", "\u{200B}", "\u{FFFE}", "\u{10FFFF}", "\u{E000}",
        "$ref", "$", "/a/{b}",
        String(repeating: "long ", count: 400), String(repeating: "長", count: 2_000),
    ]

    @Test("A text is read back as it is, as a value and as a name", arguments: texts)
    func text(text: String) throws {
        #expect(try written("value", .string(text)) == expected("value", .string(text)))
        let list: JSONValue = [.string(text), ["b": .string(text)]]
        #expect(try written("n" + text, list) == expected("n" + text, list))
        let deep: JSONValue = [[["deep": .string(text)]], []]
        let nested = JSONValue.object(JSONObject([(text, deep), ("other", .string(text))]))
        #expect(try written("value", nested) == expected("value", nested))
    }

    @Test func randomValuesAreReadBack() throws {
        var generator = SeededGenerator(seed: 21)
        for _ in 0..<300 {
            let value = Self.value(depth: 0, &generator)
            #expect(try written("value", value) == expected("value", value))
        }
    }

    private static func value(depth: Int, _ generator: inout SeededGenerator) -> JSONValue {
        switch Int.random(in: 0..<(depth < 5 ? 9 : 6), using: &generator) {
        case 0: return .null
        case 1: return .bool(.random(using: &generator))
        case 2: return .integer(.random(in: .min ... .max, using: &generator))
        case 3:
            let number = Double.random(in: -1e30...1e30, using: &generator)
            return .number([number, 10, -0.5, 1e300, 1e-7].randomElement(using: &generator) ?? number)
        case 4, 5: return .string(texts.randomElement(using: &generator) ?? "")
        case 6:
            return .array(
                (0..<Int.random(in: 0...5, using: &generator)).map { _ in value(depth: depth + 1, &generator) }
            )
        default:
            let members = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                (texts.randomElement(using: &generator) ?? "", value(depth: depth + 1, &generator))
            }
            return .object(JSONObject(members))
        }
    }

    static let orders = """
        openapi: 3.0.0
        info: {title: 'Orders: # 1', version: 2}
        servers: [{url: 'https://a.example/v1'}]
        security: [{app: [read]}, {id: [], secret: []}]
        components: {securitySchemes: {
          app: {type: oauth2, flows: {clientCredentials: {tokenUrl: 'https://a.example/t'}}},
          id: {type: apiKey, in: header, name: X-Id}, secret: {type: apiKey, in: header, name: X-Secret}}}
        paths:
          /orders:
            get:
              operationId: findOrders
              summary: "Finds: orders #1"
              tags: [sales]
              parameters:
              - {name: cursor, in: query, schema: {type: string}}
              - {name: ids, in: query, style: pipeDelimited, schema: {type: array, items: {type: integer}}}
              responses: {200: {content: {application/json: {schema: {type: object, properties: {next_cursor: {type: string}}}}}}}
            delete: {operationId: clear, x-openai-isConsequential: true}
          /files:
            servers: [{url: 'https://files.example'}]
            put:
              requestBody: {content: {text/csv: {schema: {type: string}}}}
              responses: {200: {content: {image/png: {}}}}
        """

    /// An operation that reads without a key is not open to users of itself, because the key is sent with it.
    @Test func keylessReadingIsProposedForUsers() async throws {
        let document = """
            openapi: 3.0.0
            info: {title: Shop, version: 1}
            servers: [{url: 'https://a.example'}]
            security: [{app: []}]
            components: {securitySchemes: {app: {type: apiKey, in: header, name: X-Key}}}
            paths:
              /items: {get: {operationId: items, security: []}, post: {operationId: add, security: []}}
              /orders: {get: {operationId: orders}}
            """
        let text = DeclarationWriter().files(
            for: try await imported(document, options: ImportOptions(upstream: "shop"))
        )[0].text
        let lines = text.split(separator: "\n")
        #expect(lines.count { $0.hasSuffix("# data: public") } == 1)
        let place = try #require(lines.firstIndex { $0.hasSuffix("# data: public") })
        #expect(lines[..<place].last { $0.contains("name: ") }?.contains("items") == true)
        #expect(try readYAML(text)["tools"]?.arrayValue?.allSatisfy { $0["data"] == nil } == true)
        // A service without keys answers everybody alike, so its tools need no word.
        let open = document.replacing("security: [{app: []}]\n", with: "\n")
        let files = DeclarationWriter().files(
            for: try await imported(open, options: ImportOptions(upstream: "shop"))
        )
        #expect(!files[0].text.contains("data: public"))
    }

    @Test func declarationsHaveTheFormatsFields() async throws {
        let api = try await imported(Self.orders, options: ImportOptions(upstream: "orders"))
        let files = DeclarationWriter().files(for: api)
        #expect(files.map(\.name) == ["orders.yaml", "orders-2.yaml"])
        try #require(files.count == 2)
        #expect(files.map(\.origin) == ["https://a.example", "https://files.example"])
        let text = files[0].text
        #expect(text.contains("    # pages: {next: $.next_cursor, as: cursor, max: 5}\n"))
        let read = try readYAML(text)
        #expect(read["torii"] == 1)
        #expect(read["upstream"] == "orders")
        #expect(read["title"] == "Orders: # 1")
        #expect(read["base"] == "https://a.example/v1")
        #expect(
            read["auth"] == [
                ["oauth2": ["token": "https://a.example/t", "scope": "read"]],
                ["header": ["X-Id": "{key.id}", "X-Secret": "{key.secret}"]],
            ]
        )
        let tool = try #require(read["tools"]?[0])
        #expect(tool["name"] == "orders_findOrders")
        #expect(tool["description"] == "Finds: orders #1.")
        #expect(tool["effect"] == "reads")
        #expect(tool["expose"] == nil)
        #expect(
            tool["request"] == [
                "get": "/orders",
                "query": ["cursor": "{cursor}", "ids": ["from": "ids", "style": "pipeDelimited", "explode": false]],
            ]
        )
        #expect(tool["origin"]?["operation"] == "GET /orders")
        #expect(tool["origin"]?["digest"] == .string(api.operations[0].digest))
        #expect(read["tools"]?[1]?["approval"] == "always")
        #expect(read["tools"]?[1]?["effect"] == "destroys")
        let file = try readYAML(files[1].text)
        #expect(
            file["tools"]?[0]?["request"] == [
                "put": "/files", "headers": ["Accept": "image/png", "Content-Type": "text/csv"], "text": "{body}",
            ]
        )
        #expect(file["tools"]?[0]?["answer"] == ["as": "binary"])
    }

    @Test func manyToolsAreSearchedAndSplit() async throws {
        let paths = (0..<450).map { "/p\($0): {get: {operationId: get\($0)}}" }.joined(separator: ", ")
        let api = try await imported("{openapi: 3.0.0, servers: [{url: 'https://a.example'}], paths: {\(paths)}}")
        let files = DeclarationWriter().files(for: api)
        #expect(files.map(\.tools) == [200, 200, 50])
        for file in files {
            let read = try readYAML(file.text)
            #expect(read["tools"]?.arrayValue?.allSatisfy { $0["expose"] == "search" } == true)
        }
    }

    @Test func differencesAreFoundByLabel() async throws {
        let old = try await imported(Self.orders, options: ImportOptions(upstream: "orders"))
        let origins = Dictionary(uniqueKeysWithValues: old.operations.map { ($0.label, $0.digest) })
        #expect(ImportDifference(origins: origins, api: old).isEmpty)
        let text = Self.orders.split(separator: "\n").filter { !$0.contains("delete") && !$0.contains("name: cursor") }
        let new = try await imported(
            text.joined(separator: "\n") + "\n  /new: {get: {}}",
            options: ImportOptions(upstream: "orders")
        )
        let difference = ImportDifference(origins: origins, api: new)
        #expect(difference.added == ["GET /new"])
        #expect(difference.removed == ["DELETE /orders"])
        #expect(difference.changed == ["GET /orders"])
    }
}
