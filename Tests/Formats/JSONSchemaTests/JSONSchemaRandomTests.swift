import SeededRandom
import StreamingJSON
import Testing

@testable import JSONSchema

/// Random schemas, values and patterns: each is refused or decided, and both modes of validation agree.
@Suite struct JSONSchemaRandomTests {
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func schemas(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        var (compiled, valid, invalid) = (0, 0, 0)
        for _ in 0..<RandomRounds.count {
            let document = Self.schema(depth: 3, &dice)
            let schema: JSONSchema
            do throws(JSONSchemaError) {
                schema = try JSONSchema(document, limits: .init(steps: 20_000))
            } catch {
                #expect(!error.message.isEmpty)
                continue
            }
            compiled += 1
            for _ in 0..<3 {
                let value = Self.value(depth: 3, &dice)
                guard let isValid = try? schema.isValid(value), let violations = try? schema.validate(value) else {
                    continue
                }
                #expect(violations.isEmpty == isValid, "\(document) and \(value)")
                if isValid { valid += 1 } else { invalid += 1 }
            }
        }
        #expect(compiled > RandomRounds.count / 5)
        #expect(valid > RandomRounds.count / 15)
        #expect(invalid > RandomRounds.count / 15)
    }

    @Test func patterns() {
        var dice = SeededGenerator(seed: 7)
        let pieces = [
            "a", "b", "(", ")", "(?:", "(?=", "(?!", "(?<=", "|", "*", "+", "?", "{2}", "{1,3}", "[", "]", "[^", "-",
            "^", "$",
            ".", "\\", "\\d", "\\b", "\\W", "\\p{L}", "\\u{61}", "é", "😀", "{", "}", ",",
        ]
        var compiled = 0
        for _ in 0..<RandomRounds.count {
            let source = (0..<Int.random(in: 1...8, using: &dice)).map { _ in dice.one(of: pieces) }.joined()
            guard let pattern = try? SchemaRegex(source, maximumSize: 500) else { continue }
            compiled += 1
            for text in ["", "a", "aab", "é😀ab", "\n"] {
                var steps = 5_000
                let result = pattern.matches(text, steps: &steps)
                #expect((result == nil) == (steps < 0))
            }
        }
        #expect(compiled > RandomRounds.count / 10)
    }

    private static func schema(depth: Int, _ dice: inout SeededGenerator) -> JSONValue {
        if depth == 0 || Int.random(in: 0..<12, using: &dice) == 0 {
            return dice.one(of: [true, false, [:], ["type": "string"]])
        }
        var members = JSONObject()
        for _ in 0..<Int.random(in: 1...3, using: &dice) {
            let (keyword, value) = keyword(depth: depth - 1, &dice)
            members[keyword] = value
        }
        if depth == 3 { members["$defs"] = ["a": schema(depth: 1, &dice), "b": schema(depth: 1, &dice)] }
        return .object(members)
    }

    private static func keyword(depth: Int, _ dice: inout SeededGenerator) -> (String, JSONValue) {
        switch Int.random(in: 0..<10, using: &dice) {
        case 0: ("type", dice.one(of: ["object", "array", "string", "integer", "null", ["object", "array"], "odd"]))
        case 1:
            (
                dice.one(of: [
                    "minimum", "maximum", "minItems", "maxLength", "minProperties", "multipleOf", "maxContains",
                ]),
                dice.one(of: [0, 1, 2, 1.5])
            )
        case 2:
            (dice.one(of: ["const", "enum"]), dice.one(of: [[1, "a", nil], ["a", [:]], value(depth: depth, &dice)]))
        case 3, 4:
            (
                dice.one(of: ["properties", "patternProperties", "dependentSchemas"]),
                ["a": schema(depth: depth, &dice), "b": schema(depth: depth, &dice)]
            )
        case 5, 6:
            (
                dice.one(of: [
                    "items", "contains", "additionalProperties", "not", "if", "then", "else", "propertyNames",
                    "unevaluatedItems", "unevaluatedProperties",
                ]),
                schema(depth: depth, &dice)
            )
        case 7:
            (
                dice.one(of: ["allOf", "anyOf", "oneOf", "prefixItems"]),
                [schema(depth: depth, &dice), schema(depth: depth, &dice)]
            )
        case 8:
            (
                dice.one(of: ["$ref", "$dynamicRef"]),
                dice.one(of: ["#", "#/$defs/a", "#/$defs/b", "#x", "#/properties/a"])
            )
        default:
            (
                dice.one(of: ["required", "uniqueItems", "$dynamicAnchor", "pattern"]),
                dice.one(of: [["a"], true, "x", "^a"])
            )
        }
    }

    private static func value(depth: Int, _ dice: inout SeededGenerator) -> JSONValue {
        guard depth > 0 else { return dice.one(of: [nil, true, 0, 1, 2.5, "", "a", "ab"]) }
        switch Int.random(in: 0..<4, using: &dice) {
        case 0: return value(depth: 0, &dice)
        case 1: return .array((0..<Int.random(in: 0...3, using: &dice)).map { _ in value(depth: depth - 1, &dice) })
        default:
            var members = JSONObject()
            for name in ["a", "b", "c"] where Bool.random(using: &dice) {
                members[name] = value(depth: depth - 1, &dice)
            }
            return .object(members)
        }
    }
}

extension SeededGenerator {
    fileprivate mutating func one<Element>(of choices: [Element]) -> Element {
        choices[Int.random(in: choices.indices, using: &self)]
    }
}
