/// Words that ask for the rest of the last output, and for nothing else.
enum ContinuationWords {
    private static let rest = TokenSequences([
        "rest", "the rest", "next page", "next part", "continue", "read on", "go on", "go on reading", "keep reading",
        "keep going", "carry on", "remainder", "next ones", "comes after that", "comes next", "remaining",
        "remaining ones",
        "the others", "more results", "more", "next", "others", "further", "go ahead", "more of it", "more of that",
        "continue reading", "more of them", "following page", "following part", "see more", "load more", "after that",
        "comes after", "other items",
        "続き", "つづき", "次のページ", "残りも", "残りを", "残り", "次の部分", "その先", "次へ", "続けて", "次の分", "次", "もっと", "結果",
        "ほか", "他", "その続き", "先を", "続行", "つづけて", "もっと見せて", "その後", "この後", "そのあと", "この先", "後ろ", "続きから", "残り全部", "その次",
    ])
    private static let frames = TokenSequences([
        "and", "show", "show me", "give me", "read", "the", "of that", "of it", "of the list", "of them", "me",
        "please", "what",
        "what is", "is", "are", "that", "it", "us", "with", "of", "page", "part", "list", "items", "ones", "results",
        "can i see", "let me see",
        "i want to see", "get", "tell me", "one", "to", "see", "there", "what's", "'s", "a", "reading", "ok", "now",
        "out", "load", "on",
        "を", "も", "は", "の", "が", "読んで", "見せて", "みせて", "教えて", "表示", "して", "出して", "お願い", "お願いします", "ください", "見たい", "を見せて",
        "ある", "ありますか", "?", "じゃあ", "では", "それ", "その", "に", "へ", "から", "見る", "読み", "進んで", "みて", "何", "何が", "が", "て", "で",
        "全部", "ちょうだい", "いただけますか", "できますか", "読む", "見せ", "もらえますか", "くれる", "ほか",
    ])

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
