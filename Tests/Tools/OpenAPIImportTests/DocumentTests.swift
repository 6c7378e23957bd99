import StreamingJSON
import Testing

@testable import OpenAPIImport

@Suite struct DocumentTests {
    @Test(
        "A reference resolves against the file that contains it",
        arguments: [
            ("b.yaml", "a.yaml", "b.yaml"), ("../b.yaml#/x", "d/a.yaml", "b.yaml"),
            ("./e/b.yaml", "d/a.yaml", "d/e/b.yaml"),
            ("#/x", "d/a.yaml", "d/a.yaml"), ("b%20c.yaml", "a.yaml", "b c.yaml"), ("../b.yaml", "a.yaml", nil),
            ("%2e%2e/b.yaml", "a.yaml", nil), ("/etc/passwd", "a.yaml", nil), ("d/../../b.yaml", "a.yaml", nil),
            ("..\\b.yaml", "a.yaml", nil), ("x/\u{301}/../../../b", "a.yaml", nil),
            ("file:///etc/passwd", "a.yaml", nil),
            ("https://other.example/b.yaml", "a.yaml", nil),
            ("https://docs.example/b.yaml", "a.yaml", "https://docs.example/b.yaml"),
            ("../c.yaml", "https://docs.example/d/b.yaml", "https://docs.example/c.yaml"), ("#anchor", "a.yaml", nil),
        ] as [(String, String, String?)]
    )
    func reference(text: String, containing: String, file: String?) {
        let reference = try? FileReference(text, in: containing, remoteOrigin: "https://docs.example")
        #expect(reference?.file == file)
    }

    @Test func filesAreReadAtEveryPlace() async throws {
        let api = try await imported(
            """
            openapi: 3.0.0
            servers: [{url: 'https://a.example'}]
            paths:
              /item: {$ref: paths/item.yaml}
              /operation: {get: {$ref: paths/operation.yaml}}
              /lost: {get: {$ref: paths/lost.yaml}}
            """,
            files: [
                "paths/item.yaml": """
                put:
                  parameters: [{$ref: '../shared.yaml#/parameters/limit'}]
                  requestBody: {$ref: '../shared.yaml#/body'}
                """,
                "paths/operation.yaml": "parameters: [{$ref: '../shared.yaml#/parameters/limit'}]",
                "shared.yaml": """
                parameters: {limit: {name: limit, in: query, schema: {type: integer}}}
                body: {content: {application/json: {schema: {$ref: 'deep/schema.yaml'}}}}
                """,
                "deep/schema.yaml": "{type: object, properties: {self: {$ref: schema.yaml}, id: {type: string}}}",
            ]
        )
        #expect(api.operations.map { $0.arguments.keys } == [["limit", "self", "id"], ["limit"]])
        #expect(api.operations[0].arguments["self"] == ["$ref": "#/$defs/schema"])
        #expect(api.skipped.map(\.operation) == ["GET /lost"])
        #expect(api.files == 5)
    }

    @Test(
        "Documents that are refused",
        arguments: [
            ("{}", OpenAPIError.Code.notOpenAPI), ("openapi: 4.0.0\npaths: {}", .notOpenAPI), ("[]", .notOpenAPI),
            ("a: [", .unreadable),
            ("a: " + String(repeating: "[", count: 200) + String(repeating: "]", count: 200), .tooLarge),
        ]
    )
    func refused(text: String, code: OpenAPIError.Code) async {
        let error = await #expect(throws: OpenAPIError.self) { try await imported(text) }
        #expect(error?.code == code)
    }

    @Test func limitsOfFiles() async throws {
        var options = ImportOptions(upstream: "api")
        options.limits.files = 2
        options.limits.bytes = 400
        let text = """
            {openapi: 3.0.0, servers: [{url: 'https://a.example'}], paths: {
              /a: {$ref: a.yaml}, /b: {$ref: b.yaml}, /c: {get: {}}}}
            """
        let files = ["a.yaml": "{get: {}}", "b.yaml": "{get: {}}"]
        let few = try await imported(text, files: files, options: options)
        #expect(few.operations.map(\.path).contains("/c"))
        #expect(few.skipped.count == 1)
        options.limits.bytes = 50
        let error = await #expect(throws: OpenAPIError.self) {
            try await imported(text, files: files, options: options)
        }
        #expect(error?.code == .tooLarge)
    }

    @Test func mergeKeysLoseNoParameters() async throws {
        let api = try await imported(
            """
            openapi: 3.1.0
            servers: [{url: 'https://a.example'}]
            x-common: &common
              parameters: [{name: tenant, in: query, required: true, schema: {type: string}}]
              responses: {200: {description: fine}}
            x-named: &named {operationId: named}
            paths:
              /a: {get: {<<: *common, operationId: own}}
              /b:
                get:
                  <<: [*named, *common, {operationId: last}]
            """
        )
        #expect(api.operations.map(\.required) == [["tenant"], ["tenant"]])
        #expect(api.operations.map(\.operationID) == ["own", "named"])
    }

    @Test func oddPartsAreTolerated() async throws {
        let api = try await imported(
            """
            openapi: 3.0.0
            servers: [{url: 'https://a.example'}]
            tags: null
            paths:
              x-extension: {get: {}}
              /a: {get: null, put: text, post: {tags: null, parameters: null, responses: null, security: null, operationId: 12}}
              /b: null
              /c: {get: {parameters: [null, 3, {name: 1}], requestBody: [], responses: {200: text}}}
            """
        )
        #expect(api.operations.map(\.label) == ["POST /a", "GET /c"])
        #expect(api.skipped.map(\.reason) == [.malformed, .malformed])
    }

    @Test(
        "Selection",
        arguments: [
            (OperationSelection(), ["GET /orders", "POST /orders", "GET /orders/{id}"]),
            (OperationSelection(isReadOnly: true), ["GET /orders", "GET /orders/{id}"]),
            (OperationSelection(tags: ["one"]), ["GET /orders/{id}"]),
            (
                OperationSelection(includesDeprecated: true),
                ["GET /orders", "POST /orders", "GET /orders/{id}", "DELETE /orders/{id}"]
            ),
            (OperationSelection(only: ["* /orders"]), ["GET /orders", "POST /orders"]),
            (OperationSelection(only: ["get /orders/*"]), ["GET /orders/{id}"]),
            (OperationSelection(only: ["GET /**"]), ["GET /orders", "GET /orders/{id}"]),
            (OperationSelection(only: ["findOrder", "api_makeOrder"]), ["POST /orders", "GET /orders/{id}"]),
        ] as [(OperationSelection, [String])]
    )
    func selection(selection: OperationSelection, labels: [String]) async throws {
        let api = try await imported(
            """
            openapi: 3.0.0
            servers: [{url: 'https://a.example'}]
            paths:
              /orders: {get: {}, post: {operationId: makeOrder}}
              /orders/{id}: {get: {operationId: findOrder, tags: [one]}, delete: {deprecated: true}}
            """,
            options: ImportOptions(upstream: "api", selection: selection)
        )
        #expect(api.operations.map(\.label) == labels)
        #expect(api.found == 4 && api.deselected == 4 - labels.count)
    }
}
