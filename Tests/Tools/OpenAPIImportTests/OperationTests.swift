import StreamingJSON
import Testing

@testable import OpenAPIImport

@Suite struct OperationTests {
    @Test(
        "Names",
        arguments: [
            ("get_files_id", "api_getFilesId"), ("GetFilesID", "api_getFilesID"), ("APIList", "api_apiList"),
            ("conversations.list", "api_conversationsList"), ("予約", "api_getAB"), (nil, "api_getAB"),
        ] as [(String?, String)]
    )
    func names(id: String?, expected: String) {
        #expect(OperationName.make(prefix: "api", id: id, method: "GET", path: "/a/{b}") == expected)
    }

    @Test func longNamesHaveAHash() {
        let name = OperationName.make(
            prefix: "api",
            id: String(repeating: "long", count: 20),
            method: "GET",
            path: "/a"
        )
        #expect(name.utf8.count == 40)
        #expect(name.hasSuffix("_" + Digest.hex("GET /a".utf8, digits: 6)))
    }

    @Test func repeatedIdsStayUnique() async throws {
        let api = try await imported(
            """
            swagger: '2.0'
            host: a.example
            paths: {'/a': {get: {operationId: x}}, '/b': {get: {operationId: x}}, '/a#two': {get: {operationId: y}}}
            """
        )
        #expect(Set(api.operations.map(\.name)).count == 3)
        #expect(api.operations.map(\.requestPath) == ["/a", "/b", "/a"])
        #expect(api.operations.map(\.path) == ["/a", "/b", "/a#two"])
    }

    /// A parameter as written and its slot.
    struct Row: CustomTestStringConvertible, Sendable {
        let parameter: String
        var version = "3.0.3"
        let slot: RequestSlot?
        var testDescription: String { parameter }
    }

    static func slot(
        _ part: RequestSlot.Part,
        _ name: String,
        _ argument: String,
        _ style: String? = nil,
        _ explode: Bool? = nil,
        _ format: String? = nil
    ) -> RequestSlot {
        RequestSlot(part: part, name: name, argument: argument, style: style, explode: explode, format: format)
    }

    static let rows: [Row] = [
        Row(parameter: "{name: q, in: query, schema: {type: string}}", slot: slot(.query, "q", "q")),
        Row(
            parameter: "{name: q, in: query, schema: {type: array, items: {}}}",
            slot: slot(.query, "q", "q", "form", true)
        ),
        Row(
            parameter: "{name: q, in: query, style: pipeDelimited, schema: {type: array, items: {}}}",
            slot: slot(.query, "q", "q", "pipeDelimited", false)
        ),
        Row(
            parameter:
                "{name: 'f', in: query, style: deepObject, schema: {type: object, properties: {a: {type: array}}}}",
            slot: slot(.query, "f", "f", "deepObject", true)
        ),
        Row(
            parameter: "{name: 'page[size]', in: query, schema: {type: integer}}",
            slot: slot(.query, "page[size]", "page_size")
        ),
        Row(parameter: "{name: X-Id, in: header, schema: {type: string}}", slot: slot(.header, "X-Id", "X_Id")),
        Row(
            parameter: "{name: X-Ids, in: header, schema: {type: array, items: {type: string}}}",
            slot: slot(.header, "X-Ids", "X_Ids", "simple", false)
        ),
        Row(
            parameter: "{name: q, in: query, content: {application/json: {schema: {type: object}}}}",
            slot: slot(.query, "q", "q", nil, nil, "json")
        ),
        Row(parameter: "{name: Authorization, in: header, schema: {type: string}}", slot: nil),
        Row(parameter: "{name: Cookie, in: header, schema: {type: string}}", slot: nil),
        Row(parameter: "{name: s, in: cookie, schema: {type: string}}", slot: nil),
        Row(parameter: "{name: x-api-key, in: header, required: true, schema: {type: string}}", slot: nil),
        Row(parameter: "{name: token, in: query, required: true, schema: {type: string}}", slot: nil),
    ]

    @Test("Parameters", arguments: rows)
    func parameter(row: Row) async throws {
        let operation = try await imported(document(row.version, operation: "parameters: [\(row.parameter)]")).only()
        #expect(operation.slots.first == row.slot)
    }

    @Test func collisionsGetThePrefixOfTheirPlace() async throws {
        let api = try await imported(
            """
            openapi: 3.0.0
            servers: [{url: 'https://a.example'}]
            paths:
              /x/{id}:
                parameters: [{name: id, in: query, schema: {type: string}}]
                put:
                  parameters: [{name: id, in: header, schema: {type: string}}, {name: id, in: path, required: true, schema: {type: integer}}]
                  requestBody: {content: {application/json: {schema: {type: object, properties: {id: {type: string}}}}}}
            """
        )
        let operation = try api.only()
        #expect(operation.slots.map(\.argument) == ["id", "header_id", "query_id", "body_id"])
        #expect(operation.requestPath == "/x/{id}")
        #expect(operation.required == ["id"])
    }

    @Test func undeclaredPathParametersAreTexts() async throws {
        let api = try await imported(
            "{openapi: 3.0.0, servers: [{url: 'https://a.example'}], paths: {'/x/{user-id}/{b}': {get: {}}}}"
        )
        #expect(try api.only().requestPath == "/x/{user_id}/{b}")
        #expect(try api.only().required == ["user_id", "b"])
    }

    @Test(
        "Effects and methods",
        arguments: [
            ("get", OperationEffect.reads), ("head", .reads), ("post", .changes), ("delete", .destroys), ("trace", nil),
        ]
            as [(String, OperationEffect?)]
    )
    func effect(method: String, effect: OperationEffect?) async throws {
        let api = try await imported(
            "{openapi: 3.1.0, servers: [{url: 'https://a.example'}], paths: {/x: {\(method): {x-openai-isConsequential: true}}}}"
        )
        #expect(api.operations.first?.effect == effect)
        #expect(api.skipped.isEmpty == (effect != nil))
        if effect != nil { #expect(try api.only().isConsequential) }
    }

    @Test func descriptionsAreCut() {
        #expect(
            Summary.operation(summary: "Lists orders", description: "Newest first, e.g. today's. More text.", most: 300)
                == "Lists orders. Newest first, e.g. today's."
        )
        #expect(
            Summary.operation(summary: nil, description: "# Head\n\nThe <b>first</b> [text](http://x).\nX.", most: 300)
                == "The first text."
        )
        #expect(Summary.operation(summary: "一覧", description: "一覧を返します。詳細。", most: 300) == "一覧を返します。")
        #expect(
            Summary.operation(summary: String(repeating: "a", count: 500), description: nil, most: 300).count == 300
        )
    }
}

@Suite struct PathParameterTests {
    @Test(
        "A parameter that is evidently a path keeps its slashes",
        arguments: [
            ("/contents/{path}", "{name: path, in: path, required: true, schema: {type: string}}", true),
            ("/contents/{file_path}", "{name: file_path, in: path, required: true, schema: {type: string}}", true),
            ("/contents/{path}", "{name: other, in: query}", true),
            ("/contents/{path}/raw", "{name: path, in: path, required: true, schema: {type: string}}", false),
            ("/c/{id}", "{name: id, in: path, required: true, schema: {type: string}}", false),
            ("/c/{id}/x", "{name: id, in: path, required: true, allowReserved: true, schema: {type: string}}", true),
            ("/c/{id}/x", "{name: id, in: path, required: true, schema: {type: string, format: file-path}}", true),
            ("/c/{id}/x", "{name: id, in: path, required: true, schema: {type: string, pattern: '^.+/.+$'}}", true),
            ("/c/{id}/x", "{name: id, in: path, required: true, schema: {type: string, pattern: '^[^/]+$'}}", false),
        ]
    )
    func slashes(path: String, parameter: String, keeps: Bool) async throws {
        let api = try await imported(
            "{openapi: 3.1.0, servers: [{url: 'https://a.example'}], paths: {'\(path)': {get: {parameters: [\(parameter)]}}}}"
        )
        #expect(try api.only().slots.first { $0.part == .path }?.hasSegments == keeps)
        let text = try #require(DeclarationWriter().files(for: api).first).text
        #expect(text.contains("slash: segments") == keeps, "\(text)")
    }

    @Test(
        "Mistakes are named",
        arguments: [
            ("pahts: {/a: {}}\ncomponents: {}", "'pahts' is no part of a document; did you mean 'paths'?"),
            ("paths: {/a: {gte: {}}}", "'gte' is no method; did you mean 'get'?"),
            (
                "paths: {'/a/{id}': {get: {parameters: [{name: ids, in: path, required: true, schema: {type: string}}]}}}",
                "the path has no {ids}, which is a parameter of it; did you mean {id}?"
            ),
            (
                "paths: {/a: {get: {parameters: [{name: author, in: query, schema: {type: sting}}]}}}",
                "there is no type 'sting', so any value is accepted; did you mean 'string'?"
            ),
        ]
    )
    func mistakes(text: String, says: String) async throws {
        let api = try await imported("openapi: 3.1.0\nservers: [{url: 'https://a.example'}]\n\(text)\n")
        #expect(api.unmapped.contains { $0.message == says }, "\(api.unmapped)")
    }

    @Test func aDocumentWithoutPathsIsGuessed() async throws {
        let error = await #expect(throws: OpenAPIError.self) { try await imported("openapi: 3.1.0\npahts: {}\n") }
        #expect(error?.message.contains("did you mean 'paths' with 'pahts'?") == true)
    }

    @Test func leftOutOperationsAreNamed() async throws {
        var api = try await imported(
            "{openapi: 3.1.0, servers: [{url: 'https://a.example'}], paths: {/a: {get: {}}, /b: {get: {}}}}"
        )
        let first = try #require(api.operations.first)
        #expect(api.only(first).operations == [first])
        api.leaveOut([first.name: "it has too many arguments"])
        #expect(api.operations.count == 1 && api.skipped.map(\.operation) == ["GET /a"])
    }
}
