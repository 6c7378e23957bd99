import LanguageModels
import StreamingJSON
import Testing

@testable import ModelProviders

@Suite struct OpenAISchemaTests {
    private static let trip: JSONObject = [
        "title": "Trip", "type": "object",
        "properties": [
            "x-order": ["type": "string", "description": "A property with a keyword's name."],
            "note": ["type": "string"],
            "kind": ["type": "string", "enum": ["work", "rest"]],
            "from": ["$ref": "#/$defs/City", "description": "Where it starts."],
            "to": ["$ref": "#/$defs/City"],
            "via": ["type": "array", "items": ["$ref": "#/$defs/City"], "maxItems": 3],
            "either": ["oneOf": [["type": "string"], ["type": "integer"]]],
        ],
        "required": ["x-order", "from", "via"], "x-order": ["x-order", "note"], "additionalProperties": false,
        "$defs": [
            "City": [
                "title": "City", "type": "object",
                "properties": ["name": ["type": "string"], "next": ["$ref": "#/$defs/City"]],
                "required": ["name"], "x-order": ["name", "next"], "additionalProperties": false,
            ]
        ],
    ]

    @Test func strict() {
        let strict = OpenAISchema.strict(GenerationSchema(jsonSchema: Self.trip))
        let expected: JSONValue = [
            "title": "Trip", "type": "object",
            "properties": [
                "x-order": ["type": "string", "description": "A property with a keyword's name."],
                "note": ["type": ["string", "null"]],
                "kind": ["type": ["string", "null"], "enum": ["work", "rest", nil]],
                "from": ["description": "Where it starts.", "anyOf": [["$ref": "#/$defs/City"]]],
                "to": ["anyOf": [["$ref": "#/$defs/City"], ["type": "null"]]],
                "via": ["type": "array", "items": ["$ref": "#/$defs/City"], "maxItems": 3],
                "either": ["anyOf": [["type": "string"], ["type": "integer"], ["type": "null"]]],
            ],
            "required": ["x-order", "note", "kind", "from", "to", "via", "either"], "additionalProperties": false,
            "$defs": [
                "City": [
                    "title": "City", "type": "object",
                    "properties": [
                        "name": ["type": "string"], "next": ["anyOf": [["$ref": "#/$defs/City"], ["type": "null"]]],
                    ],
                    "required": ["name", "next"], "additionalProperties": false,
                ]
            ],
        ]
        #expect(strict == expected)
        // A model writes properties in the order of the schema.
        #expect(strict["properties"]?.objectValue?.keys == expected["properties"]?.objectValue?.keys)
    }

    @Test func parametersLoseOnlyOurOwnKeyword() {
        let parameters = OpenAISchema.parameters(GenerationSchema(jsonSchema: Self.trip))
        var expected = Self.trip
        expected["x-order"] = nil
        var city = expected["$defs"]?["City"]?.objectValue ?? [:]
        city["x-order"] = nil
        expected["$defs"] = ["City": .object(city)]
        #expect(parameters == .object(expected))
    }
}
