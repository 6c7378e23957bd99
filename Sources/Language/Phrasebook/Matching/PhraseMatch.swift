/// A phrase that matched a message, with the values of its slots.
struct PhraseMatch: Sendable {
    struct Filled: Sendable {
        var slot: PatternSlot
        var values: [SlotValue]
    }

    var entry: CompiledPhrases.Entry
    var filled: [Filled]
    var score: Int32
    /// Whether only polite words were left out.
    var isComplete: Bool
    /// The weight of the message that its literal text and specific slots explain.
    var evidence: Int32
    /// Whether a value in it was quoted.
    var hasQuotation = false
    /// Whether its calls are shown to the person before they are made.
    var isProposed = false
    /// Matches of other tools with as much evidence, so that only the person can decide.
    var rivals: [PhraseMatch] = []

    /// Whether some of its slots accept nearly anything, even another request.
    var hasOpenSlot: Bool { filled.contains { $0.slot.type.acceptsNearlyAnything } }

    /// Returns whether an item's name in it contains one of some words that indicate another tool.
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

    /// Returns whether the words of the phrase itself are stronger evidence than the single words that indicate another
    /// tool.
    func outweighs(_ topic: TopicReading) -> Bool { evidence * 2 > topic.score }
}
