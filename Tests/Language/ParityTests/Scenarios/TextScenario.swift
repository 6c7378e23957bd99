import LLMCodable
import LanguageModels

@Generable
struct Review: LLMCodable, Equatable {
    @Guide(description: "The title of the film")
    var title: String
    @Guide(.range(1...5))
    var stars: Int
}

/// Decodes values from text and encodes one, as LLMCodable's users do.
func readReviews(_ text: String) async throws -> (reviews: [Review], first: DecodedResult<Review>, written: String) {
    let session = LanguageModelSession()
    var reviews: [Review] = []
    for try await review in text.decodeElements(of: Review.self, using: session) { reviews.append(review) }
    let first = try await text.decodeWithConfidence(as: Review.self, using: session)
    return (reviews, first, first.value.llmEncoded(using: .markdown))
}
