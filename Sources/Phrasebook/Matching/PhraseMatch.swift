/// A phrase that was found in a message, with what stood in its slots.
struct PhraseMatch: Sendable {
    struct Filled: Sendable {
        var slot: PatternSlot
        var values: [SlotValue]
    }

    var entry: CompiledPhrases.Entry
    var filled: [Filled]
    var score: Int32
    /// Whether nothing but polite words was left over.
    var isComplete: Bool
    /// How much of the message its literal text and the slots that say something explain.
    var evidence: Int32
    /// Whether something in it was said in quotation marks.
    var hasQuotation = false
    /// Whether its calls are shown to the person before they are made.
    var isProposed = false
    /// Matches of other tools for which as much speaks, so that only the person can tell.
    var rivals: [PhraseMatch] = []

    /// Whether some of its slots would have taken nearly anything, another request too.
    var hasOpenSlot: Bool { filled.contains { $0.slot.type.takesNearlyAnything } }

    /// Whether a name of an item in it has one of some words, which speak for another tool.
    func names(anyOf words: Set<String>) -> Bool {
        filled.contains { filled in
            guard entry.tool?.items != nil, filled.slot.type.isOpen else { return false }
            return filled.values.contains { value in
                guard case .text(let text) = value else { return false }
                let lower = text.lowercased()
                return words.contains { $0.utf8.count > 2 && lower.contains($0) }
            }
        }
    }

    /// Whether the words of the phrase itself say more than the single words that speak for another tool.
    func isSpokenFor(against topic: TopicReading) -> Bool { evidence * 2 > topic.score }
}
