import JSONSchema
import StreamingJSON
import Testing

/// The messages for a model or a person about a value that violates its schema.
@Suite struct JSONSchemaMessageTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let schema: JSONValue
        let value: JSONValue
        let messages: [String]
        var testDescription: String { messages.first ?? schema.serialized() }
    }

    private static let items: JSONValue = [
        "properties": ["items": ["items": ["properties": ["count": ["minimum": 1]], "required": ["count", "name"]]]]
    ]

    static let rows: [Row] = [
        Row(
            schema: items,
            value: ["items": [["count": 0, "name": "a"], ["count": 2]]],
            messages: [
                "/items/0/count must be at least 1, is 0.", "/items/1 must have the member \"name\".",
            ]
        ),
        Row(schema: ["type": "string"], value: 3, messages: ["The value must be a string, is an integer (3)."]),
        Row(
            schema: ["type": ["string", "null", "array"]],
            value: ["a": 1],
            messages: ["The value must be null, a string or an array, is an object."]
        ),
        Row(
            schema: ["properties": ["unit": ["enum": ["celsius", "kelvin"]]]],
            value: ["unit": "fahrenheit"],
            messages: ["/unit must be one of \"celsius\", \"kelvin\", is \"fahrenheit\"."]
        ),
        Row(
            schema: ["properties": ["city": true, "day": true], "additionalProperties": false],
            value: ["town": "Lyon"],
            messages: ["The value must not have the member \"town\"; it may have \"city\", \"day\"."]
        ),
        Row(
            schema: ["properties": ["a": false]],
            value: ["a": 1],
            messages: ["/a is not allowed."]
        ),
        Row(
            schema: ["exclusiveMaximum": 1.5, "multipleOf": 0.5],
            value: 1.7,
            messages: ["The value must be less than 1.5, is 1.7.", "The value must be a multiple of 0.5, is 1.7."]
        ),
        Row(
            schema: ["minLength": 2, "pattern": "^[a-z]+$"],
            value: "A",
            messages: [
                "The value must have at least 2 characters, has 1.",
                "The value must match the pattern ^[a-z]+$, is \"A\".",
            ]
        ),
        Row(
            schema: ["maxItems": 1, "uniqueItems": true],
            value: [1, 1.0],
            messages: [
                "The value must have at most 1 element, has 2.",
                "The value must have no equal elements, but those at 0 and 1 are equal.",
            ]
        ),
        Row(
            schema: ["anyOf": [["type": "string"], ["type": "null"]]],
            value: 5,
            messages: ["The value must be null or a string, is an integer."]
        ),
        Row(
            schema: [
                "anyOf": [["required": ["id"]], ["properties": ["name": ["type": "string"]], "required": ["name"]]]
            ],
            value: ["name": 1],
            messages: [
                "The value matches none of the 2 allowed forms: must have the member \"id\"; or /name must be a string, "
                    + "is an integer (1)."
            ]
        ),
        Row(
            schema: ["oneOf": [["minimum": 1], ["minimum": 2]]],
            value: 3,
            messages: ["The value must match exactly one of 2 forms, but matches #/oneOf/0 and #/oneOf/1."]
        ),
        Row(
            schema: ["propertyNames": ["maxLength": 2]],
            value: ["abc": 1],
            messages: [
                "The value must not have a member named \"abc\": the name must have at most 2 characters, has 3."
            ]
        ),
        Row(
            schema: ["dependentRequired": ["card": ["address"]]],
            value: ["card": 1],
            messages: ["The value must have the member \"address\", since it has \"card\"."]
        ),
        Row(
            schema: ["contains": ["const": 1], "minContains": 2],
            value: [1, 2],
            messages: ["The value must have at least 2 elements that #/contains describes, has 1."]
        ),
        Row(
            schema: ["properties": ["a": true], "unevaluatedProperties": false],
            value: ["a": 1, "b": 2],
            messages: ["The value must not have the member \"b\"."]
        ),
        Row(
            schema: ["properties": ["a/b": ["items": ["const": true]]]],
            value: ["a/b": [true, false]],
            messages: ["/a~1b/1 must be true, is false."]
        ),
        Row(
            schema: ["const": ["a": 1]],
            value: ["a": 2],
            messages: ["The value must be {\"a\":1}, is an object with 1 member."]
        ),
    ]

    @Test(arguments: rows)
    func sentence(row: Row) throws {
        let violations = try JSONSchema(row.schema).validate(row.value)
        #expect(violations.map(\.message) == row.messages)
        #expect(try JSONSchema(row.schema).isValid(row.value) == row.messages.isEmpty)
    }

    @Test func placesOfAViolation() throws {
        let schema = try JSONSchema([
            "properties": ["list": ["items": ["$ref": "#/$defs/entry"]]],
            "$defs": ["entry": ["properties": ["count": ["minimum": 1]]]],
        ])
        let violation = try #require(try schema.validate(["list": [["count": 1], ["count": 0]]]).first)
        #expect(violation.instanceLocation == "/list/1/count")
        #expect(violation.schemaLocation == "#/$defs/entry/properties/count/minimum")
        #expect(violation.description == "/list/1/count must be at least 1, is 0.")
    }

    @Test func aPlaceInAnotherDocumentBeginsWithItsAddress() throws {
        let schema = try JSONSchema(
            ["$ref": "https://example.org/count.json"],
            documents: ["https://example.org/count.json": ["minimum": 1]]
        )
        let violation = try #require(try schema.validate(0).first)
        #expect(violation.schemaLocation == "https://example.org/count.json#/minimum")
    }

    @Test func violationsAreBounded() throws {
        let schema = try JSONSchema(["items": false], limits: .init(violations: 3))
        let violations = try schema.validate(.array(Array(repeating: 1, count: 1_000)))
        #expect(violations.map(\.instanceLocation) == ["/0", "/1", "/2"])
    }

    @Test func longStringsAreCut() throws {
        let schema = try JSONSchema(["maxLength": 3, "pattern": "^b"])
        let violations = try schema.validate(.string(String(repeating: "a", count: 100_000)))
        #expect(violations.count == 2)
        #expect(violations.allSatisfy { $0.message.utf8.count < 200 })
    }
}
