/// Ranks the phrases that match one part of a message.
struct MatchRanking {
    /// Two tools tie when the evidence for them differs by no more than this; less than any word that says something weighs.
    private static let margin: Int32 = 1

    private var winner: PhraseMatch?
    /// The best remark that explains everything.
    private var talk: PhraseMatch?
    /// The best match of each tool, by the tool's number.
    private var tools: [PhraseMatch?]

    /// - Parameter toolCount: How many tools there are.
    init(toolCount: Int) { tools = Array(repeating: nil, count: toolCount) }

    /// The score that a match of a phrase must exceed to be taken into account.
    func threshold(for entry: CompiledPhrases.Entry) -> Int32 {
        if let tool = entry.toolNumber { return tools[tool]?.score ?? 0 }
        return min(winner?.score ?? 0, talk?.score ?? 0)
    }

    /// Takes a match into account; of several with one score the first counts.
    mutating func add(_ match: PhraseMatch) {
        guard match.score > 0 else { return }
        if match.score > winner?.score ?? 0 { winner = match }
        if match.entry.tool == nil, match.isComplete, match.score > talk?.score ?? 0 { talk = match }
        guard let tool = match.entry.toolNumber, match.score > tools[tool]?.score ?? 0 else { return }
        tools[tool] = match
    }

    /// The best match, with those of other tools for which as much speaks.
    ///
    /// The score alone does not decide that, for a text in an open slot adds to it and says nothing. What changes something
    /// competes with nothing: its phrases leave no doubt, or they are not taken.
    var best: PhraseMatch? {
        // A remark that is understood as a whole is no name of anything.
        if let talk, winner?.hasOpenSlot == true { return talk }
        guard var best = winner, best.isContender else { return winner }
        let rivals = tools.compactMap(\.self).filter { match in
            match.entry.toolNumber != best.entry.toolNumber && match.isContender
                && abs(match.evidence - best.evidence) <= Self.margin && !(best.hasItem && match.hasItem)
        }
        // An item is looked up before anything is sent to the web, which costs nothing.
        if let own = ([best] + rivals).first(where: \.showsItem) { return own }
        best.rivals = rivals.sorted { $0.score == $1.score ? $0.tool < $1.tool : $0.score > $1.score }
        return best
    }
}

extension PhraseMatch {
    /// Whether it is a reading of the whole message that some open slot makes possible; others are told apart by their words.
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
