import JSONSchema
import StreamingJSON
import Testing

/// Older drafts, which many third-party tools still declare.
@Suite struct JSONSchemaDialectTests {
    private static let draft7: JSONValue = "http://json-schema.org/draft-07/schema#"
    private static let draft2019: JSONValue = "https://json-schema.org/draft/2019-09/schema"

    struct Row: Sendable, CustomTestStringConvertible {
        let schema: JSONValue
        let valid: [JSONValue]
        let invalid: [JSONValue]
        var testDescription: String { schema.serialized() }
    }

    static let rows: [Row] = [
        Row(
            schema: [
                "$schema": draft7, "type": "object",
                "properties": ["count": ["type": "integer", "exclusiveMinimum": 0]],
                "required": ["count"], "additionalProperties": false,
            ],
            valid: [["count": 1]],
            invalid: [["count": 0], [:], ["count": 1, "more": 1]]
        ),
        Row(
            schema: ["$schema": draft7, "items": [["type": "string"], ["type": "integer"]], "additionalItems": false],
            valid: [["a", 1], ["a"], []],
            invalid: [["a", 1, 2], [1]]
        ),
        Row(schema: ["$schema": draft7, "items": ["type": "string"]], valid: [["a", "b"]], invalid: [["a", 1]]),
        Row(
            schema: ["$schema": draft7, "additionalItems": false, "prefixItems": [false], "unevaluatedItems": false],
            valid: [[1, 2]],
            invalid: []
        ),
        Row(
            schema: ["$schema": draft7, "dependencies": ["a": ["b"], "c": ["required": ["d"]]]],
            valid: [["a": 1, "b": 1], ["c": 1, "d": 1], ["b": 1]],
            invalid: [["a": 1], ["c": 1]]
        ),
        Row(
            schema: [
                "$schema": draft7, "properties": ["a": ["$ref": "#/definitions/word", "maxLength": 1]],
                "definitions": ["word": ["type": "string"]],
            ],
            valid: [["a": "long"]],
            invalid: [["a": 1]]
        ),
        Row(
            schema: [
                "$schema": draft7, "properties": ["a": ["$ref": "#word"]],
                "definitions": ["w": ["$id": "#word", "type": "string"]],
            ],
            valid: [["a": "x"]],
            invalid: [["a": 1]]
        ),
        Row(
            schema: ["$schema": draft2019, "items": [["type": "string"]], "unevaluatedItems": ["type": "integer"]],
            valid: [["a", 1], ["a"]],
            invalid: [["a", "b"], [1]]
        ),
        Row(
            schema: [
                "$schema": draft2019, "$ref": "#/$defs/word", "maxLength": 2, "$defs": ["word": ["type": "string"]],
            ],
            valid: ["ab"],
            invalid: ["abc", 1]
        ),
        Row(
            schema: ["dependencies": ["a": ["b"]], "additionalItems": false],
            valid: [["a": 1], [1]],
            invalid: []
        ),
    ]

    @Test(arguments: rows)
    func validity(row: Row) throws {
        let schema = try JSONSchema(row.schema)
        for value in row.valid { #expect(try schema.isValid(value), "\(value)") }
        for value in row.invalid { #expect(try !schema.isValid(value), "\(value)") }
    }

    @Test func aDocumentOfAnotherDraftIsReadByItsOwnRules() throws {
        let schema = try JSONSchema(
            ["$ref": "https://example.org/old.json", "prefixItems": [["minimum": 1]]],
            documents: ["https://example.org/old.json": ["$schema": Self.draft7, "items": [["type": "integer"]]]]
        )
        #expect(try schema.isValid([1]))
        #expect(try !schema.isValid([0]))
        #expect(try !schema.isValid(["a"]))
    }

    @Test func recursiveReferencesAreRefused() throws {
        let error = #expect(throws: JSONSchemaError.self) {
            _ = try JSONSchema(["$schema": Self.draft2019, "$recursiveRef": "#"])
        }
        #expect(error?.schemaLocation == "#/$recursiveRef")
    }
}
