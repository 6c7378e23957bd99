/// What the model knows about a language itself; nothing in it is about any tool.
struct LanguageData: Sendable {
    /// Words around a request that mean nothing for it: "could you", 「すみません」.
    var fillers: TokenSequences
    /// Endings that ask somebody to do what comes before them, and so begin no request and no name; all are fillers too.
    var favors: TokenSequences
    /// Words that may be left out anywhere in a phrase.
    var articles: WordSet
    /// Words after a request that are never a part of it, not even of a text at its end: "please", "for me".
    var closings: TokenSequences
    /// Words that turn a request round when they are left over.
    var negations: TokenSequences
    /// Words that make it another question, or one about another time, when they are left over.
    var reframings: TokenSequences
    /// Words that begin a question which somebody may look up.
    var askingWords: TokenSequences
    /// Words for the person and for whom they speak to: a question with one of these is no question about the world.
    var persons: WordSet
    /// Words that say nothing when they are all that a text holds.
    var hollowTexts: TokenSequences
    /// Nouns for what happens or is said, and is no thing that could lie somewhere.
    var happenings: TokenSequences
    /// Words that join two requests.
    var conjunctions: TokenSequences
    /// Endings after which a new request may begin without a joining word.
    var clauseEndings: WordSet
    /// Words between the values of a slot that repeats.
    var separators: TokenSequences
    /// Particles and prepositions, which begin no name.
    var particles: WordSet
    /// Words that are in no name of a place.
    var placeStops: TokenSequences
    /// Single days as they are named by who looks back; days, weeks, months and years; and ranges with two ends or one.
    var days: [DayExpression]
    var spans: [DayExpression]
    /// Single days as they are named by who looks ahead.
    var comingDays: [DayExpression]
    var ranges: [DayExpression]
    /// Words that point at what was named before.
    var references: [ReferenceExpression]
    var months: WordValues
    var weekdays: WordValues
    /// Numbers up to 99 in words; empty where numbers are built from characters.
    var numberWords: WordValues
    /// Follow-ups that only name a new value; the slot is `{value:text}`.
    var followUps: [String]
    /// Answers that pick one of several offers by its number; the slot is `{n:…}`.
    var picks: [String]
    var smallTalk: [SmallTalk]
    /// Words for what belongs to the person, or was spoken of: what is asked with one of these is not sent to the web unless that is
    /// asked for.
    var personal: TokenSequences
    /// Words that ask for the web.
    var publicWords: TokenSequences
    var replies: Replies

    /// Whether the verb comes last, so that nothing unexplained may follow a request.
    var endsWithVerb: Bool

    /// The data for a language.
    static func of(_ language: PhraseLanguage) -> LanguageData {
        switch language {
        case .english: english
        case .japanese: japanese
        }
    }

    /// A part of the data for a language; the rest, which is much, is not copied.
    @inline(__always)
    static func of<Value>(_ language: PhraseLanguage, _ part: (LanguageData) -> Value) -> Value {
        switch language {
        case .english: part(english)
        case .japanese: part(japanese)
        }
    }
}

/// A remark that is not a request.
struct SmallTalk: Sendable {
    enum Subject: Sendable, Equatable { case greeting, thanks, help, farewell, praise }

    var subject: Subject
    var patterns: [String]
}

/// What the model says in its own voice.
struct Replies: Sendable {
    var greeting: String
    var thanks: String
    var farewell: String
    var praise: String
    /// The answer to whoever asks for tools that this client may not call, by their names.
    var closed: @Sendable (_ tools: [String]) -> String
    /// Comes before the list of what it can do.
    var abilities: String
    /// Comes before the list of what it can do, when it was asked for something else.
    var cannot: String
    var noTools: String
    /// The question for a page that nothing points at.
    var whichPage: String
    /// The answer to whoever says that something is not to be done.
    var refrained: String
    /// Comes before the offers when a message may mean several tools.
    var choose: String
    var offer: @Sendable (_ number: Int, _ label: String) -> String
    var notUnderstood: @Sendable (_ remark: String) -> String
    var nothingDone: @Sendable (_ remark: String) -> String
    var tooManyCalls: @Sendable (_ limit: Int) -> String
    var missingOutput: @Sendable (_ name: String) -> String
    var example: @Sendable (_ phrase: String) -> String
    var comparison: any ComparisonPhrasing
}
