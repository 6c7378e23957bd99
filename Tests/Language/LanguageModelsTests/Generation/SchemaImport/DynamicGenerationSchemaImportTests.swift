import JSONSchema
import LanguageModels
import StreamingJSON
import Testing

@Suite struct DynamicGenerationSchemaImportTests {
    private typealias Dynamic = DynamicGenerationSchema

    struct Row: Sendable, CustomTestStringConvertible {
        let schema: JSONValue
        let result: JSONValue
        var testDescription: String { schema.serialized() }
    }

    static let rows: [Row] = [
        Row(schema: true, result: [:]),
        Row(schema: ["type": "string"], result: ["type": "string"]),
        Row(
            schema: [
                "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "integer", "minimum": 1,
                "maximum": 9,
            ],
            result: ["type": "integer", "minimum": 1, "maximum": 9]
        ),
        Row(
            schema: ["type": "string", "pattern": "^a", "minLength": 2, "format": "date", "default": "ab"],
            result: ["type": "string", "pattern": "^a", "minLength": 2, "format": "date", "default": "ab"]
        ),
        Row(
            schema: ["enum": ["a", "b"], "description": "Which"],
            result: ["description": "Which", "type": "string", "enum": ["a", "b"]]
        ),
        Row(schema: ["const": "a"], result: ["type": "string", "enum": ["a"]]),
        Row(schema: ["const": 1], result: ["const": 1]),
        Row(schema: ["enum": [1, "a"]], result: ["enum": [1, "a"]]),
        Row(
            schema: ["type": ["string", "null"], "enum": ["a", nil]],
            result: ["anyOf": [["type": "string", "enum": ["a"]], ["type": "null"]]]
        ),
        Row(
            schema: ["type": ["integer", "null"], "minimum": 1, "description": "How many"],
            result: ["description": "How many", "anyOf": [["type": "integer", "minimum": 1], ["type": "null"]]]
        ),
        Row(
            schema: ["type": ["string", "null"], "default": nil],
            result: ["type": ["string", "null"], "default": nil]
        ),
        Row(
            schema: ["type": ["string", "array"], "items": ["type": "string"], "maxLength": 3],
            result: ["anyOf": [["maxLength": 3, "type": "string"], ["type": "array", "items": ["type": "string"]]]]
        ),
        Row(
            schema: ["type": "string", "nullable": true],
            result: ["anyOf": [["type": "string"], ["type": "null"]]]
        ),
        Row(
            schema: ["type": "array", "items": ["type": "number"], "minItems": 1, "maxItems": 3, "uniqueItems": true],
            result: ["type": "array", "items": ["type": "number"], "minItems": 1, "maxItems": 3, "uniqueItems": true]
        ),
        Row(
            schema: ["oneOf": [["type": "string"], ["type": "integer"]]],
            result: ["anyOf": [["type": "string"], ["type": "integer"]]]
        ),
        Row(schema: ["allOf": [["type": "string"]]], result: ["type": "string"]),
        Row(schema: ["type": "object"], result: ["type": "object"]),
        Row(
            schema: [
                "title": "Trip", "description": "A journey", "type": "object",
                "properties": ["to": ["type": "string"], "days": ["type": "integer"], "from": false],
                "required": ["to", "by"],
            ],
            result: [
                "title": "Trip", "description": "A journey", "type": "object",
                "properties": ["to": ["type": "string"], "days": ["type": "integer"], "by": [:]],
                "required": ["to", "by"],
                "x-order": ["to", "days", "by"], "additionalProperties": false,
            ]
        ),
        Row(
            schema: [
                "properties": ["a": ["type": "null"], "b": ["type": "boolean"]], "x-order": ["b", "a"],
                "additionalProperties": false,
            ],
            result: [
                "type": "object", "properties": ["b": ["type": "boolean"], "a": ["type": "null"]], "required": [],
                "x-order": ["b", "a"], "additionalProperties": false,
            ]
        ),
        Row(
            schema: [
                "type": "object", "required": ["home", "work"],
                "properties": [
                    "home": ["$ref": "#/$defs/Address", "description": "Where one sleeps"],
                    "work": ["anyOf": [["$ref": "#/$defs/Address"], ["type": "null"]]],
                    "tags": ["$ref": "#/definitions/Tags"], "more": ["$ref": "#/definitions/Tags"],
                ],
                "$defs": [
                    "Address": [
                        "type": "object", "title": "Postal", "properties": ["street": ["type": "string"]],
                        "required": ["street"],
                    ]
                ],
                "definitions": ["Tags": ["type": "array", "items": ["enum": ["a", "b"]]]],
            ],
            result: [
                "type": "object",
                "properties": [
                    "home": ["$ref": "#/$defs/Address", "description": "Where one sleeps"],
                    "work": ["anyOf": [["$ref": "#/$defs/Address"], ["type": "null"]]],
                    "tags": ["type": "array", "items": ["type": "string", "enum": ["a", "b"]]],
                    "more": ["type": "array", "items": ["type": "string", "enum": ["a", "b"]]],
                ],
                "required": ["home", "work"], "x-order": ["home", "work", "tags", "more"],
                "additionalProperties": false,
                "$defs": [
                    "Address": [
                        "title": "Address", "type": "object", "properties": ["street": ["type": "string"]],
                        "required": ["street"], "x-order": ["street"], "additionalProperties": false,
                    ]
                ],
            ]
        ),
        Row(
            schema: [
                "type": "object", "properties": ["value": true, "next": ["$ref": "#"]], "required": ["value"],
            ],
            result: [
                "title": "Root", "type": "object", "properties": ["value": [:], "next": ["$ref": "#"]],
                "required": ["value"],
                "x-order": ["value", "next"], "additionalProperties": false,
            ]
        ),
        Row(
            schema: [
                "title": "Tree", "$ref": "#/$defs/Node",
                "$defs": ["Node": ["properties": ["children": ["type": "array", "items": ["$ref": "#/$defs/Node"]]]]],
            ],
            result: [
                "title": "Node", "type": "object",
                "properties": ["children": ["type": "array", "items": ["$ref": "#"]]], "required": [],
                "x-order": ["children"], "additionalProperties": false,
            ]
        ),
        Row(
            schema: ["$ref": "#/$defs/list", "$defs": ["list": ["type": "array", "items": ["$ref": "#/$defs/list"]]]],
            result: ["title": "list", "anyOf": [["type": "array", "items": ["$ref": "#"]]]]
        ),
        Row(
            schema: [
                "type": "object", "oneOf": [["$ref": "#/$defs/A"], ["$ref": "#/$defs/B"]],
                "$defs": [
                    "A": ["type": "object", "properties": ["kind": ["const": "a"]]], "B": ["$ref": "#/$defs/C"],
                    "C": ["type": "object", "properties": ["kind": ["const": "c"], "b": ["$ref": "#/$defs/B"]]],
                ],
            ],
            result: [
                "anyOf": [["$ref": "#/$defs/A"], ["$ref": "#/$defs/B"]],
                "$defs": [
                    "A": [
                        "title": "A", "type": "object", "properties": ["kind": ["type": "string", "enum": ["a"]]],
                        "required": [], "x-order": ["kind"], "additionalProperties": false,
                    ],
                    "B": ["title": "B", "anyOf": [["$ref": "#/$defs/C"]]],
                    "C": [
                        "title": "C", "type": "object",
                        "properties": ["kind": ["type": "string", "enum": ["c"]], "b": ["$ref": "#/$defs/B"]],
                        "required": [], "x-order": ["kind", "b"], "additionalProperties": false,
                    ],
                ],
            ]
        ),
    ]

    @Test(arguments: rows)
    func imported(row: Row) throws {
        let schema = try GenerationSchema(root: Dynamic(jsonSchema: row.schema), dependencies: [])
        #expect(schema.jsonValue == row.result)
        // The result is a valid JSON Schema too.
        _ = try JSONSchema(schema.jsonValue)
    }

    @Test func theOrderOfPropertiesStays() throws {
        let names = (0..<30).map { "p\($0)" }
        let properties = JSONObject(names.map { ($0, ["type": "string"] as JSONValue) })
        let schema = try GenerationSchema(
            root: Dynamic(jsonSchema: ["type": "object", "properties": .object(properties)]),
            dependencies: []
        )
        #expect(schema.jsonValue["properties"]?.objectValue?.keys == names)
        #expect(schema.jsonValue["x-order"]?.arrayValue?.compactMap(\.stringValue) == names)
    }

    private static func line(_ unsupported: DynamicGenerationSchema.UnsupportedKeyword) -> String {
        "\(unsupported.location) \(unsupported.keyword): \(unsupported.isKept ? "kept" : "left out"), "
            + (unsupported.limitsValues ? "limits" : "annotates")
    }

    @Test func aKeywordWithoutAnEquivalentIsKeptAndReported() throws {
        let imported = try Dynamic.importing([
            "type": "object",
            "properties": [
                "scores": ["type": "object", "additionalProperties": ["$ref": "#/$defs/Score"]],
                "pair": ["type": "array", "prefixItems": [["type": "string"], ["type": "integer"]], "items": false],
                "even": ["type": "integer", "not": ["multipleOf": 3], "multipleOf": 2],
            ],
            "$defs": ["Score": ["type": "integer", "maximum": 10]],
        ])
        #expect(
            imported.unsupported.map(Self.line) == [
                "#/properties/scores additionalProperties: kept, limits",
                "#/properties/pair prefixItems: kept, limits",
                "#/properties/even not: kept, limits",
            ]
        )
        let schema = try GenerationSchema(root: imported.schema, dependencies: []).jsonValue
        #expect(schema["properties"]?["scores"]?["additionalProperties"] == ["type": "integer", "maximum": 10])
        let validator = try JSONSchema(schema)
        #expect(try validator.isValid(["scores": ["a": 10], "pair": ["a", 1], "even": 4]))
        #expect(try !validator.isValid(["scores": ["a": 11]]))
        #expect(try !validator.isValid(["pair": ["a", 1, 2]]))
        #expect(try !validator.isValid(["even": 6]))
    }

    @Test func aKeywordThatCannotBeKeptIsLostAndReported() throws {
        let document: JSONValue = [
            "type": "object", "minProperties": 1, "default": [:],
            "properties": ["next": ["$ref": "#"], "name": ["type": "string"]],
        ]
        let imported = try Dynamic.importing(document)
        #expect(
            imported.unsupported.map(Self.line) == [
                "# minProperties: left out, limits",
                "# default: left out, annotates",
            ]
        )
        let schema = try GenerationSchema(root: imported.schema, dependencies: []).jsonValue
        #expect(schema["properties"]?["next"] == ["$ref": "#"])
        #expect(schema["minProperties"] == nil)
        let error = #expect(throws: DynamicGenerationSchema.ImportError.self) { _ = try Dynamic(jsonSchema: document) }
        #expect(error?.message.contains("'minProperties' at #") == true)
        #expect(error?.message.contains("default") == false)
    }

    @Test(
        arguments: [
            ("#", 7), ("#/properties/a", ["properties": ["a": 7]]), ("#", false),
            ("#", ["$ref": "https://example.org/a"]),
            ("#", ["$ref": "#/$defs/a"]), ("#", ["$ref": "#name"]), ("#/items", ["items": ["type": [1]]]),
            ("#", ["anyOf": []]),
            ("#", ["type": "array", "items": [["type": "string"]]]),
            ("#/$defs/a", ["$ref": "#/$defs/a", "$defs": ["a": ["$ref": "#/$defs/b"], "b": ["$ref": "#/$defs/a"]]]),
        ] as [(String, JSONValue)]
    )
    func refused(location: String, schema: JSONValue) {
        let error = #expect(throws: DynamicGenerationSchema.ImportError.self) { _ = try Dynamic(jsonSchema: schema) }
        #expect(error?.location == location)
    }

    @Test func deepSchemasAreRefused() {
        var schema: JSONValue = ["type": "string"]
        for _ in 0..<2_000 { schema = ["type": "array", "items": schema] }
        let deep = schema
        let error = #expect(throws: DynamicGenerationSchema.ImportError.self) { _ = try Dynamic(jsonSchema: deep) }
        #expect(error?.message.contains("deep") == true)
    }

    @Test func longNamesAreRefused() {
        let name = String(repeating: "n", count: 10_000)
        let schema: JSONValue = ["properties": .object([name: ["type": "string"]])]
        let error = #expect(throws: DynamicGenerationSchema.ImportError.self) { _ = try Dynamic(jsonSchema: schema) }
        #expect(error?.message.contains("too long") == true)
    }

    @Test func deepPartsAreNotKept() throws {
        var schema: JSONValue = ["type": "string"]
        for _ in 0..<2_000 { schema = ["not": schema] }
        let imported = try Dynamic.importing(schema)
        #expect(imported.unsupported.map(Self.line) == ["# not: left out, limits"])
    }

    @Test func aNestedTitleDoesNotUseADefinitionsName() throws {
        let schema = try GenerationSchema(
            root: Dynamic(jsonSchema: [
                "properties": [
                    "a": ["title": "Point", "properties": ["x": ["type": "number"]]], "b": ["$ref": "#/$defs/Point"],
                    "c": ["title": "Other", "properties": ["y": ["type": "number"]]],
                    "d": ["title": "Other", "properties": ["z": ["type": "number"]]],
                ],
                "$defs": ["Point": ["properties": ["lat": ["type": "number"]]]],
            ]),
            dependencies: []
        ).jsonValue
        #expect(schema["properties"]?["a"]?["properties"]?["x"] != nil)
        #expect(schema["properties"]?["b"] == ["$ref": "#/$defs/Point"])
        #expect(schema["$defs"]?["Point"]?["properties"]?["lat"] != nil)
        #expect(schema["properties"]?["c"] == ["$ref": "#/$defs/Other"])
        #expect(schema["properties"]?["d"]?["properties"]?["z"] != nil)
    }

    @Test func theSchemaOfAGenerableTypeIsConvertedUnchanged() throws {
        let own = GenerationSchema(
            type: Node.self,
            properties: [
                .init(name: "label", type: String.self, guides: [.anyOf(["a", "b"])]),
                .init(name: "weights", type: [Double].self, guides: [.maximumCount(3), .element(.range(0...1))]),
                .init(name: "child", type: Node?.self),
            ]
        )
        let imported = try GenerationSchema(root: Dynamic(jsonSchema: own.jsonValue), dependencies: [])
        #expect(imported == own)
    }
}

@Generable
private struct Node {
    var label: String
}
