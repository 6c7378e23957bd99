import LLMCodable
import LanguageModels

/// The values that the tests decode from texts.
@Generable
struct Person: LLMCodable, Equatable {
    @Guide(description: "The full name")
    var name: String
    @Guide(description: "In years", .range(0...150))
    var age: Int
    var nickname: String?
}

@Generable
enum Mood: Equatable {
    case good, bad
}

@Generable
struct Household: LLMCodable, Equatable {
    var street: String
    var people: [Person]
}
