/// Whether a sentence asks for a search of the web by naming it: "search the web for …", "google …", 「ネットで…を調べて」.
///
/// A mention of the web is not enough: "the lamps that were bought online", "how many web cameras", 「ネットで買ったもの」. A word
/// for searching is not enough either because it may mean the inventory: "search for tape".
struct WebRequest {
    let isPlain: Bool

    /// Classifies a sentence.
    init(_ tokens: ArraySlice<Token>, in utterance: Utterance) {
        isPlain =
            tokens.contains { $0.isCharacter }
            ? JapaneseWebReader(tokens).isPlain : EnglishWebReader(tokens, in: utterance).isPlain
    }
}

/// Finds the English ways to name the web.
private struct EnglishWebReader {
    private let tokens: ArraySlice<Token>
    private let utterance: Utterance

    init(_ tokens: ArraySlice<Token>, in utterance: Utterance) {
        self.tokens = tokens
        self.utterance = utterance
    }

    var isPlain: Bool {
        starts.contains {
            isSearch(at: $0) || isBare(at: $0) || isOnline(at: $0) || isOfPages(at: $0) || isNews(at: $0)
        }
    }

    /// The indices at which a request may start: after the polite words at the start, and after "and".
    private var starts: [Int] {
        var starts: [Int] = []
        var isStart = true
        var index = tokens.startIndex
        while index < tokens.endIndex {
            if isStart {
                index = Self.skippingFillers(from: index, in: tokens)
                starts.append(index)
                isStart = false
                continue
            }
            isStart = tokens[index].key == "and" || tokens[index].key == ","
            index += 1
        }
        return starts.filter { $0 < tokens.endIndex }
    }

    private static func skippingFillers(from start: Int, in tokens: ArraySlice<Token>) -> Int {
        var index = start
        while index < tokens.endIndex {
            if tokens[index].isSkippable {
                index += 1
            } else if let filler = LanguageData.english.fillers.longest(at: index, in: tokens) {
                index += filler.count
            } else {
                break
            }
        }
        return index
    }

    /// Returns whether it is a search: "search the web for …", "look online for …".
    private func isSearch(at start: Int) -> Bool {
        guard let found = Self.ways.longest(at: start, in: tokens), start + found.count < tokens.endIndex else {
            return false
        }
        // "search the web camera list"
        let next = tokens[start + found.count]
        return (next.isSkippable || next.quotation != nil || Self.links.contains(next.key))
            && hasContent(start + found.count)
    }

    /// Returns whether it is "google …" or "web search …".
    private func isBare(at start: Int) -> Bool {
        guard let found = Self.bare.longest(at: start, in: tokens), start + found.count < tokens.endIndex else {
            return false
        }
        return !Self.products.contains(tokens[start + found.count].key) && !hasStock(from: start)
            && hasContent(start + found.count)
    }

    /// Returns whether it is "look up … online" or "find … on the web".
    private func isOnline(at start: Int) -> Bool {
        guard let verb = Self.verbs.longest(at: start, in: tokens) else { return false }
        let end = contentEnd
        guard
            let place = (start + verb.count..<max(start + verb.count, end)).first(where: { index in
                Self.places.lengths(at: index, in: tokens).contains { index + $0 == end }
            }), place > start + verb.count
        else { return false }
        // "find the lamps that were bought online", "check whether the printer is online"
        let before = tokens[place - 1].key.text
        return !before.hasSuffix("ed") && !Self.states.contains(tokens[place - 1].key) && hasContent(start + verb.count)
            && !hasPersons(start + verb.count)
    }

    /// The end without polite words and the number of results: "online, 3 results please".
    private var contentEnd: Int {
        var end = tokens.endIndex
        while end > tokens.startIndex {
            if tokens[end - 1].isSkippable {
                end -= 1
            } else if let closing = (max(tokens.startIndex, end - 4)..<end).first(where: { index in
                LanguageData.english.closings.lengths(at: index, in: tokens[..<end]).contains { index + $0 == end }
            }) {
                end = closing
            } else if Self.hits.contains(tokens[end - 1].key), end - 2 > tokens.startIndex, tokens[end - 2].isNumber {
                end -= 2
            } else {
                break
            }
        }
        return end
    }

    /// Returns whether it asks for pages: "find me pages about …", "5 results for Kyoto temples".
    private func isOfPages(at start: Int) -> Bool {
        var index = start
        if let verb = Self.verbs.longest(at: index, in: tokens) { index += verb.count }
        var hasNumber = false
        while index < tokens.endIndex {
            if tokens[index].isNumber || LanguageData.english.numberWords[tokens[index].key] != nil {
                hasNumber = true
            } else if !Self.determiners.contains(tokens[index].key) {
                break
            }
            index += 1
        }
        guard let pages = Self.pages.longest(at: index, in: tokens), index + pages.count + 1 < tokens.endIndex,
            ["about", "on", "for", "regarding"].contains(tokens[index + pages.count].key)
        else { return false }
        let rest = index + pages.count + 1
        guard hasContent(rest), !hasStock(from: rest), !hasPersons(rest) else { return false }
        // Rows of the inventory are results, too.
        return tokens[index + pages.count - 1].key != "results" || pages.count > 1
            || hasNumber && WorldNames.hasName(tokens[rest...], in: utterance)
    }

    /// Returns whether it asks for news: "any news about the Mars mission".
    private func isNews(at start: Int) -> Bool {
        var index = start
        if let verb = Self.verbs.longest(at: index, in: tokens) { index += verb.count }
        while index < tokens.endIndex, Self.determiners.contains(tokens[index].key) { index += 1 }
        guard index + 2 < tokens.endIndex, ["news", "headlines"].contains(tokens[index].key),
            ["about", "on", "from", "regarding"].contains(tokens[index + 1].key)
        else { return false }
        let rest = index + 2
        return !hasStock(from: rest) && !hasPersons(rest) && WorldNames.hasName(tokens[rest...], in: utterance)
    }

    private func hasContent(_ start: Int) -> Bool {
        start < tokens.endIndex
            && tokens[start...].contains { !$0.isSkippable && !OutwardWords.hollow.contains($0.key) }
    }

    private func hasStock(from start: Int) -> Bool {
        (start..<tokens.endIndex).contains { OutwardWords.stock.longest(at: $0, in: tokens) != nil }
    }

    private func hasPersons(_ start: Int) -> Bool {
        let end = contentEnd
        return start < end
            && (start..<end).contains { OutwardWords.persons.longest(at: $0, in: tokens[..<end]) != nil }
    }

    private static let ways: TokenSequences = {
        let verbs = [
            "search", "browse", "check", "scour", "ask", "consult", "search on", "search in", "look on", "look in",
            "look through", "look up on", "find on", "search through", "check on",
        ]
        let places = ["web", "internet", "net", "wikipedia", "google"]
        let reached = verbs.flatMap { verb in places.flatMap { ["\(verb) \($0)", "\(verb) the \($0)"] } }
        let online = ["search", "look", "find", "browse", "check", "look up"].map { "\($0) online" }
        let nouns = ["web", "internet", "google", "online"].flatMap { place in
            ["do", "run", "make", "start"].flatMap { ["\($0) a \(place) search", "\($0) an \(place) search"] }
        }
        let said = ["internet", "web", "wikipedia", "google"].flatMap { place in
            ["say", "says", "know"].flatMap {
                ["what does \(place) \($0)", "what does the \(place) \($0)"]
            }
        }
        return TokenSequences(reached + online + nouns + said)
    }()

    /// Words after the name of the web that start the search topic.
    private static let links: Set<Word> = [
        "for", "about", "on", "regarding", "to", "how", "what", "when", "who", "where", "why", "which", "whether",
    ]

    private static let bare = TokenSequences([
        "google", "web search", "internet search", "google search", "online search", "wikipedia search",
    ])

    /// Words after "google" that make it a product name instead of a verb.
    private static let products: Set<Word> = [
        "home", "pixel", "nest", "chromecast", "speaker", "speakers", "phone", "phones", "tv", "glass", "tablet",
        "tablets", "is", "was", "are", "has", "had", "did", "does", "said", "says", "'s", "can", "will", "me", "it",
    ]

    private static let verbs = TokenSequences([
        "search", "search for", "search me", "look up", "look", "look for", "find", "find me", "find us", "find out",
        "get", "get me", "get us", "show", "show me", "show us", "check", "research", "give", "give me", "give us",
        "read", "dig up", "fetch", "gather", "collect", "pull up", "bring up", "browse", "look into", "are there",
        "is there", "what is", "what's", "what are", "tell me", "see",
    ])

    private static let places = TokenSequences([
        "online", "on the web", "on the internet", "on the net", "on google", "on wikipedia", "on web", "on internet",
        "from the web", "from the internet", "over the internet", "using google", "with google", "via google",
        "in wikipedia", "in google", "by google",
    ])

    private static let states: Set<Word> = [
        "is", "are", "was", "were", "be", "been", "bought", "got", "sold", "made", "found", "seen", "'s", "go", "goes",
        "went", "come", "comes", "came", "buy", "sell", "order",
    ]

    private static let hits: Set<Word> = ["results", "pages", "hits", "sites", "websites", "links", "articles"]

    private static let determiners: Set<Word> = [
        "the", "a", "an", "any", "some", "more", "latest", "recent", "new", "newest", "current", "top", "best",
        "first", "at", "most", "up", "to", "max", "maximum", "good", "few",
    ]

    private static let pages = TokenSequences([
        "pages", "page", "web pages", "webpages", "websites", "website", "web results", "search results", "results",
        "hits", "blog posts", "news articles", "articles", "sites", "web sites", "links",
    ])
}

/// Finds the Japanese ways to name the web.
private struct JapaneseWebReader {
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
    private static let webSearches = TokenSequences([
        "ウェブ検索", "ネット検索", "Web検索", "インターネット検索", "オンライン検索", "グーグル検索", "Google検索", "ウェブ検索して", "ネット検索して",
        "Web検索して", "インターネット検索して", "グーグル検索して", "Google検索して", "ググって",
    ])
    private static let lookups = TokenSequences([
        "調べて", "しらべて", "探して", "さがして", "リサーチして", "見つけて", "教えて", "見せて", "調査して",
    ])
    private static let shows = TokenSequences(["見せて", "教えて", "出して", "知りたい", "読みたい", "見たい", "集めて", "表示して"])
    private static let web = TokenSequences([
        "ネットで", "ウェブで", "インターネットで", "Webで", "オンラインで", "グーグルで", "Googleで", "ウィキペディアで", "Wikipediaで", "ヤフーで",
        "ネットから", "ウェブから", "ネット上で", "ウェブ上で", "インターネット上で",
    ])
    private static let results = TokenSequences(["検索結果", "ニュースを", "最新ニュース", "ニュース記事"])
    /// Phrases for things bought, seen or read on the web.
    private static let past = TokenSequences(["で買", "で購入", "で見た", "で読んだ", "で注文", "で頼んだ", "で見つけた", "で売", "で手に入れ"])
    /// Persons who have or do something.
    private static let owners = TokenSequences([
        "私の", "わたしの", "僕の", "俺の", "うちの", "自分の", "我が家", "わが家", "あなた", "自分で",
    ])
    /// Words for knowledge, which is no thing at a place.
    private static let knowledge = TokenSequences([
        "歴史", "れきし", "作り方", "つくりかた", "やり方", "方法", "使い方", "選び方", "効能", "効果", "意味", "由来", "語源", "原因", "理由", "違い",
        "おすすめ", "レシピ", "評判", "口コミ", "ニュース", "観光", "仕組み", "について", "に関して", "に関する", "とは", "検索結果",
    ])
    private static let counters = TokenSequences([
        "件", "つ", "個", "本", "ページ", "件だけ", "件ほど", "件くらい", "件ぐらい", "件まで", "件で", "個だけ", "つだけ", "ページだけ",
    ])
    private static let endings = TokenSequences([
        "ください", "下さい", "くれる", "くれ", "くれない", "くれますか", "くれませんか", "もらえる", "もらえますか", "もらえませんか", "もらえない", "いただけますか",
        "いただけませんか", "お願い", "お願いします", "おねがい", "おねがいします", "ほしい", "欲しい", "ほしいです", "ちょうだい", "ね", "よ", "みて", "おいて",
        "くださいませ", "もらっていい", "いただきたい", "もらいたい", "ほしいんだけど", "ほしいのですが", "いただきたいです",
    ])
}
