/// Decides whether a sentence may lead to a call that asks somebody outside.
///
/// Everything that leaves passes here. Remarks ask nobody; what is the person's own, and a question that may be about it, is not sent
/// before the person agrees.
struct OutwardGate {
    /// What may be done with a call.
    enum Verdict: Equatable, Sendable {
        case call
        /// The call is shown first, and made after a yes.
        case propose
        case refuse
    }

    private let utterance: Utterance
    private let tokens: ArraySlice<Token>
    private let privacy: PrivateMatter

    init(_ utterance: Utterance, _ sentence: Range<Int>, _ privacy: PrivateMatter) {
        self.utterance = utterance
        self.privacy = privacy
        tokens = utterance.tokens[sentence]
    }

    /// The verdict on a call of a tool.
    func verdict(on tool: ToolPhrases?) -> Verdict {
        guard let tool, tool.isOutward else { return .call }
        guard AskingForm(tokens) == .asks else { return .refuse }
        guard tool.isPublic else { return PlaceQuestion(tokens, in: utterance).isWhole ? .call : .refuse }
        guard !privacy.concerns(tokens, in: utterance) else { return has(Self.web) ? .propose : .refuse }
        guard !has(Self.web) else { return .call }
        guard !has(Self.near), AskingForm.isPlain(tokens) else { return .propose }
        return has(Self.searching) && !mayBeThing || WorldQuestion(tokens, in: utterance).isClear ? .call : .propose
    }

    /// Whether a tool may be called or proposed for the sentence.
    func lets(_ tool: ToolPhrases?) -> Bool { verdict(on: tool) != .refuse }

    /// Whether what is searched for is one or two plain words, as a thing in stock is named: "search for tape".
    private var mayBeThing: Bool {
        guard !tokens.contains(where: { $0.kind == .character || $0.quotation != nil || $0.isNumber }) else {
            return false
        }
        var words = 0
        var index = tokens.startIndex
        while index < tokens.endIndex {
            if let found = Self.searching.longest(at: index, in: tokens)
                ?? LanguageData.english.fillers.longest(at: index, in: tokens)
            {
                index += found.count
                continue
            }
            let token = tokens[index]
            if token.kind == .word, !["for", "about", "on", "the", "a", "an", "some", "me", "up"].contains(token.key) {
                if utterance.text.characters[token.range.lowerBound].isUppercase { return false }
                words += 1
            }
            index += 1
        }
        return words <= 2
    }

    private func has(_ sequences: TokenSequences) -> Bool {
        tokens.indices.contains { sequences.longest(at: $0, in: tokens) != nil }
    }

    /// Words that can only mean the web: "search" and "look up" may mean the inventory, and a net may be a thing.
    private static let web = TokenSequences([
        "web", "internet", "online", "google", "wikipedia", "websites", "news about", "news on", "latest news", "news",
        "ネットで", "ウェブ", "インターネット", "ググって", "ニュース", "Web", "ウィキペディア", "サイト", "オンライン", "グーグル",
    ])

    /// Words that may be of what the person has, so that a search may mean the inventory.
    private static let near = TokenSequences([
        "item", "items", "things", "thing", "stuff", "entries", "entry", "records", "anything", "everything",
        "something",
        "updated", "added", "changed", "created", "modified", "bought", "ordered", "purchased", "stored", "kept",
        "left",
        "storage", "in the kitchen", "in the garage", "in the office", "in the closet", "in the cupboard",
        "in the basement",
        "in the attic", "in the storeroom", "in the fridge", "in the freezer", "in the box", "on the shelf", "in room",
        "pieces", "packs", "boxes", "bottles", "broken", "damaged", "missing", "empty", "low", "out", "stock", "sold",
        "replace",
        "replacing", "replaced", "refill", "refilling", "reorder", "restock", "restocking", "arrive", "arrived",
        "came in",
        "delivered", "delivery", "received", "oldest", "newest", "cheapest", "recent", "recently", "yesterday",
        "last week",
        "last month", "this week", "this month", "category", "categories", "barcode", "unit", "units",
        "アイテム", "品目", "物品", "備品", "登録", "更新", "追加", "変更", "購入", "保管", "収納", "もの", "一覧", "リスト", "全部", "すべて",
    ])

    /// Words that mean searching, wherever that is.
    private static let searching = TokenSequences([
        "search", "search for", "look up", "find out", "research", "browse", "results", "articles", "pages",
        "information", "info",
        "調べ", "しらべ", "検索", "けんさく", "ググ", "記事", "情報", "リサーチ",
    ])
}
