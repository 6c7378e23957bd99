import Foundation
import LanguageModels
import Testing

@Generable
private struct Order {
    @Guide(.constant("order")) var kind: String
    @Guide(.anyOf(["small", "large"])) var size: String
    @Guide(.pattern(/[A-Z]{3}-\d+/)) var code: String
    @Guide(.minimum(1)) var pieces: Int
    @Guide(.maximum(0.25)) var discount: Float
    @Guide(.minimum(0.5), .maximum(2.5)) var weight: Double
    @Guide(.range(1...100)) var price: Decimal
    @Guide(.minimumCount(1)) var tags: [String]
    @Guide(.maximumCount(2)) var notes: [String]
    @Guide(.count(3)) var digits: [Int]
    @Guide(.count(1...2), .element(.range(0...9))) var codes: [Int]
    @Guide(.element(.anyOf(["a", "b"]))) var letters: [String]
    @Guide(.range(0...5)) var stars: Int?
}

/// Every guide, in the schema of a request and in the check of an answer (reference §2.4).
@Suite(.timeLimit(.minutes(1))) struct GenerationGuideFamilyTests {
    private static let good: [(name: String, value: String)] = [
        ("kind", #""order""#), ("size", #""small""#), ("code", #""ABC-1""#), ("pieces", "1"), ("discount", "0.25"),
        ("weight", "2.5"), ("price", "100"), ("tags", #"["t"]"#), ("notes", "[]"), ("digits", "[1,2,3]"),
        ("codes", "[0,9]"), ("letters", #"["b","a"]"#), ("stars", "5"),
    ]

    private static func json(_ name: String? = nil, _ value: String = "") -> String {
        let members = good.map { "\"\($0.name)\":\($0.name == name ? value : $0.value)" }
        return "{\(members.joined(separator: ","))}"
    }

    @Test func anAnswerWithinAllGuidesIsAccepted() async throws {
        let session = LanguageModelSession(model: ScriptedModel([ScriptedModel.text(Self.json())]))
        let order = try await session.respond(to: "Order", generating: Order.self).content
        #expect(order.code == "ABC-1")
        #expect(order.stars == 5)
    }

    /// One value outside its guide.
    struct Violation: Sendable, CustomTestStringConvertible {
        let name: String
        let value: String
        var testDescription: String { "\(name): \(value)" }
    }

    @Test(arguments: [
        Violation(name: "kind", value: #""other""#), Violation(name: "size", value: #""medium""#),
        Violation(name: "pieces", value: "0"), Violation(name: "discount", value: "0.5"),
        Violation(name: "weight", value: "0.25"), Violation(name: "weight", value: "3"),
        Violation(name: "price", value: "100.5"), Violation(name: "tags", value: "[]"),
        Violation(name: "notes", value: #"["a","b","c"]"#), Violation(name: "digits", value: "[1,2]"),
        Violation(name: "codes", value: "[]"), Violation(name: "codes", value: "[10]"),
        Violation(name: "letters", value: #"["c"]"#), Violation(name: "stars", value: "6"),
    ])
    func anAnswerOutsideAGuideIsAnError(violation: Violation) async throws {
        let model = ScriptedModel([ScriptedModel.text(Self.json(violation.name, violation.value))])
        let error = await #expect(throws: GeneratedContent.ParsingError.self) {
            try await LanguageModelSession(model: model).respond(to: "Order", generating: Order.self)
        }
        #expect(error?.debugDescription.contains(violation.name) == true)
    }

    /// The keywords of one property's guides in a schema.
    struct Row: Sendable, CustomTestStringConvertible {
        let property: GenerationSchema.Property
        let keywords: String
        var testDescription: String { keywords }
    }

    private static func row<Value: Generable>(_ guides: [GenerationGuide<Value>], _ keywords: String) -> Row {
        Row(property: .init(name: "p", type: Value.self, guides: guides), keywords: keywords)
    }

    @Test(arguments: [
        row([.constant("a")], #"{"type":"string","enum":["a"]}"#),
        row([.anyOf(["a", "b"])], #"{"type":"string","enum":["a","b"]}"#),
        row([.pattern(/a+/)] as [GenerationGuide<String>], #"{"type":"string","pattern":"^(?:a+)$"}"#),
        row([.minimum(1)] as [GenerationGuide<Int>], #"{"type":"integer","minimum":1}"#),
        row([.maximum(1)] as [GenerationGuide<Int>], #"{"type":"integer","maximum":1}"#),
        row([.range(1...2)] as [GenerationGuide<Int>], #"{"type":"integer","minimum":1,"maximum":2}"#),
        row([.minimum(1)] as [GenerationGuide<Float>], #"{"type":"number","minimum":1}"#),
        row([.maximum(0.5)] as [GenerationGuide<Float>], #"{"type":"number","maximum":0.5}"#),
        row([.range(1...1.5)] as [GenerationGuide<Float>], #"{"type":"number","minimum":1,"maximum":1.5}"#),
        row([.minimum(0.1)] as [GenerationGuide<Double>], #"{"type":"number","minimum":0.1}"#),
        row([.maximum(0.1)] as [GenerationGuide<Double>], #"{"type":"number","maximum":0.1}"#),
        row([.range(0.1...0.2)] as [GenerationGuide<Double>], #"{"type":"number","minimum":0.1,"maximum":0.2}"#),
        row([.minimum(2)] as [GenerationGuide<Decimal>], #"{"type":"number","minimum":2}"#),
        row([.maximum(2)] as [GenerationGuide<Decimal>], #"{"type":"number","maximum":2}"#),
        row([.range(1...2)] as [GenerationGuide<Decimal>], #"{"type":"number","minimum":1,"maximum":2}"#),
        row(
            [.minimumCount(1)] as [GenerationGuide<[Int]>],
            #"{"type":"array","items":{"type":"integer"},"minItems":1}"#
        ),
        row(
            [.maximumCount(1)] as [GenerationGuide<[Int]>],
            #"{"type":"array","items":{"type":"integer"},"maxItems":1}"#
        ),
        row(
            [.count(2)] as [GenerationGuide<[Int]>],
            #"{"type":"array","items":{"type":"integer"},"minItems":2,"maxItems":2}"#
        ),
        row(
            [.count(1...2)] as [GenerationGuide<[Int]>],
            #"{"type":"array","items":{"type":"integer"},"minItems":1,"maxItems":2}"#
        ),
        row(
            [.element(.minimum(1))] as [GenerationGuide<[Int]>],
            #"{"type":"array","items":{"type":"integer","minimum":1}}"#
        ),
    ])
    func aGuideIsAKeywordOfTheSchema(row: Row) {
        let schema = GenerationSchema(type: Order.self, properties: [row.property]).debugDescription
        #expect(schema.contains(#""properties":{"p":\#(row.keywords)}"#), "\(schema)")
    }

    /// The guides for an empty element type exist, so that an attribute compiles without knowing its property's type.
    @Test func countsWithoutAnElementType() {
        let guides: [GenerationGuide<[Never]>] = [.minimumCount(1), .maximumCount(2), .count(3), .count(1...2)]
        #expect(guides.count == 4)
    }
}
