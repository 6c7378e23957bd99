import JSONSchema
import StreamingJSON
import Testing

/// Equality, numbers and lengths, where the obvious implementation is wrong.
@Suite struct JSONSchemaValueTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let schema: JSONValue
        let value: JSONValue
        let isValid: Bool
        var testDescription: String { "\(schema) and \(value)" }
    }

    static let rows: [Row] = [
        Row(schema: ["const": 1], value: 1.0, isValid: true),
        Row(schema: ["const": [1, ["a": 2.0]]], value: [1.0, ["a": 2]], isValid: true),
        Row(schema: ["const": true], value: 1, isValid: false),
        Row(schema: ["const": 9_007_199_254_740_993], value: 9_007_199_254_740_992.0, isValid: false),
        Row(schema: ["const": ["a": 1, "b": 2]], value: ["b": 2, "a": 1], isValid: true),
        Row(schema: ["const": "é"], value: "e\u{301}", isValid: false),
        Row(schema: ["enum": ["é"]], value: "e\u{301}", isValid: false),
        Row(schema: ["enum": [[1], 2]], value: [1.0], isValid: true),
        Row(schema: ["properties": ["é": false]], value: ["e\u{301}": 1], isValid: true),
        Row(schema: ["required": ["é"]], value: ["e\u{301}": 1], isValid: false),
        Row(schema: ["uniqueItems": true], value: ["é", "e\u{301}"], isValid: true),
        Row(schema: ["uniqueItems": true], value: [["a": 1, "b": 2], ["b": 2, "a": 1.0]], isValid: false),
        Row(schema: ["type": "integer"], value: 1e300, isValid: true),
        Row(schema: ["type": "integer"], value: 1.5, isValid: false),
        Row(schema: ["minimum": 9_007_199_254_740_993], value: 9_007_199_254_740_992.0, isValid: false),
        Row(schema: ["exclusiveMinimum": 9_223_372_036_854_775_807], value: 9.3e18, isValid: true),
        Row(schema: ["maximum": 1.5], value: 1, isValid: true),
        Row(schema: ["maximum": -1.5], value: -1, isValid: false),
        Row(schema: ["multipleOf": 0.1], value: 0.3, isValid: true),
        Row(schema: ["multipleOf": 0.01], value: 19.99, isValid: true),
        Row(schema: ["multipleOf": 0.01], value: 19.999, isValid: false),
        Row(schema: ["multipleOf": 1e-300], value: 1e300, isValid: true),
        Row(schema: ["multipleOf": 3e-300], value: 1e300, isValid: false),
        Row(schema: ["multipleOf": 1e300], value: 1e-300, isValid: false),
        Row(schema: ["multipleOf": 7], value: -9_223_372_036_854_775_808, isValid: false),
        Row(schema: ["multipleOf": 9_223_372_036_854_775_807], value: 9_223_372_036_854_775_807, isValid: true),
        Row(schema: ["maxLength": 1], value: "👩‍👩‍👧", isValid: false),
        Row(schema: ["maxLength": 1], value: "😀", isValid: true),
        Row(schema: ["format": "email"], value: "no address", isValid: true),
    ]

    @Test(arguments: rows)
    func validity(row: Row) throws {
        let schema = try JSONSchema(row.schema)
        #expect(try schema.isValid(row.value) == row.isValid)
        #expect(try schema.validate(row.value).isEmpty == row.isValid)
    }
}
