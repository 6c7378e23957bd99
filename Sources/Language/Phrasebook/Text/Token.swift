/// A piece of a message: a word, a number, one Japanese character, a quoted text, or a mark.
struct Token: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        case word
        case number(Double)
        /// One character of a script that is written without spaces.
        case character
        /// A quoted text as it was written, without the marks.
        case quoted(String)
        /// A mark that has no meaning for a pattern: `,` `.` `?` `、` and so on.
        case punctuation
        /// `-` or `/`: without meaning in a message, but a pattern may contain it.
        case joint
        /// A sign with a meaning: `#` `%` `+` and so on.
        case symbol
    }

    var kind: Kind
    /// The form that patterns compare: normalized and in lower case.
    var key: Word
    /// Its range in the normalized characters of the message.
    var range: Range<Int>
    /// Whether it continues the letters and digits before it, as the 4 of "A4" does.
    var isGlued: Bool
    /// The value of matching it, and the cost of leaving it out.
    var weight: Int

    /// The key of every quoted text.
    static let quotationKey: Word = "\u{0}quotation"

    var isSkippable: Bool {
        switch kind {
        case .punctuation, .joint: true
        case .word, .number, .character, .quoted, .symbol: false
        }
    }

    var isNumber: Bool {
        if case .number = kind { true } else { false }
    }

    /// Whether it is one character of a script that is written without spaces.
    var isCharacter: Bool {
        if case .character = kind { true } else { false }
    }

    /// Whether it is a word.
    var isWord: Bool {
        if case .word = kind { true } else { false }
    }

    /// Whether it is a character of hiragana.
    var isHiragana: Bool { isCharacter && key.firstScalar?.isHiragana == true }

    var number: Double? {
        if case .number(let value) = kind { value } else { nil }
    }

    var quotation: String? {
        if case .quoted(let text) = kind { text } else { nil }
    }
}
