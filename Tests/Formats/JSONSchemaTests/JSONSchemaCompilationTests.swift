import JSONSchema
import StreamingJSON
import Testing

/// Schemas that are refused before any value is validated.
@Suite struct JSONSchemaCompilationTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let schema: JSONValue
        let code: JSONSchemaError.Code
        let place: String
        var testDescription: String { schema.serialized() }
    }

    static let rows: [Row] = [
        Row(schema: ["$schema": "http://json-schema.org/draft-04/schema#"], code: .unsupportedDialect, place: "#"),
        Row(schema: ["$schema": 7], code: .unsupportedDialect, place: "#"),
        Row(schema: 7, code: .badKeyword, place: "#"),
        Row(schema: ["properties": ["a": 7]], code: .badKeyword, place: "#/properties/a"),
        Row(schema: ["properties": []], code: .badKeyword, place: "#/properties"),
        Row(schema: ["type": "text"], code: .badKeyword, place: "#/type"),
        Row(schema: ["type": []], code: .badKeyword, place: "#/type"),
        Row(schema: ["minimum": "1"], code: .badKeyword, place: "#/minimum"),
        Row(schema: ["multipleOf": 0], code: .badKeyword, place: "#/multipleOf"),
        Row(schema: ["minLength": -1], code: .badKeyword, place: "#/minLength"),
        Row(schema: ["maxItems": 1.5], code: .badKeyword, place: "#/maxItems"),
        Row(schema: ["required": "a"], code: .badKeyword, place: "#/required"),
        Row(schema: ["required": [1]], code: .badKeyword, place: "#/required"),
        Row(schema: ["allOf": []], code: .badKeyword, place: "#/allOf"),
        Row(schema: ["enum": "a"], code: .badKeyword, place: "#/enum"),
        Row(schema: ["items": [true]], code: .badKeyword, place: "#/items"),
        Row(schema: ["pattern": "("], code: .badPattern, place: "#/pattern"),
        Row(schema: ["patternProperties": ["[": true]], code: .badPattern, place: "#/patternProperties"),
        Row(schema: ["$ref": "#/$defs/a"], code: .unresolvedReference, place: "#"),
        Row(schema: ["$ref": "#name"], code: .unresolvedReference, place: "#"),
        Row(schema: ["$ref": "https://example.org/a.json"], code: .unresolvedReference, place: "#"),
        Row(schema: ["$ref": "#%FF"], code: .unresolvedReference, place: "#"),
        Row(schema: ["$anchor": "1a"], code: .badIdentifier, place: "#"),
        Row(schema: ["$id": "https://example.org/a#b"], code: .badIdentifier, place: "#"),
        Row(
            schema: ["$defs": ["a": ["$id": "https://example.org/a"], "b": ["$id": "https://example.org/a"]]],
            code: .badIdentifier,
            place: "#/$defs/b"
        ),
        Row(schema: ["$ref": "#"], code: .endlessReference, place: "#"),
        Row(
            schema: [
                "$defs": ["a": ["anyOf": [["$ref": "#/$defs/b"]]], "b": ["not": ["$ref": "#/$defs/a"]]],
                "$ref": "#/$defs/a",
            ],
            code: .endlessReference,
            place: "#/$defs/b/not"
        ),
    ]

    @Test(arguments: rows)
    func refused(row: Row) throws {
        let error = #expect(throws: JSONSchemaError.self) { _ = try JSONSchema(row.schema) }
        #expect(error?.code == row.code)
        #expect(error?.schemaLocation == row.place)
        #expect(error?.message.hasSuffix(".") == true)
    }

    @Test func deepSchemasAreRefused() throws {
        var schema: JSONValue = true
        for _ in 0..<10_000 { schema = ["items": schema] }
        let deep = schema
        let error = #expect(throws: JSONSchemaError.self) { _ = try JSONSchema(deep) }
        #expect(error?.code == .tooDeep)
    }

    @Test func aDialectNeedsAVocabularyThatIsKnown() throws {
        let address = "https://example.org/dialect"
        let metaSchema: JSONValue = [
            "$vocabulary": [
                "https://json-schema.org/draft/2020-12/vocab/core": true,
                "https://json-schema.org/draft/2020-12/vocab/format-assertion": true,
            ]
        ]
        let error = #expect(throws: JSONSchemaError.self) {
            _ = try JSONSchema(["$schema": .string(address)], documents: [address: metaSchema])
        }
        #expect(error?.code == .unsupportedVocabulary)
    }

    @Test func unusedDocumentsAreNotRead() throws {
        let schema = try JSONSchema(["type": "string"], documents: ["https://example.org/broken": ["type": "text"]])
        #expect(try schema.isValid("a"))
    }

    @Test func aDocumentIsFoundByItsAddressAndByItsID() throws {
        let documents: [String: JSONValue] = [
            "https://example.org/stored/count.json": ["$id": "https://example.org/count", "minimum": 1]
        ]
        for address in ["https://example.org/stored/count.json", "https://example.org/count"] {
            let schema = try JSONSchema(["$ref": .string(address)], documents: documents)
            #expect(try schema.isValid(1))
            #expect(try !schema.isValid(0))
        }
    }

    @Test(arguments: [
        "schema", "meta/core", "meta/applicator", "meta/unevaluated", "meta/validation", "meta/meta-data",
        "meta/format-annotation", "meta/content",
    ])
    func metaSchemasAreIncluded(name: String) throws {
        let schema = try JSONSchema(["$ref": .string("https://json-schema.org/draft/2020-12/\(name)")])
        #expect(try schema.isValid([:]))
        #expect(try schema.isValid(true))
        #expect(try !schema.isValid(1))
    }

    @Test func theMetaSchemaRefusesTheSameAsCompilation() throws {
        let metaSchema = try JSONSchema(["$ref": "https://json-schema.org/draft/2020-12/schema"])
        for row in Self.rows where row.code == .badKeyword { #expect(try !metaSchema.isValid(row.schema)) }
        #expect(try metaSchema.isValid(["properties": ["a": ["type": ["string", "null"]]], "required": ["a"]]))
    }
}
