/// A sentence cut into its requests: "what is the weather in Oslo and list the inventory".
struct Segmentation {
    private static let cutLimit = 8

    /// A cut: the end of the part before it, and the start of the part after it.
    private struct Cut {
        var end: Int
        var next: Int
    }

    let matches: [PhraseMatch]

    init(_ sentence: Range<Int>, matcher: PhraseMatcher) {
        let whole = matcher.bestMatch(in: sentence)
        let cuts = Self.cuts(in: sentence, of: matcher.utterance)
        if let whole, cuts.isEmpty || (whole.isComplete && !whole.hasOpenSlot) {
            matches = [whole]
            return
        }
        let parts = Self.parts(of: sentence, cuts: cuts, matcher: matcher)
        let score = parts.reduce(0) { $0 + $1.score }
        matches = score > whole?.score ?? 0 ? parts : whole.map { [$0] } ?? []
    }

    /// Returns the best way to cut the sentence at least once so that each part is a request; empty if there is none.
    private static func parts(of sentence: Range<Int>, cuts: [Cut], matcher: PhraseMatcher) -> [PhraseMatch] {
        // The best parts from each token on, computed from the end.
        var best: [Int: [PhraseMatch]] = [sentence.upperBound: []]
        for start in Set(cuts.map(\.next) + [sentence.lowerBound]).sorted(by: >) where start < sentence.upperBound {
            var found: [PhraseMatch]?
            let isWhole = start == sentence.lowerBound
            let ends =
                cuts.filter { $0.end > start }
                + (isWhole ? [] : [Cut(end: sentence.upperBound, next: sentence.upperBound)])
            for cut in ends {
                guard let rest = best[cut.next], let match = matcher.bestMatch(in: start..<cut.end) else { continue }
                let candidate = [match] + rest
                if score(candidate) > score(found ?? []) { found = candidate }
            }
            best[start] = found
        }
        return best[sentence.lowerBound] ?? []
    }

    private static func score(_ matches: [PhraseMatch]) -> Int32 { matches.reduce(0) { $0 + $1.score } }

    private static func cuts(in sentence: Range<Int>, of utterance: Utterance) -> [Cut] {
        var cuts: [Cut] = []
        let tokens = utterance.tokens[sentence]
        for index in sentence.dropFirst() where cuts.count < cutLimit {
            let token = tokens[index]
            if [",", "、", ";"].contains(token.key) { cuts.append(Cut(end: index, next: index + 1)) }
            for language in PhraseLanguage.allCases {
                let conjunctions = LanguageData.of(language, \.conjunctions)
                for length in conjunctions.lengths(at: index, in: tokens) where index + length < tokens.endIndex {
                    cuts.append(Cut(end: index, next: index + length))
                }
                guard LanguageData.of(language, { $0.clauseEndings.contains(token.key) }) else { continue }
                // 「教えて」 continues in 「教えていただけますか」.
                let next = index + 1
                let favor = LanguageData.of(language, \.favors).longest(at: next, in: tokens)?.count ?? 0
                if next + favor < tokens.endIndex { cuts.append(Cut(end: next, next: next + favor)) }
            }
        }
        return cuts
    }
}
