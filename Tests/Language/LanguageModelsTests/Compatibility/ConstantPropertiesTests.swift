import Foundation
import LanguageModels
import Testing

@Generable
private struct Question: Identifiable, Equatable {
    let id = UUID()
    @Guide(description: "The question") let text: String
    let choices: [Choice]
    let points: Int = 5

    @Generable
    struct Choice: Identifiable, Equatable {
        let id: UUID = UUID()
        var text: String
    }
}

@Generable
private struct Medal: Codable, Identifiable {
    let id = UUID()
    let athlete: String
    var year: Int?

    enum CodingKeys: String, CodingKey { case athlete, year }
}

@Generable
private struct OnlyConstants { let version = 1 }

/// A constant with a value is not generated.
@Suite struct ConstantPropertiesTests {
    @Test func theSchemaAndTheContentOmitIt() throws {
        let question = Question(text: "Why?", choices: [.init(text: "a")])
        #expect(question.generatedContent.jsonString == #"{"text":"Why?","choices":[{"text":"a"}]}"#)
        let schema = Question.generationSchema.debugDescription
        #expect(schema.contains("choices"))
        #expect(!schema.contains(#""id""#))
        #expect(!schema.contains("points"))
    }

    @Test func readingKeepsItsValue() throws {
        let json = #"{"id": "x", "text": "Why?", "choices": [{"text": "a"}], "points": 9}"#
        let content = try GeneratedContent(json: json)
        let (first, second) = (try Question(content), try Question(content))
        #expect(first.points == 5)
        #expect(first.choices.map(\.text) == ["a"])
        // Each value has its own identity, as if made by hand.
        #expect(first.id != second.id)
    }

    @Test func thePartialFormIsIdentifiedByItsGeneration() throws {
        let content = try GeneratedContent(json: #"{"text": "Wh"#)
        let partial = try Question.PartiallyGenerated(content)
        let id: GenerationID = partial.id
        #expect(id == (content.id ?? id))
        #expect(partial.text == "Wh")
        #expect(partial.choices == nil)
    }

    @Test func itIsCompatibleWithCodable() throws {
        let medal = try Medal(GeneratedContent(json: #"{"athlete": "A", "year": 1964}"#))
        let coded = try JSONDecoder().decode(Medal.self, from: JSONEncoder().encode(medal))
        #expect(coded.athlete == "A")
        #expect(coded.year == 1964)
    }

    @Test func aStructureOfConstantsOnlyIsEmpty() throws {
        #expect(try OnlyConstants(GeneratedContent(json: "{}")).version == 1)
        #expect(OnlyConstants().generatedContent.jsonString == "{}")
    }
}
