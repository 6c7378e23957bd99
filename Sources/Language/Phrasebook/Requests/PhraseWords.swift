/// The words that a phrase explains by itself: "cancel" in "cancel the timer" forbids nothing.
///
/// Phrases of items have no such words, because a name there may be any text.
struct PhraseWords {
    /// The words of each piece of literal text and of each choice.
    private let pieces: [[Word]]
    /// Whether a slot has read the day of the request: "tomorrow" is then no delay.
    private let namesDay: Bool
    /// The arguments that may contain anything.
    let freeArguments: Set<String>
    /// The arguments whose values are words of the phrase, numbers or days.
    let specificArguments: Set<String>

    private static let days = TokenSequences(words: "PhraseWords", "days")

    /// Reads the words of a match; `nil` for a phrase of items.
    init?(_ match: PhraseMatch) {
        guard let tool = match.entry.tool, tool.items == nil, tool.collection == nil,
            let pattern = try? PatternParser.parse(match.entry.phrase.pattern)
        else { return nil }
        pieces = pattern.texts.map { Utterance($0).tokens.map(\.key) }
        namesDay = match.filled.contains { [.day, .days, .coming].contains($0.slot.type) }
        freeArguments = Set(
            match.filled.filter { [.text, .statement].contains($0.slot.type) }.flatMap(\.slot.arguments)
        )
        specificArguments = Set(
            match.filled.filter { !$0.slot.type.acceptsNearlyAnything }.flatMap(\.slot.arguments)
        )
    }

    /// Returns whether some words of a message are words of the phrase, or of its day.
    func explain(_ tokens: ArraySlice<Token>) -> Bool {
        if namesDay, let first = tokens.indices.first, Self.days.longest(at: first, in: tokens)?.count == tokens.count {
            return true
        }
        let keys = tokens.map(\.key)
        return pieces.contains { piece in
            guard piece.count >= keys.count else { return false }
            return (0...piece.count - keys.count).contains { piece[$0..<$0 + keys.count].elementsEqual(keys) }
        }
    }
}
