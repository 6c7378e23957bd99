/// The words and values that indicate a tool if no phrase matches the whole message.
public struct ToolEvidence: Sendable, Hashable {
    /// The words for the tool's topic: "weather", 「天気」.
    public var words: [PhraseLanguage: [String]]

    /// The values of one argument, each with the words for it.
    public var values: [Value]

    /// The arguments that are read from a message.
    public var slots: [Slot]

    /// The way to read yes or no from an output.
    public var judgement: Judgement

    /// The comparisons that the tool's outputs allow, by the words that ask for them.
    public var comparisons: [ComparisonWords]

    /// The answer to requests about the topic that the tool cannot fulfill, such as adding an event.
    public var limits: [PhraseLanguage: String]

    /// Declares evidence.
    public init(
        words: [PhraseLanguage: [String]],
        values: [Value] = [],
        slots: [Slot],
        judgement: Judgement = .none,
        comparisons: [ComparisonWords] = [],
        limits: [PhraseLanguage: String] = [:]
    ) {
        self.words = words
        self.values = values
        self.slots = slots
        self.judgement = judgement
        self.comparisons = comparisons
        self.limits = limits
    }

    /// A value of an argument, and the words for it.
    public struct Value: Sendable, Hashable {
        /// The value.
        public var value: String
        /// The words, in any language.
        public var words: [String]
        /// Whether the words count only if no other value is named.
        public var isWeak: Bool

        /// Declares a value.
        public init(_ value: String, _ words: [String], isWeak: Bool = false) {
            self.value = value
            self.words = words
            self.isWeak = isWeak
        }
    }

    /// An argument that is read from a message.
    public struct Slot: Sendable, Hashable {
        /// The argument's name.
        public var argument: String
        /// The kind of value.
        public var kind: Kind
        /// The question if the value is missing and the tool requires it.
        public var question: [PhraseLanguage: String]

        /// Declares a slot.
        public init(_ argument: String, _ kind: Kind, question: [PhraseLanguage: String] = [:]) {
            self.argument = argument
            self.kind = kind
            self.question = question
        }
    }

    /// The kinds of values.
    public enum Kind: Sendable, Hashable {
        /// A place, or several, each for a separate call.
        case place
        /// A number of days from today to a named day, at most the limit.
        case daysAhead(limit: Int)
        /// A person's name, or several, each for a separate call.
        case person
        /// A day.
        case day
        /// A month, or several, each for a separate call.
        case month
        /// One of the declared values, or several, each for a separate call.
        case value
        /// A number of results.
        case count
    }

    /// The way to read yes or no from an output.
    public enum Judgement: Sendable, Hashable {
        /// Not at all.
        case none
        /// Yes, unless the output has one of the first texts or lacks the second.
        case found(unless: [String], needing: String)
        /// Yes if the output has one of the texts for the word in the question.
        case signs([Sign])
        /// By the day's value, compared with a number or with the week before.
        case figures
    }

    /// Words in a question, and the texts in an output that mean yes.
    public struct Sign: Sendable, Hashable {
        /// The words, in any language.
        public var words: [String]
        /// The texts.
        public var texts: [String]
        /// The temperatures that mean yes, in degrees Celsius.
        public var degrees: ClosedRange<Int>?

        /// Declares a sign.
        public init(_ words: [String], texts: [String] = [], degrees: ClosedRange<Int>? = nil) {
            self.words = words
            self.texts = texts
            self.degrees = degrees
        }
    }

    /// A comparison, and the words that ask for it.
    public struct ComparisonWords: Sendable, Hashable {
        /// The words, in any language.
        public var words: [String]
        /// The comparison, by language.
        public var comparison: [PhraseLanguage: Comparison]

        /// Declares a comparison.
        public init(_ words: [String], _ comparison: [PhraseLanguage: Comparison]) {
            self.words = words
            self.comparison = comparison
        }
    }
}
