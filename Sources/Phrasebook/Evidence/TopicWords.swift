/// The words of a tool's evidence, ready to be found.
struct TopicWords: Sendable {
    let tool: ToolPhrases
    let evidence: ToolEvidence
    let words: TokenSequences
    /// The words of each declared value, in the order of the values.
    let values: [TokenSequences]
    let comparisons: [TokenSequences]

    init?(_ tool: ToolPhrases) {
        guard let evidence = tool.evidence else { return nil }
        self.tool = tool
        self.evidence = evidence
        words = TokenSequences(PhraseLanguage.allCases.flatMap { evidence.words[$0] ?? [] })
        values = evidence.values.map { TokenSequences($0.words) }
        comparisons = evidence.comparisons.map { TokenSequences($0.words) }
    }

    /// The longest word at a token, with the value that it stands for.
    func longest(at index: Int, in tokens: ArraySlice<Token>) -> (count: Int, value: Int?)? {
        var best = words.longest(at: index, in: tokens).map { (count: $0.count, value: Int?.none) }
        for (number, sequences) in values.enumerated() {
            guard let found = sequences.longest(at: index, in: tokens), found.count >= (best?.count ?? 1) else {
                continue
            }
            best = (found.count, number)
        }
        guard let best, index + best.count >= tokens.endIndex || !tokens[index + best.count].isGlued else { return nil }
        return best
    }
}
