/// The words of a tool's evidence, prepared for lookup.
final class TopicWords: Sendable {
    let tool: ToolPhrases
    let evidence: ToolEvidence
    /// The words of each declared value, from the last value to the first, and then the words for the tool's topic: of
    /// words with the same length, the first one counts.
    private let words: TokenSequences
    /// The value of each word; `nil` for the words for the tool's topic.
    private let values: [Int?]
    let comparisons: [TokenSequences]

    init?(_ tool: ToolPhrases) {
        guard let evidence = tool.evidence else { return nil }
        self.tool = tool
        self.evidence = evidence
        let own = PhraseLanguage.allCases.flatMap { evidence.words[$0] ?? [] }
        let valued = evidence.values.enumerated().reversed().flatMap { number, value in
            value.words.map { (number, $0) }
        }
        words = TokenSequences(valued.map(\.1) + own)
        values = valued.map { Int?.some($0.0) } + own.map { _ in nil }
        comparisons = evidence.comparisons.map { TokenSequences($0.words) }
    }

    /// Returns the longest word at a token, with the value it means.
    func longest(at index: Int, in tokens: ArraySlice<Token>) -> (count: Int, value: Int?)? {
        guard let found = words.longest(at: index, in: tokens),
            index + found.count >= tokens.endIndex || !tokens[index + found.count].isGlued
        else { return nil }
        return (found.count, values[found.index])
    }
}
