/// A parsed pattern.
indirect enum PatternNode: Equatable {
    case literal(String)
    case slot(PatternSlot)
    case sequence([PatternNode])
    case alternatives([PatternNode])
    case optional(PatternNode)
}

/// A slot of a pattern.
struct PatternSlot: Hashable, Sendable {
    /// The argument it fills, or the two arguments for the ends of a range.
    var arguments: [String]
    var type: SlotType
    var repeats: Bool
    /// Whether the pattern has a space before it, so that the text needs a gap there too.
    var needsGap: Bool
    /// The number of its type in the vocabulary of its phrases.
    var typeNumber = Vocabulary.name

    /// The row of its readings: there are two for each type, the second one for slots that repeat.
    var row: Int { 2 * typeNumber + (repeats ? 1 : 0) }
}
