/// Finds the Japanese ways to name the web.
struct JapaneseWebReader {
    private let tokens: ArraySlice<Token>

    init(_ tokens: ArraySlice<Token>) { self.tokens = tokens }

    var isPlain: Bool {
        let end = requestEnd
        let said = tokens[..<end]
        guard !said.isEmpty, hasContent(said), !has(Self.owners, in: said) else { return false }
        if isRequest(Self.searches, at: end) || begins(with: Self.searches) {
            if has(Self.web, in: said) || isRequest(Self.webSearches, at: end) || begins(with: Self.webSearches) {
                return !has(Self.past, in: said)
            }
            // A search may mean the inventory, unless it is for knowledge.
            return isRequest(Self.pure, at: end) && has(Self.knowledge, in: said) && !hasStock(said)
        }
        if isRequest(Self.lookups, at: end), has(Self.web, in: said) { return !has(Self.past, in: said) }
        return isRequest(Self.shows, at: end) && has(Self.results, in: said) && !hasStock(said)
    }

    /// The end without requests for favors and the number of results: 「、３件だけお願いします」.
    private var requestEnd: Int {
        var end = tokens.endIndex
        while end > tokens.startIndex {
            if tokens[end - 1].isSkippable {
                end -= 1
                continue
            }
            let start = max(tokens.startIndex, end - 14)
            guard
                let cut = (start..<end).first(where: { index in
                    Self.endings.lengths(at: index, in: tokens[..<end]).contains { index + $0 == end }
                        || tokens[index].isNumber
                            && Self.counters.lengths(at: index + 1, in: tokens[..<end]).contains {
                                index + 1 + $0 == end
                            }
                })
            else { break }
            end = cut
        }
        return end
    }

    private func isRequest(_ words: TokenSequences, at end: Int) -> Bool {
        let said = tokens[..<end]
        return (max(tokens.startIndex, end - 8)..<end).contains { start in
            words.lengths(at: start, in: said).contains { start + $0 == end }
        }
    }

    private func begins(with words: TokenSequences) -> Bool {
        guard let first = tokens.firstIndex(where: { !$0.isSkippable }),
            let found = words.longest(at: first, in: tokens), first + found.count < tokens.endIndex
        else { return false }
        let next = tokens[first + found.count]
        return next.isSkippable || next.quotation != nil || !next.isHiragana && tokens[first].key == "ググ"
    }

    private func has(_ words: TokenSequences, in said: ArraySlice<Token>) -> Bool {
        said.indices.contains { words.longest(at: $0, in: said) != nil }
    }

    private func hasStock(_ said: ArraySlice<Token>) -> Bool { has(OutwardWords.stock, in: said) }

    /// Returns whether the sentence has more than the words for searching.
    private func hasContent(_ said: ArraySlice<Token>) -> Bool {
        var index = said.startIndex
        while index < said.endIndex {
            let found = [Self.web, Self.searches, Self.lookups, Self.results].compactMap {
                $0.longest(at: index, in: said)?.count
            }
            if let longest = found.max() {
                index += longest
            } else if said[index].isSkippable || said[index].isHiragana {
                index += 1
            } else {
                return true
            }
        }
        // 「おちゃのれきし」
        return said.filter(\.isHiragana).count > 8
    }

    private static let searches = TokenSequences(["検索", "けんさく", "ググ", "ググって", "検索して", "けんさくして", "検索を", "サーチ"])
    private static let pure = TokenSequences(["検索", "けんさく", "検索して", "けんさくして"])
    private static let webSearches = TokenSequences(words: "JapaneseWebReader", "webSearches")
    private static let lookups = TokenSequences(words: "JapaneseWebReader", "lookups")
    private static let shows = TokenSequences(["見せて", "教えて", "出して", "知りたい", "読みたい", "見たい", "集めて", "表示して"])
    private static let web = TokenSequences(words: "JapaneseWebReader", "web")
    private static let results = TokenSequences(["検索結果", "ニュースを", "最新ニュース", "ニュース記事"])
    /// Phrases for things bought, seen or read on the web.
    private static let past = TokenSequences(["で買", "で購入", "で見た", "で読んだ", "で注文", "で頼んだ", "で見つけた", "で売", "で手に入れ"])
    /// Persons who have or do something.
    private static let owners = TokenSequences(words: "JapaneseWebReader", "owners")
    /// Words for knowledge, which is no thing at a place.
    private static let knowledge = TokenSequences(words: "JapaneseWebReader", "knowledge")
    private static let counters = TokenSequences(words: "JapaneseWebReader", "counters")
    private static let endings = TokenSequences(words: "JapaneseWebReader", "endings")
}
