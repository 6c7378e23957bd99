import StreamingJSON
import Testing

@testable import OpenAPIImport

@Suite struct SchemaTests {
    /// A schema as written and as a tool has it.
    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        var version = "3.0.3"
        let schema: String
        let expected: String
        var testDescription: String { name }
    }

    static let rows: [Row] = [
        Row(name: "nullable", schema: "{type: string, nullable: true}", expected: #"{"type":["string","null"]}"#),
        Row(
            name: "nullable in 3.1 with enum",
            version: "3.1.0",
            schema: "{type: string, enum: [a, b], nullable: true}",
            expected: #"{"type":["string","null"],"enum":["a","b",null]}"#
        ),
        Row(name: "nullable false", schema: "{type: string, nullable: false}", expected: #"{"type":"string"}"#),
        Row(
            name: "exclusive bound of 3.0",
            schema: "{type: integer, minimum: 1, exclusiveMinimum: true, maximum: 9}",
            expected: #"{"type":"integer","exclusiveMinimum":1,"maximum":9}"#
        ),
        Row(
            name: "wrong default, examples, xml, extensions",
            schema: "{type: integer, default: many, example: 1, xml: {name: a}, x-order: 1}",
            expected: #"{"type":"integer"}"#
        ),
        Row(
            name: "repeated required and enum",
            schema: "{type: object, required: [a, a], properties: {a: {type: string, enum: [x, x]}}}",
            expected: #"{"type":"object","properties":{"a":{"type":"string","enum":["x"]}},"required":["a"]}"#
        ),
        Row(
            name: "readOnly",
            schema:
                "{type: object, required: [id, a], properties: {id: {type: string, readOnly: true}, a: {type: string}}}",
            expected: #"{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}"#
        ),
        Row(
            name: "readOnly behind a reference",
            schema: "{type: object, properties: {id: {$ref: '#/components/schemas/Id'}, a: {type: string}}}",
            expected: #"{"type":"object","properties":{"a":{"type":"string"}}}"#
        ),
        Row(
            name: "a property named $ref",
            schema: "{type: object, properties: {$ref: {type: string}, a: {type: string}}}",
            expected: ##"{"type":"object","properties":{"$ref":{"type":"string"},"a":{"type":"string"}}}"##
        ),
        Row(
            name: "keywords beside a reference, 3.0",
            schema: "{$ref: '#/components/schemas/Base', description: Text., maxProperties: 3}",
            expected: ##"{"$ref":"#/$defs/Base","description":"Text."}"##
        ),
        Row(
            name: "keywords beside a reference, 3.1",
            version: "3.1.0",
            schema: "{$ref: '#/components/schemas/Base', maxProperties: 3}",
            expected: ##"{"allOf":[{"$ref":"#/$defs/Base"},{"maxProperties":3}]}"##
        ),
        Row(
            name: "nullable reference",
            schema: "{nullable: true, allOf: [{$ref: '#/components/schemas/Base'}]}",
            expected: ##"{"anyOf":[{"$ref":"#/$defs/Base"},{"type":"null"}]}"##
        ),
        Row(
            name: "allOf of objects",
            schema:
                "{allOf: [{$ref: '#/components/schemas/Base'}, {type: object, required: [b], properties: {b: {type: string}}}]}",
            expected:
                #"{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"string"}},"required":["a","b"]}"#
        ),
        Row(
            name: "allOf with a conflict",
            schema: "{allOf: [{$ref: '#/components/schemas/Base'}, {type: object, properties: {a: {maximum: 3}}}]}",
            expected:
                #"{"type":"object","properties":{"a":{"allOf":[{"type":"integer"},{"maximum":3}]}},"required":["a"]}"#
        ),
        Row(
            name: "discriminator",
            schema: """
                {oneOf: [{$ref: '#/components/schemas/Base'}, {$ref: '#/components/schemas/Id'}], \
                discriminator: {propertyName: kind, mapping: {base: '#/components/schemas/Base'}}}
                """,
            expected: ##"""
                {"oneOf":[
                {"allOf":[{"$ref":"#/$defs/Base"},{"properties":{"kind":{"const":"base"}},"required":["kind"]}]},
                {"allOf":[{"$ref":"#/$defs/Id"},{"properties":{"kind":{"const":"Id"}},"required":["kind"]}]}]}
                """##
        ),
        Row(
            name: "types of 3.1",
            version: "3.1.0",
            schema: "{type: [string, 'null']}",
            expected: #"{"type":["string","null"]}"#
        ),
        Row(name: "unknown type", schema: "{type: any, description: x}", expected: #"{"description":"x"}"#),
        Row(
            name: "integer names",
            schema: "{type: object, properties: {200: {type: string}}}",
            expected: #"{"type":"object","properties":{"200":{"type":"string"}}}"#
        ),
    ]

    @Test("A schema is written as a tool needs it", arguments: rows)
    func schema(row: Row) async throws {
        let text = document(
            row.version,
            operation: """
                requestBody: {content: {application/json: {schema: {type: object, properties: {
                  value: \(row.schema)}}}}}
                """,
            more: """
                components:
                  schemas:
                    Id: {type: string, readOnly: true}
                    Base: {type: object, required: [a], properties: {a: {type: integer}}}
                """
        )
        let operation = try await imported(text).only()
        #expect(operation.arguments["value"] == (try json(row.expected)))
    }

    @Test func recursionStaysAReference() async throws {
        let text = document(
            operation: "requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Node'}}}}",
            more: """
                components: {schemas: {Node: {type: object, properties: {
                  name: {type: string}, next: {$ref: '#/components/schemas/Node'}}}}}
                """
        )
        let operation = try await imported(text).only()
        #expect(operation.arguments["next"] == ["$ref": "#/$defs/Node"])
        #expect(operation.definitions.keys == ["Node"])
    }

    @Test(
        "A faulty schema costs only its operation",
        arguments: [
            ("{allOf: [{$ref: '#/components/schemas/A'}]}", Unmapped.Reason.endlessSchema),
            ("{$ref: '#/components/schemas/Missing'}", .danglingReference),
            ("{type: object, properties: {a: {$ref: '#/components/schemas/Missing'}}}", .danglingReference),
            ("{$ref: '#/components/schemas/Self'}", .danglingReference),
        ]
    )
    func faults(schema: String, reason: Unmapped.Reason) async throws {
        let text = document(
            operation: "requestBody: {content: {application/json: {schema: \(schema)}}}",
            more: """
                  /good: {get: {}}
                components: {schemas: {
                  A: {allOf: [{$ref: '#/components/schemas/B'}]}, B: {allOf: [{$ref: '#/components/schemas/A'}]},
                  Self: {$ref: '#/components/schemas/Self'}}}
                """
        )
        let api = try await imported(text)
        #expect(api.operations.map(\.label) == ["GET /good"])
        #expect(api.skipped.map(\.reason) == [reason])
        #expect(api.skipped.first?.operation == "POST /things")
        #expect(api.skipped.first?.place.hasPrefix("openapi.yaml#/paths/~1things/post") == true)
    }

    @Test func aMappingWithoutBranchesBecomesBranches() async throws {
        let text = document(
            operation:
                "requestBody: {content: {application/json: {schema: {type: object, properties: {m: {$ref: '#/components/schemas/Message'}}}}}}",
            more: """
                components:
                  schemas:
                    Message: {type: object, discriminator: {propertyName: type, mapping: {text: '#/components/schemas/Text', empty: Empty}},
                      properties: {type: {type: string}}}
                    Empty: {type: object, allOf: [{$ref: '#/components/schemas/Message'}]}
                    Text: {allOf: [{$ref: '#/components/schemas/Message'}, {type: object, properties: {text: {type: string}}}]}
                """
        )
        let operation = try await imported(text).only()
        #expect(operation.definitions["Message"]?["oneOf"]?[0]?["allOf"]?[0] == ["$ref": "#/$defs/Text"])
        #expect(operation.definitions["Empty"] == ["type": "object", "properties": ["type": ["type": "string"]]])
        #expect(operation.definitions["Text"]?["properties"]?["type"] == ["type": "string"])
    }
}
