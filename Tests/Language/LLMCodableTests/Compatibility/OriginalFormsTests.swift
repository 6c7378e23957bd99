import LLMCodable
import LanguageModels
import ScriptedModels
import Testing

@Generable
private struct MovieReview: LLMCodable, Equatable {
    @Guide(description: "The title of the movie") var title: String
    @Guide(description: "From 1 to 5", .range(1...5)) var rating: Int
    var verdict: Verdict?
}

@Generable
private enum Verdict: String, Codable { case watch, skip }

/// A type that is only encoded, never decoded.
private struct Receipt: LLMEncodable {
    var total: Int
    var shop: String
}

/// LLMCodable's methods, called as in the original library.
@Suite(.timeLimit(.minutes(1))) struct OriginalFormsTests {
    private static let review = #"{"title":"Ran","rating":5,"verdict":"watch"}"#
    private static let ran = MovieReview(title: "Ran", rating: 5, verdict: .watch)

    @Test func aTextIsDecodedByItsTypeOrByItself() async throws {
        let model = ScriptedModel(.text([Self.review]), .text([Self.review]), .text([Self.review]))
        try await SystemLanguageModel.withModel(model) {
            let inferred: MovieReview = try await "A masterpiece.".decode()
            let named = try await "A masterpiece.".decode(as: MovieReview.self)
            let own = try await MovieReview.decode(from: "A masterpiece.")
            try Self.check([inferred, named, own])
        }
    }

    private static func check(_ reviews: [MovieReview]) throws { #expect(reviews.allSatisfy { $0 == ran }) }

    /// A snapshot has the partial form's properties directly and in its content.
    @Test func aStreamShowsPropertiesAtOnce() async throws {
        let model = ScriptedModel(.text([#"{"title":"R"#, #"an","rating":"#, #"5}"#]))
        var titles: [String?] = []
        for try await partial in try "A masterpiece.".decodeStream(as: MovieReview.self, using: model) {
            titles.append(partial.title)
            #expect(partial.title == partial.content.title)
            #expect(partial.rating == partial.content.rating)
        }
        #expect(titles == ["R", "Ran", "Ran"])
    }

    /// Neither the call nor the encoding needs `try`.
    @Test func listsAndEncodingsDoNotThrow() async throws {
        let model = ScriptedModel(.text([#"{"elements":[\#(Self.review),"#, #"{"title":"Ikiru","rating":4}]}"#]))
        let stream = "Two movies.".decodeElements(of: MovieReview.self, using: model)
        var titles: [String] = []
        for try await review in stream { titles.append(review.title) }
        #expect(titles == ["Ran", "Ikiru"])
        let receipt = Receipt(total: 3, shop: "Bakery")
        #expect(receipt.llmEncoded(using: .json) == #"{"shop":"Bakery","total":3}"#)
        #expect(Self.ran.llmEncoded(using: .json) == Self.review)
        #expect(Self.ran.llmEncoded(using: .naturalLanguage).contains("title is Ran"))
        #expect(Self.ran.llmEncoded().contains("Ran"))
        #expect(Self.ran.llmEncoded(using: .markdown) == Self.ran.llmEncoded())
        #expect(receipt.llmEncoded(using: .custom { "\(type(of: $0))" }) == "Receipt")
    }

    @Test func aNamedSessionHasThePromptAndTheAnswer() async throws {
        let session = LanguageModelSession(model: ScriptedModel(.text([Self.review]), .text([Self.review])))
        #expect(try await "A masterpiece.".decode(as: MovieReview.self, using: session) == Self.ran)
        #expect(session.transcript.count == 2)
        let own = LLMDecoder(session: session, leavesTranscript: true)
        #expect(try await own.decode(MovieReview.self, from: "A masterpiece.") == Self.ran)
        #expect(session.transcript.count == 2)
    }

    /// By default the model grades its answer in a second request of the same session.
    @Test func confidenceIsAGradeInTheSameSession() async throws {
        let model = ScriptedModel(.text([Self.review]), .text([#"{"confidence":0.9}"#]))
        let result = try await "A masterpiece.".decodeWithConfidence(as: MovieReview.self, using: model)
        #expect(result.value == Self.ran)
        #expect(result.confidence == 0.9)
        #expect(model.requests.count == 2)
        #expect(model.requests[1].transcript.count > model.requests[0].transcript.count)
    }

    /// A decoded value is a valid part of another prompt.
    @Test func aDecodedValueIsAPrompt() async throws {
        let model = ScriptedModel(.text(["ok"]))
        try await LanguageModelSession(model: model).respond {
            "Shorten it."
            Self.ran
        }
        #expect(model.requests[0].transcript.last?.description.contains("Ran") == true)
    }
}
