/// One way to read a slot: where it ends, and what it means.
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
    /// How much of the message it explains; nothing for a slot that accepts anything.
    var weight: Int32
}

/// What stood in a slot.
enum SlotValue: Hashable, Sendable {
    case text(String)
    case number(Double)
    case days(DayRange)

    /// As it is shown to a person.
    var display: String {
        switch self {
        case .text(let text): text
        case .number(let number): Int(exactly: number).map(String.init) ?? String(number)
        case .days(let range):
            range.day?.text ?? [range.first?.text, range.last?.text].compactMap(\.self).joined(separator: " – ")
        }
    }
}
