import CalendarDays

/// One way to read a slot: its end, and its meaning.
struct SlotCandidate {
    enum Content {
        case span(Range<Int>)
        case text(String)
        case number(Double)
        case days(DayRange)
        case list([Content])
    }

    var end: Int
    var content: Content
    var score: Int32
    /// The weight of the message that it explains; 0 for a slot that accepts anything.
    var weight: Int32
}

/// The value of a slot.
enum SlotValue: Hashable, Sendable {
    case text(String)
    case number(Double)
    case days(DayRange)

    /// The value as shown to a person.
    var display: String {
        switch self {
        case .text(let text): text
        case .number(let number): Int(exactly: number).map(String.init) ?? String(number)
        case .days(let range):
            range.day?.text ?? [range.first?.text, range.last?.text].compactMap(\.self).joined(separator: " – ")
        }
    }
}
