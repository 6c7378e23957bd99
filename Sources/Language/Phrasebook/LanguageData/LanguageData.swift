/// The model's knowledge about a language itself; none of it is about any tool.
struct LanguageData: Sendable {
    /// Words around a request that do not change its meaning: "could you", 「すみません」.
    var fillers: TokenSequences
    /// Endings that ask somebody to do the preceding action, and so start no request and no name; all are fillers too.
    var favors: TokenSequences
    /// Words that may be left out anywhere in a phrase.
    var articles: WordSet
    /// Words after a request that are never part of it, not even of a text at its end: "please", "for me".
    var closings: TokenSequences
    /// Unmatched words that reverse a request.
    var negations: TokenSequences
    /// Unmatched words that make it another question, or one about another time.
    var reframings: TokenSequences
    /// Words that start a question which somebody may look up.
    var askingWords: TokenSequences
    /// Words for the speaker and the listener: a question with one of these is no question about the world.
    var persons: WordSet
    /// Words that mean nothing if a text consists only of them.
    var hollowTexts: TokenSequences
    /// Nouns for events and messages, which cannot be stored somewhere.
    var happenings: TokenSequences
    /// Words that join two requests.
    var conjunctions: TokenSequences
    /// Endings after which a new request may start without a joining word.
    var clauseEndings: WordSet
    /// Words between the values of a slot that repeats.
    var separators: TokenSequences
    /// Particles and prepositions, which start no name.
    var particles: WordSet
    /// Words that are in no name of a place.
    var placeStops: TokenSequences
    /// Single past days; days, weeks, months and years; and ranges with two ends or one.
    var days: [DayExpression]
    var spans: [DayExpression]
    /// Single future days.
    var comingDays: [DayExpression]
    var ranges: [DayExpression]
    /// Words that refer to earlier things.
    var references: [ReferenceExpression]
    var months: WordValues
    var weekdays: WordValues
    /// Numbers up to 99 in words; empty if numbers are built from characters.
    var numberWords: WordValues
    /// Follow-ups that only name a new value; the slot is `{value:text}`.
    var followUps: [String]
    /// Answers that select one of several offers by its number; the slot is `{n:…}`.
    var picks: [String]
    var smallTalk: [SmallTalk]
    /// Words for things of the person, or for earlier topics: a question with one of these is not sent to the web
    /// unless the person asks for the web.
    var personal: TokenSequences
    /// Words that ask for the web.
    var publicWords: TokenSequences
    var replies: Replies

    /// Whether the verb is last, so that no unexplained word may follow a request.
    var endsWithVerb: Bool

    /// Returns the data for a language.
    static func of(_ language: PhraseLanguage) -> LanguageData {
        switch language {
        case .english: english
        case .japanese: japanese
        }
    }

    /// Returns a part of the data for a language, without copying the rest, which is large.
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
    enum Subject: String, Sendable, CaseIterable { case greeting, thanks, help, farewell, praise, undo, time, day }

    var subject: Subject
    var patterns: [String]

    /// Returns the remarks of a section of the texts, with a list of patterns for each subject.
    static func all(in section: String) -> [SmallTalk] {
        let texts = PhraseTexts.phrasebook[section]
        return Subject.allCases.map { SmallTalk(subject: $0, patterns: texts($0.rawValue)) }
    }
}

/// The built-in model's sentences.
struct Replies: Sendable {
    var greeting: String
    var thanks: String
    var farewell: String
    var praise: String
    /// The answer to a request to take back a change.
    var undo: String
    /// Tells the time and the day, or the day alone, in the person's time zone.
    var time: @Sendable (PersonalTime) -> String
    var day: @Sendable (PersonalTime) -> String
    /// Answers a request for tools that this client may not call; the closure receives their names.
    var closed: @Sendable (_ tools: [String]) -> String
    /// Precedes the list of its abilities.
    var abilities: String
    /// Precedes the list of its abilities after a request for something else.
    var cannot: String
    var noTools: String
    /// The question for a web address if no page is known.
    var whichPage: String
    /// The answer to a message that forbids an action.
    var refrained: String
    /// Precedes the offers if a message may mean several tools.
    var choose: String
    var offer: @Sendable (_ number: Int, _ label: String) -> String
    var notUnderstood: @Sendable (_ remark: String) -> String
    var nothingDone: @Sendable (_ remark: String) -> String
    var tooManyCalls: @Sendable (_ limit: Int) -> String
    var missingOutput: @Sendable (_ name: String) -> String
    var example: @Sendable (_ phrase: String) -> String
    var comparison: any ComparisonPhrasing
}
