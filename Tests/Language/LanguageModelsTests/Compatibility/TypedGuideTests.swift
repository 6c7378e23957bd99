import LanguageModels
import Testing

@Generable
private struct Itinerary {
    @Guide<String>(description: "The title", .anyOf(["Kyoto", "Nara"])) var title: String
    @Guide<[String]>(.count(2)) var days: [String]
    @Guide<Int>(description: "Guests", .range(1...9)) var guests: Int?
    @Guide<Double>(.minimum(0.5), .maximum(5)) var stars: Double
    @Guide<[Int]>(.maximumCount(3), .element(.minimum(1))) var rooms: [Int]
    @Guide<[Stop]>(.minimumCount(1)) var stops: [Stop]

    @Generable
    struct Stop { var name: String }
}

/// `@Guide<T>`: guides with an explicit type have the same effect.
@Suite(.timeLimit(.minutes(1))) struct TypedGuideTests {
    private static let answer = """
        {"title": "Nara", "days": ["a", "b"], "guests": 2, "stars": 4.5, "rooms": [1, 2], "stops": [{"name": "deer"}]}
        """

    @Test func theyAreInTheSchema() {
        let schema = Itinerary.generationSchema.debugDescription
        for part in [
            #""enum":["Kyoto","Nara"]"#, #""description":"The title""#, #""minItems":2,"maxItems":2"#,
            #""minimum":1,"maximum":9"#, #""minimum":0.5,"maximum":5"#, #""items":{"type":"integer","minimum":1}"#,
            #""maxItems":3"#, ##""items":{"$ref":"#/$defs/Stop"},"minItems":1"##,
        ] { #expect(schema.contains(part), "\(part) in \(schema)") }
    }

    @Test(arguments: [
        (#""Nara""#, #""Osaka""#), ("[\"a\", \"b\"]", "[]"), ("4.5", "6"), ("[1, 2]", "[0]"),
        ("\"guests\": 2", "\"guests\": 0"),
    ])
    func anAnswerIsCheckedAgainstThem(part: String, fault: String) async throws {
        let bad = Self.answer.replacing(part, with: fault)
        let model = ScriptedModel([ScriptedModel.text(Self.answer), ScriptedModel.text(bad)])
        let session = LanguageModelSession(model: model)
        #expect(try await session.respond(to: "Plan", generating: Itinerary.self).content.title == "Nara")
        await #expect(throws: GeneratedContent.ParsingError.self) {
            try await session.respond(to: "Plan", generating: Itinerary.self)
        }
    }
}
