/// The sentences by which a person asks for an action, in the languages of the catalog.
///
/// Patterns are in the syntax of the built-in model (`Phrase` of the target `Phrasebook`). A slot fills the parameter of
/// its name, or a part of its value: `{time.hour:integer}`. The value is the person's words, not the wire form.
public struct SchemaPhrases: Sendable, Hashable {
    /// The English sentences.
    public let english: Sentences
    /// The Japanese sentences.
    public let japanese: Sentences

    /// No sentences: the action is not predicted from words alone.
    public static let none = Self(english: .none, japanese: .none)

    /// The sentences in one language.
    public struct Sentences: Sendable, Hashable {
        /// A sentence that shows the purpose; one of the patterns matches it.
        public let example: String?
        /// The patterns.
        public let patterns: [String]
        /// The patterns of requests that lack a value, with the question for it.
        public let questions: [Question]

        static let none = Self(example: nil, patterns: [], questions: [])
    }

    /// A request that lacks a value.
    public struct Question: Sendable, Hashable {
        /// The pattern of the request.
        public let pattern: String
        /// The question to the person.
        public let text: String
        /// The pattern of the answer.
        public let answer: String
    }
}
