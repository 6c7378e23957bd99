/// Ranks the phrases that match one part of a message.
struct MatchRanking {
    /// The maximum difference of evidence at which two tools tie; it is less than the weight of any meaningful word.
    private static let margin: Int32 = 1

    private var winner: PhraseMatch?
    /// The best match of small talk that explains the whole text.
    private var talk: PhraseMatch?
    /// The best match of each tool, by the tool's number.
    private var tools: [PhraseMatch?]

    /// - Parameter toolCount: The number of tools.
    init(toolCount: Int) { tools = Array(repeating: nil, count: toolCount) }

    /// Returns the score that a match of a phrase must exceed to matter.
    func threshold(for entry: CompiledPhrases.Entry) -> Int32 {
        if let tool = entry.toolNumber { return tools[tool]?.score ?? 0 }
        return min(winner?.score ?? 0, talk?.score ?? 0)
    }

    /// Adds a match; of several with one score the first wins.
    mutating func add(_ match: PhraseMatch) {
        guard match.score > 0 else { return }
        if match.score > winner?.score ?? 0 { winner = match }
        if match.entry.tool == nil, match.isComplete, match.score > talk?.score ?? 0 { talk = match }
        guard let tool = match.entry.toolNumber, match.score > tools[tool]?.score ?? 0 else { return }
        tools[tool] = match
    }

    /// The best match, with the matches of other tools that have as much evidence.
    ///
    /// The score alone does not decide a tie because text in an open slot adds to it without being evidence. Phrases
    /// that change something never tie: they must be unambiguous to match at all.
    var best: PhraseMatch? {
        // Small talk that is understood as a whole is no name of anything.
        if let talk, winner?.hasOpenSlot == true { return talk }
        guard var best = winner, best.isContender else { return winner }
        let rivals = tools.compactMap(\.self).filter { match in
            match.entry.toolNumber != best.entry.toolNumber && match.isContender
                && abs(match.evidence - best.evidence) <= Self.margin && !(best.hasItem && match.hasItem)
        }
        // A lookup of an item is preferred to a web search because it costs nothing.
        if let own = ([best] + rivals).first(where: \.showsItem) { return own }
        best.rivals = rivals.sorted { $0.score == $1.score ? $0.tool < $1.tool : $0.score > $1.score }
        return best
    }
}

extension PhraseMatch {
    /// Whether it reads the whole message with an open slot; other matches are distinguished by their words.
    fileprivate var isContender: Bool {
        isComplete && hasOpenSlot && entry.phrase.question == nil && entry.tool?.effect == .reads
    }

    fileprivate var tool: String { entry.tool?.tool ?? "" }

    /// Whether its tool is one of those for a collection of items.
    fileprivate var hasItem: Bool { entry.tool?.items != nil }

    /// Whether it shows one item by its name.
    fileprivate var showsItem: Bool {
        entry.tool?.items != nil && filled.contains { $0.slot.type == .item && $0.slot.arguments == ["id"] }
    }
}
