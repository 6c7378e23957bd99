/// What may stand in a slot.
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
    /// `days`: a range of days, open at one end or not; one day counts too.
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
    /// `coming`: one day, as a date or in words, which are taken to look ahead: "tomorrow", "on Monday".
    case coming
    /// `whichMonth`: a month of the year by its name or number, or counted from this one.
    case whichMonth
    /// `address`: the address of a web page, in quotation marks or not.
    case address
    /// `thing`: the same as `name`, but nothing that only happens, such as a meeting or a reminder.
    case thing
    /// `item`: the name of an item of a collection; the same as `thing`, but within one clause.
    case item
    /// `question`: a question about the world, with the word that asks.
    case question
    /// `world`: a question that only the world can answer, each word of which has a part in it.
    case world
    /// `ordinal`: a place in a list in words.
    case ordinal
    /// `reference`: words that point at what earlier turns have named as a value of this argument.
    case reference(argument: String)

    /// The type with this name in the notation of patterns.
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
        case "reference": self = .reference(argument: argument)
        default: return nil
        }
    }

    /// Whether it accepts nearly any run of words.
    var takesNearlyAnything: Bool { isOpen || self == .place }

    /// The most that a unit of weight in it adds to a score, outside quotation marks.
    var score: Int32 {
        switch self {
        case .place: Score.capitalizedPlace
        case .name, .thing, .item, .word: Score.name
        case .text, .question: Score.text
        default: Score.specific
        }
    }

    /// Whether it accepts anything, so that what stands there says little about the phrase being the right one.
    var isOpen: Bool {
        switch self {
        case .text, .name, .thing, .item, .word, .question: true
        default: false
        }
    }
}

/// The declared texts of a slot such as `{unit=boxes|packs}`.
struct Choices: Hashable, Sendable {
    let texts: [String]
    /// The same texts as the matcher sees them.
    let sequences: TokenSequences

    init(_ texts: [String]) {
        self.texts = texts
        self.sequences = TokenSequences(texts)
    }

    static func == (left: Self, right: Self) -> Bool { left.texts == right.texts }

    func hash(into hasher: inout Hasher) { hasher.combine(texts) }
}
