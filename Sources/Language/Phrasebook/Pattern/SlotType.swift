/// The type of a slot, which decides the texts that it accepts.
enum SlotType: Hashable, Sendable {
    /// `place`: a few words or a run of Japanese that can be the name of a place.
    case place
    /// `number`: digits, or a number in words.
    case number
    /// `integer`: a number without a fraction.
    case integer
    /// `day`: one day, as a date or in words.
    case day
    /// `span`: a day, a week, a month or a year.
    case span
    /// `days`: a range of days, which may be open at one end; one day counts, too.
    case days
    /// `quoted`: text in quotation marks.
    case quoted
    /// `name`: text in quotation marks, or else a short run of text.
    case name
    /// `text`: any text.
    case text
    /// `word`: one word.
    case word
    /// One of some declared texts.
    case choice(Choices)
    /// `digits`: digits that may be part of a longer date.
    case digits
    /// `month`: the name of a month.
    case month
    /// `weekday`: the name of a day of the week.
    case weekday
    /// `coming`: one future day, as a date or in words: "tomorrow", "on Monday".
    case coming
    /// `whichMonth`: a month of the year by its name or number, or relative to the current one.
    case whichMonth
    /// `address`: the address of a web page, with or without quotation marks.
    case address
    /// `thing`: the same as `name`, but no event such as a meeting or a reminder.
    case thing
    /// `item`: the name of an item of a collection; the same as `thing`, but within one clause.
    case item
    /// `question`: a question about the world, with its question word.
    case question
    /// `world`: a question that only the world can answer, in which each word has a role.
    case world
    /// `ordinal`: a position in a list in words.
    case ordinal
    /// `person`: the name of a person, or a word for one such as "mom".
    case person
    /// `statement`: an English clause that says something, from its subject on.
    case statement
    /// `heading`: text up to a colon that does not belong to a time.
    case heading
    /// `reference`: words that refer to a value of this argument that earlier turns named.
    case reference(argument: String)

    /// Makes the type with this name in the notation of patterns.
    init?(name: some StringProtocol, argument: String) {
        switch name {
        case "place": self = .place
        case "number": self = .number
        case "integer": self = .integer
        case "day": self = .day
        case "span": self = .span
        case "days": self = .days
        case "quoted": self = .quoted
        case "name": self = .name
        case "text": self = .text
        case "word": self = .word
        case "digits": self = .digits
        case "month": self = .month
        case "weekday": self = .weekday
        case "coming": self = .coming
        case "whichMonth": self = .whichMonth
        case "address": self = .address
        case "thing": self = .thing
        case "item": self = .item
        case "question": self = .question
        case "world": self = .world
        case "ordinal": self = .ordinal
        case "person": self = .person
        case "statement": self = .statement
        case "heading": self = .heading
        case "reference": self = .reference(argument: argument)
        default: return nil
        }
    }

    /// Whether it accepts nearly any run of words.
    var acceptsNearlyAnything: Bool { isOpen || self == .place }

    /// The maximum score of a unit of weight in it, outside quotation marks.
    var score: Int32 {
        switch self {
        case .place: Score.capitalizedPlace
        case .person: Score.place
        case .name, .thing, .item, .word: Score.name
        case .text, .question, .statement: Score.text
        default: Score.specific
        }
    }

    /// Whether it accepts anything, so that its content is weak evidence for the phrase.
    var isOpen: Bool {
        switch self {
        case .text, .name, .thing, .item, .word, .question, .statement: true
        default: false
        }
    }
}

/// The declared texts of a slot such as `{unit=boxes|packs}`.
struct Choices: Hashable, Sendable {
    let texts: [String]
    /// The same texts as token sequences.
    let sequences: TokenSequences

    init(_ texts: [String]) {
        self.texts = texts
        self.sequences = TokenSequences(texts)
    }

    static func == (left: Self, right: Self) -> Bool { left.texts == right.texts }

    func hash(into hasher: inout Hasher) { hasher.combine(texts) }
}
