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
    /// Matches of other tools for which as much speaks, so that only the person can tell.
    var rivals: [PhraseMatch] = []

    /// Whether some of its slots would have taken nearly anything, another request too.
    var hasOpenSlot: Bool { filled.contains { $0.slot.type.takesNearlyAnything } }
}
