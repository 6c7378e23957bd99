import LanguageModels
import StreamingJSON
import Testing

@testable import ModelProviders

@Suite struct GeminiSchemaTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var schema: JSONObject
        var expected: JSONValue
    }

    static let rows: [Row] = [
        Row(
            testDescription: "what is known stays, and the order has another name",
            schema: [
                "title": "T", "type": "object", "x-order": ["b", "a"], "required": ["b"], "additionalProperties": false,
                "properties": [
                    "b": ["type": "integer", "minimum": 1, "maximum": 9],
                    "a": ["type": ["string", "null"], "format": "date", "enum": ["x", "y"]],
                ],
            ],
            expected: [
                "title": "T", "type": "object", "propertyOrdering": ["b", "a"], "required": ["b"],
                "additionalProperties": false,
                "properties": [
                    "b": ["type": "integer", "minimum": 1, "maximum": 9],
                    "a": ["type": ["string", "null"], "format": "date", "enum": ["x", "y"]],
                ],
            ]
        ),
        Row(
            testDescription: "what is not known is said in words",
            schema: ["type": "string", "description": "A name.", "pattern": "^a", "minLength": 2],
            expected: ["type": "string", "description": "A name.\n\n{pattern: \"^a\", minLength: 2}"]
        ),
        Row(
            testDescription: "constants and choices",
            schema: [
                "type": "object",
                "properties": [
                    "a": ["const": "x"], "b": ["const": true], "c": ["enum": [true, nil]], "d": ["const": 3],
                ],
            ],
            expected: [
                "type": "object",
                "properties": [
                    "a": ["enum": ["x"]], "b": ["description": "{const: true}"],
                    "c": ["description": "{enum: [true,null]}"], "d": ["enum": [3]],
                ],
            ]
        ),
        Row(
            testDescription: "alternatives and lists",
            schema: [
                "oneOf": [
                    ["type": "array", "items": ["type": "string", "maxLength": 3], "minItems": 1, "maxItems": 2],
                    ["type": "array", "prefixItems": [["type": "number", "multipleOf": 2]]],
                ]
            ],
            expected: [
                "anyOf": [
                    [
                        "type": "array", "items": ["type": "string", "description": "{maxLength: 3}"], "minItems": 1,
                        "maxItems": 2,
                    ],
                    ["type": "array", "prefixItems": [["type": "number", "description": "{multipleOf: 2}"]]],
                ]
            ]
        ),
        Row(
            testDescription: "references stand alone",
            schema: [
                "type": "object", "$defs": ["N": ["type": "object", "properties": ["next": ["$ref": "#/$defs/N"]]]],
                "properties": ["first": ["$ref": "#/$defs/N", "description": "The first."]],
            ],
            expected: [
                "type": "object", "$defs": ["N": ["type": "object", "properties": ["next": ["$ref": "#/$defs/N"]]]],
                "properties": ["first": ["description": "The first.", "anyOf": [["$ref": "#/$defs/N"]]]],
            ]
        ),
    ]

    @Test(arguments: rows) func table(row: Row) {
        #expect(GeminiSchema.rewrite(GenerationSchema(jsonSchema: row.schema)) == row.expected)
    }
}
