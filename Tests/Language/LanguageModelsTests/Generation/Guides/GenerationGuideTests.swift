import FoundationEssentials
import LanguageModels
import RegexBuilder
import StreamingJSON
import Testing

/// Values that are not literals: the guides are evaluated when the schema is built.
private enum Limits {
    static let colours = ["red", "green"]
    static let most = 5
    static var code: Regex<Substring> { /[A-Z]{3}-\d+/ }
    static let short = GenerationGuide<String>.pattern(/.{1,8}/)
    static func range(from lower: Int) -> ClosedRange<Int> { lower...(lower + 9) }
}

@Generable
private struct Guided {
    @Guide(.anyOf(["a", "b"])) var choice: String
    @Guide(.constant("only")) var constant: String
    @Guide(.pattern(/\d{4}/)) var year: String
    @Guide(description: "A code", /[a-z]+/) var word: String
    @Guide(.minimum(1)) var atLeast: Int
    @Guide(.maximum(2.5)) var atMost: Double
    @Guide(.range(0...1)) var share: Float
    @Guide(.range(0...10)) var price: Decimal
    @Guide(.range(1...3)) var wholeDouble: Double
    @Guide(.count(3)) var three: [Int]
    @Guide(.count(1...4)) var some: [String]
    @Guide(.minimumCount(1)) var any: [Bool]
    @Guide(.maximumCount(2), .element(.range(1...6))) var dice: [Int]
    @Guide(.element(.anyOf(["x", "y"]))) var letters: [String]
    @Guide(.element(.count(2))) var pairs: [[Int]]
    @Guide(.count(2), .element(.element(.minimum(0)))) var matrix: [[Double]]
}

@Generable
private struct Computed {
    @Guide(description: "One of \(Limits.colours.count)", .anyOf(Limits.colours)) var colour: String
    @Guide(.range(Limits.range(from: 10))) var number: Int
    @Guide(.maximumCount(Limits.most + 1)) var list: [String]
    @Guide(description: "code", Limits.code) var code: String
    @Guide(Limits.short) var short: String
    @Guide(.anyOf((1...3).map { "step \($0)" })) var step: String
    @Guide(.range(-1...1)) var signed: Int
}

@Generable
private struct Stacked {
    @Guide(.minimumCount(1), .maximumCount(9))
    @Guide(description: "Shortcuts")
    @Guide(.maximumCount(5), .minimumCount(2))
    var keys: [String]
    @Guide(.minimum(3), .range(0...10), .maximum(20)) var number: Int?
    @Guide(.anyOf(["a", "b", "c"]), .anyOf(["b", "c", "d"])) var letter: String?
    @Guide(.pattern(/a.*/), .pattern(/.*z/)) var word: String?
    @Guide(.element(.minimum(1)), .element(.maximum(6))) var dice: [Int]?
}

@Suite struct GenerationGuideTests {
    private func property(_ name: String, of schema: GenerationSchema) -> JSONValue? {
        schema.jsonValue["properties"]?[name]
    }

    @Test(arguments: [
        ("choice", #"{"type":"string","enum":["a","b"]}"#),
        ("constant", #"{"type":"string","enum":["only"]}"#),
        ("year", #"{"type":"string","pattern":"^(?:\\d{4})$"}"#),
        ("word", #"{"type":"string","pattern":"^(?:[a-z]+)$","description":"A code"}"#),
        ("atLeast", #"{"type":"integer","minimum":1}"#),
        ("atMost", #"{"type":"number","maximum":2.5}"#),
        ("share", #"{"type":"number","minimum":0,"maximum":1}"#),
        ("price", #"{"type":"number","minimum":0,"maximum":10}"#),
        ("wholeDouble", #"{"type":"number","minimum":1,"maximum":3}"#),
        ("three", #"{"type":"array","items":{"type":"integer"},"minItems":3,"maxItems":3}"#),
        ("some", #"{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":4}"#),
        ("any", #"{"type":"array","items":{"type":"boolean"},"minItems":1}"#),
        ("dice", #"{"type":"array","items":{"type":"integer","minimum":1,"maximum":6},"maxItems":2}"#),
        ("letters", #"{"type":"array","items":{"type":"string","enum":["x","y"]}}"#),
        (
            "pairs",
            #"{"type":"array","items":{"type":"array","items":{"type":"integer"},"minItems":2,"maxItems":2}}"#
        ),
        (
            "matrix",
            #"{"type":"array","items":{"type":"array","items":{"type":"number","minimum":0}},"minItems":2,"maxItems":2}"#
        ),
    ])
    func eachGuideIsInTheSchema(name: String, expected: String) throws {
        #expect(property(name, of: Guided.generationSchema)?.serialized() == expected)
    }

    @Test(arguments: [
        ("colour", #"{"type":"string","enum":["red","green"],"description":"One of 2"}"#),
        ("number", #"{"type":"integer","minimum":10,"maximum":19}"#),
        ("list", #"{"type":"array","items":{"type":"string"},"maxItems":6}"#),
        ("code", #"{"type":"string","pattern":"^(?:[A-Z]{3}-\\d+)$","description":"code"}"#),
        ("short", #"{"type":"string","pattern":"^(?:.{1,8})$"}"#),
        ("step", #"{"type":"string","enum":["step 1","step 2","step 3"]}"#),
        ("signed", #"{"type":"integer","minimum":-1,"maximum":1}"#),
    ])
    func guidesMayBeExpressions(name: String, expected: String) throws {
        #expect(property(name, of: Computed.generationSchema)?.serialized() == expected)
    }

    @Test(arguments: [
        ("keys", #"{"type":"array","items":{"type":"string"},"minItems":2,"maxItems":5,"description":"Shortcuts"}"#),
        ("number", #"{"type":"integer","minimum":3,"maximum":10}"#),
        ("letter", #"{"type":"string","enum":["b","c"]}"#),
        ("word", #"{"type":"string","pattern":"(?=^(?:a.*)$)(?=^(?:.*z)$)"}"#),
        ("dice", #"{"type":"array","items":{"type":"integer","minimum":1,"maximum":6}}"#),
    ])
    func severalGuidesApplyTogether(name: String, expected: String) throws {
        #expect(property(name, of: Stacked.generationSchema)?.serialized() == expected)
    }

    @Test func numbersAreWrittenWithTheirDecimalDigits() throws {
        let price = try #require(Decimal(string: "19.99"))
        let schema = try GenerationSchema(
            root: DynamicGenerationSchema(
                name: "Numbers",
                properties: [
                    .init(name: "float", schema: .init(type: Float.self, guides: [.minimum(0.1)])),
                    .init(name: "decimal", schema: .init(type: Decimal.self, guides: [.maximum(price)])),
                    .init(name: "large", schema: .init(type: Int.self, guides: [.minimum(.min), .maximum(.max)])),
                ]
            ),
            dependencies: []
        )
        #expect(property("float", of: schema)?["minimum"]?.serialized() == "0.1")
        #expect(property("decimal", of: schema)?["maximum"]?.serialized() == "19.99")
        #expect(property("large", of: schema)?["minimum"] == .integer(.min))
        #expect(property("large", of: schema)?["maximum"] == .integer(.max))
    }

    /// A pattern in Swift's syntax, and its translation for JSON Schema.
    @Test(arguments: [
        ("abc", "^(?:abc)$"),
        ("^abc$", "^abc$"),
        ("^a|b$", "^(?:^a|b$)$"),
        (#"a\-b"#, "^(?:a-b)$"),
        (#"[a\-z]"#, #"^(?:[a\-z])$"#),
        (#"\d+\.\d+"#, #"^(?:\d+\.\d+)$"#),
        (#"a\$"#, #"^(?:a\$)$"#),
        (#"(?:ab)+?"#, "^(?:(?:ab)+?)$"),
        ("[ぁ-ん]+", "^(?:[ぁ-ん]+)$"),
        (#"\p{L}\u{1F600}"#, #"^(?:\p{L}\u{1F600})$"#),
        (#"(?<year>\d+)/\k<year>"#, #"^(?:(?<year>\d+)/\k<year>)$"#),
        (#"\Aab\z"#, "^ab$"),
        (#"a(?:q|w)?z(x|y)"#, "^(?:a(?:q|w)?z(x|y))$"),
        (#"(?=a)(?!b)a{2,3}?"#, "^(?:(?=a)(?!b)a{2,3}?)$"),
    ])
    func patternsAreAnchoredAndPlain(source: String, expected: String) throws {
        let regex = try Regex(source)
        let schema = GenerationSchema(
            type: Guided.self,
            properties: [GenerationSchema.Property(name: "a", type: String.self, guides: [regex])]
        )
        #expect(property("a", of: schema)?["pattern"]?.stringValue == expected)
    }

    /// A feature of Swift's syntax alone has no equivalent, so the schema has a comment instead.
    @Test(arguments: ["(?i)abc", "a++", "(?>ab)", "[a-z&&[^aeiou]]", #"\h"#, #"\X"#, "[[a-c][x-z]]"])
    func aPatternWithoutAnEquivalentIsOmitted(source: String) throws {
        let guide = GenerationGuide<String>.pattern(try Regex(source))
        let schema = try GenerationSchema(
            root: DynamicGenerationSchema(type: String.self, guides: [guide]),
            dependencies: []
        )
        #expect(schema.jsonValue["pattern"] == nil)
        #expect(schema.jsonValue["$comment"] == "limited by an expression that has no form in JSON Schema")
    }

    @Test func aBuilderWithAlternativesIsAPatternToo() throws {
        let plain = Regex {
            "v."
            OneOrMore(.digit)
            Optionally("-a b")
        }
        let choosing = Regex {
            plain
            ChoiceOf {
                "x"
                "y"
            }
        }
        func keywords(_ guide: GenerationGuide<String>) throws -> JSONValue {
            try GenerationSchema(
                root: DynamicGenerationSchema(type: String.self, guides: [guide]),
                dependencies: []
            ).jsonValue
        }
        #expect(try keywords(.pattern(plain))["pattern"]?.stringValue == #"^(?:v\.\d+(?:-a b)?)$"#)
        #expect(try keywords(.pattern(choosing))["pattern"]?.stringValue == #"^(?:v\.\d+(?:-a b)?(?:x|y))$"#)
    }

    @Test func aPatternMayBeOnAnOptionalProperty() {
        let schema = GenerationSchema(
            type: Guided.self,
            properties: [GenerationSchema.Property(name: "a", type: String?.self, guides: [/x/, /y/])]
        )
        #expect(property("a", of: schema)?["pattern"] == "(?=^(?:x)$)(?=^(?:y)$)")
        #expect(schema.jsonValue["required"] == [])
    }
}
