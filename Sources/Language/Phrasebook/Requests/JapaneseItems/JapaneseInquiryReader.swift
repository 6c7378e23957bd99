/// Reads questions about items in Japanese.
struct JapaneseInquiryReader {
    private static let tokenLimit = 60

    private let reader: SlotReader
    private let tokens: ArraySlice<Token>
    private let topic: ItemTopic
    private let words = ItemWords.japanese
    private var inquiry = ItemInquiry()
    /// Whether a word was read that asks, requests to show, or states existence.
    private var isAsked = false

    init(_ reader: SlotReader, _ topic: ItemTopic) {
        self.reader = reader
        self.topic = topic
        tokens = reader.tokens
    }

    /// Reads the question; `nil` if a word has no role in it.
    mutating func read() -> ItemInquiry? {
        guard tokens.count <= Self.tokenLimit, !tokens.isEmpty else { return nil }
        var index = tokens.startIndex
        while index < tokens.endIndex {
            guard let next = part(at: index), next > index else { return nil }
            index = next
        }
        return isAsked ? inquiry : nil
    }

    private static let numberQuestions = TokenSequences(
        ["いくつ", "どれくらい", "どのくらい", "どれだけ", "どんだけ", "何種類", "何点", "何件"]
            + [
                "個", "箱", "本", "枚", "冊", "台", "袋", "缶", "巻", "脚", "セット", "パック", "足", "キロ", "リットル", "ロール", "束", "つ",
                "kg",
            ].flatMap {
                ["何" + $0, "なん" + $0]
            }
    )
    private static let counts = TokenSequences(words: "JapaneseInquiryReader", "counts")
    private static let placeQuestions = TokenSequences(["どこ", "どこに", "どこらへん", "どこら辺", "どの場所", "どちらに", "どこだっけ", "どのへん"])
    private static let existenceWords = TokenSequences(words: "JapaneseInquiryReader", "existenceWords")
    private static let showRequests = TokenSequences(words: "JapaneseInquiryReader", "showRequests")
    private static let fillers = TokenSequences(words: "JapaneseInquiryReader", "fillers")

    private mutating func part(at index: Int) -> Int? {
        if tokens[index].isSkippable { return index + 1 }
        if let found = Self.numberQuestions.longest(at: index, in: tokens) {
            inquiry.asksNumber = true
            inquiry.isOwn = inquiry.isOwn || found.count > 1
            isAsked = true
            return index + found.count
        }
        if let found = Self.placeQuestions.longest(at: index, in: tokens) {
            inquiry.asksWhere = true
            inquiry.isOwn = true
            isAsked = true
            return index + found.count
        }
        if let end = numbered(at: index) { return end }
        if let found = Self.existenceWords.longest(at: index, in: tokens), inquiry != ItemInquiry() {
            inquiry.isOwn = true
            isAsked = true
            return index + found.count
        }
        if let found = Self.showRequests.longest(at: index, in: tokens), inquiry != ItemInquiry() {
            inquiry.asksToShow = true
            isAsked = true
            return index + found.count
        }
        if let end = field(at: index) { return end }
        if let found = words.stock.longest(at: index, in: tokens), !isJoined(index + found.count) {
            inquiry.hasThings = true
            inquiry.isOwn = true
            return index + found.count
        }
        if let found = words.things.longest(at: index, in: tokens), !isJoined(index + found.count) {
            inquiry.hasThings = true
            return index + found.count
        }
        if let found = words.states.longest(at: index, in: tokens), inquiry.state == nil, !isJoined(index + found.count)
        {
            inquiry.state = reader.utterance.content(of: index..<index + found.count)
            if inquiry.name != nil {
                inquiry.asksWhether = true
                inquiry.isDefinite = true
                isAsked = true
            }
            return index + found.count
        }
        let idle = Self.fillers.longest(at: index, in: tokens)?.count ?? 0
        let filler = LanguageData.japanese.fillers.longest(at: index, in: tokens)?.count ?? 0
        if max(idle, filler) > 0, max(idle, filler) > 1 || inquiry != ItemInquiry() { return index + max(idle, filler) }
        return name(at: index)
    }

    private func isJoined(_ index: Int) -> Bool {
        guard index < tokens.endIndex, index > tokens.startIndex, tokens[index].isCharacter,
            tokens[index - 1].isCharacter
        else { return false }
        let letters = (tokens[index - 1].key.firstScalar, tokens[index].key.firstScalar)
        guard let left = letters.0, let right = letters.1 else { return false }
        return !left.isHiragana && !right.isHiragana && left.isKatakana == right.isKatakana
            && Self.numberQuestions.longest(at: index, in: tokens) == nil
            && Self.placeQuestions.longest(at: index, in: tokens) == nil
            && Self.showRequests.longest(at: index, in: tokens) == nil
            && Self.fillers.longest(at: index, in: tokens) == nil
    }

    private mutating func numbered(at start: Int) -> Int? {
        guard inquiry.number == nil, inquiry.name == nil else { return nil }
        if let found = reader.references(for: topic.argument, at: start).max(by: { $0.end < $1.end }),
            case .number(let value) = found.content, let number = Int(exactly: value)
        {
            inquiry.number = number
            return found.end
        }
        var index = start
        var isLabeled = false
        while index < tokens.endIndex,
            ["id", "#", "no", ":"].contains(tokens[index].key) || begins("在庫", at: index) || begins("番号", at: index)
        {
            index += tokens[index].isCharacter ? 2 : 1
            isLabeled = true
        }
        guard index < tokens.endIndex, let value = tokens[index].number, let number = Int(exactly: value), number >= 0
        else { return nil }
        var end = index + 1
        if end < tokens.endIndex, tokens[end].key == "番",
            end + 1 >= tokens.endIndex || !["目", "め"].contains(tokens[end + 1].key)
        {
            end += 1
            isLabeled = true
        }
        guard isLabeled else { return nil }
        inquiry.number = number
        return end
    }

    private func begins(_ text: String, at index: Int) -> Bool {
        var index = index
        for letter in text.unicodeScalars {
            guard index < tokens.endIndex, tokens[index].key.onlyScalar == letter else { return false }
            index += 1
        }
        return true
    }

    private mutating func field(at index: Int) -> Int? {
        if let found = Self.counts.longest(at: index, in: tokens), inquiry.name != nil || inquiry.number != nil {
            inquiry.asksNumber = true
            inquiry.isOwn = true
            isAsked = true
            return index + found.count
        }
        guard let found = topic.field(at: index, in: tokens), found.argument != "version", found.argument != "title",
            found.argument != "quantity"
        else { return nil }
        let end = index + found.count
        if inquiry.name == nil, inquiry.number == nil {
            // 「カテゴリが文具の」「状態：中古」
            var next = end
            while next < tokens.endIndex, ["が", "は", "：", ":", "で", "「"].contains(tokens[next].key) { next += 1 }
            guard next > end || end < tokens.endIndex && tokens[end].quotation != nil, let range = run(from: next)
            else { return nil }
            let text = reader.utterance.content(of: range)
            switch found.argument {
            case "category": inquiry.category = text
            case "place": inquiry.place = text
            case "state": inquiry.state = text
            case "code": inquiry.code = text
            default: return nil
            }
            isAsked = isAsked || range.upperBound < tokens.endIndex
            return range.upperBound
        }
        guard inquiry.field == nil else { return nil }
        inquiry.field = found.word
        inquiry.isDefinite = true
        isAsked = true
        return end
    }

    private mutating func name(at start: Int) -> Int? {
        guard let range = run(from: start) else { return nil }
        let text = reader.utterance.content(of: range)
        let end = range.upperBound
        if let found = topic.field(at: end, in: tokens), ["category", "state"].contains(found.argument) {
            if found.argument == "category" { inquiry.category = text } else { inquiry.state = text }
            return end + found.count
        }
        // 「給湯室にある」
        let hasPlace = ["に", "で"].contains(end < tokens.endIndex ? tokens[end].key : "") || begins("には", at: end)
        if hasPlace, inquiry.place == nil {
            var next = end + 1
            while next < tokens.endIndex, ["は", "も"].contains(tokens[next].key) { next += 1 }
            if next < tokens.endIndex, topic.field(at: next, in: tokens) == nil || !(["に"].contains(tokens[end].key)) {
                inquiry.place = text
                inquiry.isOwn = true
                return next
            }
        }
        guard inquiry.name == nil else { return nil }
        inquiry.name = text
        return end
    }

    /// Finds the run of tokens that forms one name: up to a particle or a question word.
    private func run(from start: Int) -> Range<Int>? {
        guard start < tokens.endIndex, !tokens[start].isSkippable else { return nil }
        if tokens[start].quotation != nil { return start..<start + 1 }
        var index = start
        while index < tokens.endIndex, index - start <= 20 {
            let token = tokens[index]
            if token.quotation != nil { break }
            if token.isSkippable {
                guard token.kind == .joint || token.key == "・" else { break }
            } else if index > start {
                if isEnd(index) { break }
            }
            index += 1
        }
        guard index > start, index - start <= 20 else { return nil }
        if index - start == 1, tokens[start].isNumber { return nil }
        return start..<index
    }

    private func isHiragana(_ index: Int) -> Bool {
        index < tokens.endIndex && tokens[index].isHiragana
    }

    private func isEnd(_ index: Int) -> Bool {
        let key = tokens[index].key
        if key == "を" { return true }
        if key == "の" {
            let next = index + 1
            if next >= tokens.endIndex { return true }
            if let found = topic.field(at: next, in: tokens), ended(next + found.count) { return true }
            if let found = Self.counts.longest(at: next, in: tokens), ended(next + found.count) { return true }
            if let found = words.stock.longest(at: next, in: tokens), ended(next + found.count) { return true }
            if let found = words.things.longest(at: next, in: tokens), ended(next + found.count) { return true }
            return false
        }
        if ["は", "が", "に", "で", "も"].contains(key) || begins("って", at: index) || begins("について", at: index) {
            return !isHiragana(index - 1) || !isHiragana(index + 1) || isKnown(index + 1)
                || begins("について", at: index) || begins("って", at: index)
        }
        if let found = topic.field(at: index, in: tokens), ["category", "state"].contains(found.argument),
            ended(index + found.count)
        {
            return true
        }
        return isKnown(index)
            && (Self.numberQuestions.longest(at: index, in: tokens) != nil
                || Self.placeQuestions.longest(at: index, in: tokens) != nil
                || !isHiragana(index - 1) || Self.existenceWords.longest(at: index, in: tokens) != nil)
            && !isJoinedName(index)
    }

    private func isJoinedName(_ index: Int) -> Bool {
        guard let left = tokens[index - 1].key.firstScalar, let right = tokens[index].key.firstScalar else {
            return false
        }
        let isSame =
            !left.isHiragana && !right.isHiragana && left.isKatakana == right.isKatakana
            && tokens[index].isCharacter
        return isSame && Self.numberQuestions.longest(at: index, in: tokens) == nil
            && Self.showRequests.longest(at: index, in: tokens) == nil
            && Self.fillers.longest(at: index, in: tokens).map { $0.count > 1 } != true
    }

    private func isKnown(_ index: Int) -> Bool {
        Self.numberQuestions.longest(at: index, in: tokens) != nil
            || Self.placeQuestions.longest(at: index, in: tokens) != nil
            || Self.existenceWords.longest(at: index, in: tokens) != nil
            || Self.showRequests.longest(at: index, in: tokens) != nil
            || Self.fillers.longest(at: index, in: tokens).map { $0.count > 1 } == true
            || words.states.longest(at: index, in: tokens) != nil
    }

    private func ended(_ index: Int) -> Bool {
        index >= tokens.endIndex || tokens[index].isSkippable || isHiragana(index) || tokens[index].quotation != nil
            || isKnown(index) || topic.field(at: index, in: tokens) != nil
    }
}
