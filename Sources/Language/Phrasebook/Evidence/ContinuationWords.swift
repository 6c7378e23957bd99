/// Words that ask for the rest of the last output, and for nothing else.
enum ContinuationWords {
    private static let rest = TokenSequences(words: "ContinuationWords", "rest")
    private static let frames = TokenSequences(words: "ContinuationWords", "frames")

    /// Returns whether a sentence consists only of such words.
    static func cover(_ tokens: ArraySlice<Token>) -> Bool {
        guard tokens.count <= 24 else { return false }
        var index = tokens.startIndex
        var isAsked = false
        while index < tokens.endIndex {
            if tokens[index].isSkippable {
                index += 1
                continue
            }
            let found = rest.longest(at: index, in: tokens)
            let frame = [frames, LanguageData.english.fillers, LanguageData.japanese.fillers]
                .compactMap { $0.longest(at: index, in: tokens)?.count }.max()
            if let found, found.count >= frame ?? 0 {
                isAsked = true
                index += found.count
            } else if let frame {
                index += frame
            } else {
                return false
            }
        }
        return isAsked
    }
}
