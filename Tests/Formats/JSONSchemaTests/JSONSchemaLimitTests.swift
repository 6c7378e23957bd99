import StreamingJSON
import Testing

@testable import JSONSchema

/// Schemas and values that would need unbounded time or the whole stack.
@Suite struct JSONSchemaLimitTests {
    /// Thirty definitions that each apply the next one twice: a billion evaluations in two kilobytes.
    private static let doubling: JSONValue = {
        var definitions = JSONObject()
        for level in 0..<30 {
            let next: JSONValue = ["$ref": .string("#/$defs/d\(level + 1)")]
            definitions["d\(level)"] = ["allOf": [next, next]]
        }
        definitions["d30"] = true
        return ["$ref": "#/$defs/d0", "$defs": .object(definitions)]
    }()

    @Test func doublingReferencesRunOutOfSteps() throws {
        let schema = try JSONSchema(Self.doubling, limits: .init(steps: 100_000))
        let error = #expect(throws: JSONSchemaError.self) { _ = try schema.validate(1) }
        #expect(error?.code == .workLimit)
        let quick = #expect(throws: JSONSchemaError.self) { _ = try schema.isValid(1) }
        #expect(quick?.code == .workLimit)
    }

    @Test func violationsBeforeTheLimitAreReturned() throws {
        let definitions = try #require(Self.doubling["$defs"])
        let schema = try JSONSchema(
            ["allOf": [["minimum": 2], ["$ref": "#/$defs/d0"]], "$defs": definitions],
            limits: .init(steps: 100_000)
        )
        #expect(try schema.validate(1).map(\.schemaLocation) == ["#/allOf/0/minimum"])
        #expect(try !schema.isValid(1))
    }

    @Test(arguments: ["additionalProperties", "unevaluatedProperties"])
    func unknownMembersDoNotUseUpTheViolations(keyword: String) throws {
        let schema = try JSONSchema(.object(["properties": ["age": ["maximum": 150]], keyword: false]))
        var members = JSONObject()
        for number in 0..<40 { members["s\(number)"] = 0 }
        #expect(try schema.validateLeniently(.object(members)).isEmpty)
        #expect(try schema.validate(.object(members)).count == 32)
        members["age"] = 151
        let violations = try schema.validateLeniently(.object(members))
        #expect(violations.map(\.instanceLocation) == ["/age"])
    }

    @Test func nullReplacesOptionalMembers() throws {
        let schema = try JSONSchema([
            "properties": ["age": ["type": "integer"], "next": ["type": "string"]], "required": ["age"],
        ])
        #expect(try schema.validateLeniently(["age": 1, "next": nil]).isEmpty)
        #expect(try schema.validate(["age": 1, "next": nil]).map(\.instanceLocation) == ["/next"])
        #expect(try schema.validateLeniently(["age": nil, "next": 1]).map(\.instanceLocation) == ["/age", "/next"])
    }

    @Test func lookingForEqualElementsSpendsTheirSize() throws {
        let schema = try JSONSchema(
            ["allOf": .array(Array(repeating: ["uniqueItems": true], count: 1_000))],
            limits: .init(steps: 100_000)
        )
        let large = JSONValue.array((0..<10_000).map { .integer($0) })
        let key = JSONValue.object([String(repeating: "k", count: 1_000_000): 1])
        for element in [large, key] {
            let error = #expect(throws: JSONSchemaError.self) { _ = try schema.isValid([element, [element]]) }
            #expect(error?.code == .workLimit)
        }
        #expect(try schema.isValid([1, 2]))
    }

    @Test func arraysOfNullAndZeroHaveDifferentHashes() {
        let elements: [JSONValue] = [nil, 0, false, "", [], .object([:])]
        let pairs = elements.flatMap { first in elements.map { JSONValue.array([first, $0]) } }
        #expect(Set(pairs.map { ComparableValue($0).hashValue }).count == pairs.count)
        #expect(ComparableValue([1, 2.0]).hashValue == ComparableValue([1.0, 2]).hashValue)
    }

    @Test func deepValuesAreRefused() throws {
        var value: JSONValue = 1
        for _ in 0..<10_000 { value = ["a": [value]] }
        let deep = value
        for schema: JSONValue in [true, ["properties": ["a": ["items": ["$ref": "#"]]]], ["uniqueItems": true]] {
            let schema = try JSONSchema(schema)
            let error = #expect(throws: JSONSchemaError.self) { _ = try schema.validate(deep) }
            #expect(error?.code == .tooDeep)
        }
    }

    @Test func longChainsOfReferencesAreRefused() throws {
        var definitions = JSONObject()
        for level in 0..<5_000 { definitions["d\(level)"] = ["$ref": .string("#/$defs/d\(level + 1)")] }
        definitions["d5000"] = true
        let schema = try JSONSchema(["$ref": "#/$defs/d0", "$defs": .object(definitions)])
        let error = #expect(throws: JSONSchemaError.self) { _ = try schema.validate(1) }
        #expect(error?.code == .tooDeep)
    }

    @Test func schemasWithLongPathsAreRefused() throws {
        var properties = JSONObject()
        for number in 0..<10_000 { properties["p\(number)"] = true }
        let name = String(repeating: "n", count: 100_000)
        let schema: JSONValue = ["properties": .object([name: ["properties": .object(properties)]])]
        let error = #expect(throws: JSONSchemaError.self) { _ = try JSONSchema(schema) }
        #expect(error?.code == .workLimit)
        #expect(try JSONSchema(["properties": .object(properties)]).isValid(["p1": 1]))
    }

    @Test func aDynamicReferenceToItselfIsRefused() throws {
        let schema = try JSONSchema(["$dynamicAnchor": "a", "$dynamicRef": "#a"])
        let error = #expect(throws: JSONSchemaError.self) { _ = try schema.validate(1) }
        #expect(error?.code == .tooDeep)
    }

    @Test func recursiveSchemasFollowTheValue() throws {
        let schema = try JSONSchema([
            "type": "object",
            "properties": ["value": ["type": "integer"], "next": ["anyOf": [["$ref": "#"], ["type": "null"]]]],
            "required": ["value", "next"], "additionalProperties": false,
        ])
        var list: JSONValue = nil
        for number in 0..<100 { list = ["value": .integer(number), "next": list] }
        #expect(try schema.isValid(list))
        #expect(try schema.validate(list).isEmpty)
        list = ["value": 1, "next": ["value": "two", "next": nil]]
        #expect(
            try schema.validate(list).map(\.message) == [
                "/next matches none of the 2 allowed forms: /next/value must be an integer, is a string (\"two\"); or must be null, "
                    + "is an object."
            ]
        )
    }

    @Test(arguments: [
        "^(a+)+$", "^(a|a)*$", "^(a*)*b$", "(x+x+)+y", "^(([a-z])+.)+[A-Z]([a-z])+$", "^(?=(a+)+$)", "(?<=(a|aa)+)b",
        "^(?:(?:a?){20}){20}a{20}$",
    ])
    func hostilePatternsDoNotRunAway(pattern: String) throws {
        let schema = try JSONSchema(["pattern": .string(pattern)])
        // With backtracking these take longer than the age of the universe.
        #expect(try !schema.isValid(.string(String(repeating: "a", count: 200) + "!")))
    }

    @Test func patternsSpendSteps() throws {
        let schema = try JSONSchema(["pattern": "^[a-z]+$"], limits: .init(steps: 1_000))
        #expect(try schema.isValid(.string(String(repeating: "a", count: 100))))
        let error = #expect(throws: JSONSchemaError.self) {
            _ = try schema.isValid(.string(String(repeating: "a", count: 10_000)))
        }
        #expect(error?.code == .workLimit)
    }

    @Test func ordinaryLargeValuesFit() throws {
        let schema = try JSONSchema([
            "type": "array", "uniqueItems": true,
            "items": [
                "type": "object", "required": ["id", "name"],
                "properties": [
                    "id": ["type": "integer", "minimum": 0],
                    "name": ["type": "string", "pattern": "^[a-z0-9-]{1,40}$"],
                ],
                "additionalProperties": false,
            ],
        ])
        let rows = (0..<2_000).map { number -> JSONValue in ["id": .integer(number), "name": .string("row-\(number)")]
        }
        #expect(try schema.isValid(.array(rows)))
        #expect(try schema.validate(.array(rows)).isEmpty)
    }
}
