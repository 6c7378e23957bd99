import LLMCodable
import LanguageModels
import Testing

@Suite struct LLMEncodableTests {
    private static let household = Household(
        street: "12 Elm\n(rear)",
        people: [Person(name: "Ada", age: 36, nickname: "A"), Person(name: "Bob", age: 7, nickname: nil)]
    )

    /// A type that is not generable.
    private struct Order: LLMEncodable {
        var title: String
        var amounts: [String: Int]
        var notes: [String]
    }

    private struct Unwritable: LLMEncodable {
        struct Refusal: Error {}
        func encode(to encoder: any Encoder) throws { throw Refusal() }
    }

    private static let json =
        #"{"street":"12 Elm\n(rear)","people":[{"name":"Ada","age":36,"nickname":"A"},{"name":"Bob","age":7}]}"#

    private static let markdown = """
        Household:
        - street: 12 Elm
          (rear)
        - people:
          - 1:
            - name: Ada
            - age: 36
            - nickname: A
          - 2:
            - name: Bob
            - age: 7
        """

    private static let sentence =
        "Household where street is 12 Elm\n(rear), people is (name is Ada, age is 36, nickname is A) and (name is Bob, age is 7)"

    private static func street(_ value: Any) -> String { "<\((value as? Household)?.street.prefix(6) ?? "?")>" }

    @Test(arguments: [
        (LLMEncodingStrategy.json, json),
        (.markdown, markdown),
        (.naturalLanguage, sentence),
        (.custom(street), "<12 Elm>"),
    ])
    func aGenerableValueIsWritten(strategy: LLMEncodingStrategy, text: String) {
        #expect(Self.household.llmEncoded(using: strategy) == text)
    }

    @Test func markdownIsTheDefaultForm() {
        #expect(Person(name: "Ada", age: 36, nickname: nil).llmEncoded() == "Person:\n- name: Ada\n- age: 36")
    }

    @Test(arguments: [
        (LLMEncodingStrategy.json, #"{"amounts":{"pens":2},"notes":[],"title":"Office"}"#),
        (.markdown, "Order:\n- amounts:\n  - pens: 2\n- notes: none\n- title: Office"),
        (.naturalLanguage, "Order where amounts is (pens is 2), notes is none, title is Office"),
    ])
    func anyEncodableValueIsWritten(strategy: LLMEncodingStrategy, text: String) {
        let order = Order(title: "Office", amounts: ["pens": 2], notes: [])
        #expect(order.llmEncoded(using: strategy) == text)
    }

    @Test func aValueThatCannotBeEncodedIsReported() {
        #expect(throws: Unwritable.Refusal.self) { try Unwritable().llmEncoding(using: .json) }
        #expect(Unwritable().llmEncoded(using: .json).hasPrefix("(Unwritable: could not be written"))
        #expect("\(Prompt(Unwritable()))".contains("Unwritable: could not be written"))
    }

    @Test func bothCanBePartsOfPrompts() {
        let person = Person(name: "Ada", age: 36, nickname: nil)
        #expect(Prompt(person) == Prompt(#"{"name":"Ada","age":36}"#))
        #expect(
            Prompt(Order(title: "x", amounts: [:], notes: []))
                == Prompt("Order:\n- amounts: nothing\n- notes: none\n- title: x")
        )
    }
}
