/// One way a person may ask for a tool, written as a pattern.
///
/// A pattern is literal text with four kinds of brackets:
///
/// - `(hot|warm)` one of these; an empty branch is allowed
/// - `[right now|today]` one of these, or nothing
/// - `{city:place}` a slot: the argument it fills and the type of its value
/// - `{unit=boxes|packs}` a slot for one of these texts
///
/// The types are `place`, `number`, `integer`, `day`, `days` (a range of days, which may be open at one end), `quoted`
/// (text in quotation marks), `name` (the same, or a short run of text), `text`, `word`, `person` (a name of a person),
/// `statement` (an English clause from its subject on), `heading` (text up to a colon), `question` (a question about
/// the world, with its question word), and `reference` (words such as "the second one" or 「それ」 for a value of the
/// argument that earlier turns named; see ``ListedItems``).
///
/// A slot may fill two arguments with the two ends of a range of days, `{updatedAfter/updatedBefore:days}`, and may
/// repeat, `{city:place*}`: "Rome, Paris and Oslo" then makes three calls.
///
/// English is matched word by word, Japanese character by character; case, width and punctuation do not matter. A
/// pattern need not contain English articles or the polite words around a request in either language. A slot written
/// directly against a word, as in `ID{id:integer}`, also accepts "ID3"; after a space it requires a space.
public struct Phrase: Sendable, Hashable {
    /// The language the phrase is written in, and its answer is worded in.
    public var language: PhraseLanguage

    /// The pattern, in the notation above.
    public var pattern: String

    /// The way to make the answer from the tool's outputs.
    public var wording: Wording

    /// The question to ask for a request that lacks a required argument.
    public var question: Question?

    /// Declares a phrase that leads to a call.
    public init(_ language: PhraseLanguage, _ pattern: String, wording: Wording = .relay) {
        self.language = language
        self.pattern = pattern
        self.wording = wording
    }

    /// Declares a phrase that lacks an argument: the model asks for it, and makes the call once it is answered.
    public init(_ language: PhraseLanguage, _ pattern: String, asks question: Question) {
        self.init(language, pattern)
        self.question = question
    }

    /// The model's question, and the pattern of an answer.
    public struct Question: Sendable, Hashable {
        /// The question, in the phrase's language.
        public var text: String

        /// The pattern of an answer, such as `[in|for] {city:place*}`.
        public var answer: String

        /// Makes a question.
        public init(_ text: String, answer: String) {
            self.text = text
            self.answer = answer
        }
    }
}

extension [Phrase] {
    /// Returns English phrases that share a wording.
    public static func english(_ patterns: String..., wording: Wording = .relay) -> [Phrase] {
        english(patterns, wording: wording)
    }

    /// Returns English phrases that share a wording.
    package static func english(_ patterns: [String], wording: Wording = .relay) -> [Phrase] {
        patterns.map { Phrase(.english, $0, wording: wording) }
    }

    /// Returns Japanese phrases that share a wording.
    public static func japanese(_ patterns: String..., wording: Wording = .relay) -> [Phrase] {
        japanese(patterns, wording: wording)
    }

    /// Returns Japanese phrases that share a wording.
    package static func japanese(_ patterns: [String], wording: Wording = .relay) -> [Phrase] {
        patterns.map { Phrase(.japanese, $0, wording: wording) }
    }

    /// Returns phrases that lack the same argument and ask for it.
    public static func asking(
        _ question: Phrase.Question,
        in language: PhraseLanguage,
        _ patterns: String...
    ) -> [Phrase] {
        asking(question, in: language, patterns)
    }

    /// Returns phrases that lack the same argument and ask for it.
    package static func asking(
        _ question: Phrase.Question,
        in language: PhraseLanguage,
        _ patterns: [String]
    ) -> [Phrase] {
        patterns.map { Phrase(language, $0, asks: question) }
    }
}
