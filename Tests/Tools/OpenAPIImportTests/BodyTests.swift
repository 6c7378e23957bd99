import StreamingJSON
import Testing

@testable import OpenAPIImport

@Suite struct BodyTests {
    @Test(
        "Body formats",
        arguments: [
            ("application/json", BodyFormat.json("application/json")),
            ("application/vnd.x+json", .json("application/vnd.x+json")), ("'*/*'", .json("application/json")),
            ("application/merge-patch+json", .json("application/merge-patch+json")),
            ("application/x-www-form-urlencoded", .form), ("multipart/form-data", .multipart),
            ("application/xml", nil), ("application/octet-stream", nil),
        ] as [(String, BodyFormat?)]
    )
    func format(type: String, format: BodyFormat?) async throws {
        let api = try await imported(
            document(
                operation:
                    "requestBody: {content: {\(type): {schema: {type: object, required: [a], properties: {a: {type: string}}}}}}"
            )
        )
        #expect(api.operations.first?.body == format)
        #expect(api.skipped.map(\.reason) == (format == nil ? [.bodyFormat] : []))
        if format != nil { #expect(try api.only().required == ["a"]) }
    }

    @Test func mergePatchIsPreferred() async throws {
        let types = ["application/json-patch+json", "application/merge-patch+json", "application/json"]
        let contents = types.map { "\($0): {schema: {type: object, properties: {a: {}}}}" }.joined(separator: ", ")
        let operation = try await imported(document(operation: "requestBody: {content: {\(contents)}}")).only()
        #expect(operation.body == .json("application/merge-patch+json"))
    }

    @Test func otherBodiesAreOneArgument() async throws {
        for schema in [
            "{type: array, items: {type: string}}", "{oneOf: [{type: object}, {type: string}]}", "{type: string}",
        ] {
            let operation = try await imported(
                document(operation: "requestBody: {required: true, content: {application/json: {schema: \(schema)}}}")
            ).only()
            #expect(operation.slots == [OperationTests.slot(.body, "body", "body")])
            #expect(operation.required == ["body"])
        }
    }

    @Test func formFieldsHaveStyles() async throws {
        let operation = try await imported(
            document(
                operation: """
                    requestBody:
                      content:
                        application/x-www-form-urlencoded:
                          schema:
                            anyOf:
                            - {type: object, required: [a], properties: {a: {type: string}, list: {type: array, items: {}}}}
                            - {type: object, properties: {plain: {type: object}, deep: {type: object}}}
                          encoding: {deep: {style: deepObject, explode: true}}
                    """
            )
        ).only()
        #expect(operation.required.isEmpty)
        #expect(
            operation.slots == [
                OperationTests.slot(.field, "a", "a"), OperationTests.slot(.field, "list", "list", "form", true),
                OperationTests.slot(.field, "plain", "plain", nil, nil, "json"),
                OperationTests.slot(.field, "deep", "deep", "deepObject", true),
            ]
        )
    }

    @Test func filesAreTextsOrDataURLs() async throws {
        let operation = try await imported(
            document(
                operation: """
                    requestBody: {content: {multipart/form-data: {schema: {type: object, properties: {
                      file: {type: string, format: binary, description: The picture.}}}}}}
                    """
            )
        ).only()
        #expect(operation.slots == [OperationTests.slot(.field, "file", "file", nil, nil, "file")])
        #expect(
            operation.arguments["file"] == [
                "type": "string",
                "description": "The picture. The text of the file, or its bytes as data:<media type>;base64,<data>.",
            ]
        )
    }

    @Test func swagger() async throws {
        let api = try await imported(
            """
            swagger: '2.0'
            host: api.example.com
            basePath: /v2
            schemes: [http, https]
            consumes: [application/x-www-form-urlencoded]
            securityDefinitions: {app: {type: oauth2, flow: application, tokenUrl: 'https://api.example.com/token'}}
            security: [{app: [read]}]
            paths:
              /x:
                post:
                  parameters:
                  - {name: token, in: formData, type: string, required: true}
                  - {name: ids, in: formData, type: array, items: {type: integer}, collectionFormat: multi, required: true}
                  - {name: q, in: query, type: array, items: {type: string}}
                get:
                  produces: [text/csv]
                  responses: {200: {description: Rows, schema: {type: string}}}
                  parameters: [{name: b, in: query, type: [string, 'null']}, {name: t, in: query, type: array, collectionFormat: tsv}]
                put:
                  consumes: [application/json]
                  parameters: [{name: whole, in: body, schema: {$ref: '#/definitions/T'}}]
            definitions: {T: {type: object, properties: {a: {type: string}}}}
            """
        )
        #expect(api.operations.map(\.label) == ["POST /x", "GET /x", "PUT /x"])
        let (post, get, put) = (api.operations[0], api.operations[1], api.operations[2])
        #expect(post.origin + post.basePath == "https://api.example.com/v2")
        #expect(post.slots.map(\.name) == ["q", "ids"])
        #expect(post.slots.map(\.explode) == [false, true])
        #expect(post.required == ["ids"])
        #expect(
            post.security.first?.members.first?.member
                == .clientCredentials(token: "https://api.example.com/token", scopes: ["read"])
        )
        #expect(get.arguments["b"] == ["type": ["string", "null"]])
        #expect(get.answer == .csv)
        #expect(put.body == .json("application/json"))
        #expect(put.arguments.keys == ["a"])
        #expect(api.unmapped.map(\.reason) == [.keyParameter, .parameter])
    }

    @Test(
        "Answer formats",
        arguments: [
            ("application/json", AnswerFormat.json, nil), ("application/geo+json", .json, "application/geo+json"),
            ("application/xml", .xml, "application/xml"), ("image/png", .binary, "image/png"),
            ("text/plain", .text, "text/plain"),
            ("text/event-stream", nil, nil), ("text/html", nil, nil),
        ] as [(String, AnswerFormat?, String?)]
    )
    func answer(type: String, format: AnswerFormat?, accept: String?) async throws {
        let api = try await imported(document(operation: "responses: {200: {content: {\(type): {}}}}"))
        #expect(api.operations.first?.answer == format)
        #expect(api.operations.first?.headers["Accept"] == accept)
        #expect(api.skipped.map(\.reason) == (format == nil ? [.answerFormat] : []))
    }
}
