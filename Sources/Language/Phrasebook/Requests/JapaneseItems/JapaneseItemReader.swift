import StreamingJSON

/// Reads requests about items in Japanese: parts that end with a particle, in any order, before the verb.
struct JapaneseItemReader {
    /// Longer sentences are no requests.
    static let tokenLimit = 120

    let reader: SlotReader
    let utterance: Utterance
    let tokens: ArraySlice<Token>
    let topic: ItemTopic
    let words = ItemWords.japanese
    /// The requests read so far, in order.
    var frames: [ItemFrame] = []
    /// The parts of a reason: 「電池を4本使ったから減らして」.
    var mention: Clause?
    /// The act of the reason: that something arrived, or was used.
    var mentionedAct: ItemFrame.Act?

    /// The parts before a verb, by the role that their particles show.
    struct Clause {
        var item: ItemFrame.Item?
        /// The text before 「に」 or 「へ」.
        var goal: Range<Int>?
        /// The text before 「から」.
        var origin: Range<Int>?
        var quantity: Double?
        var unit: String?
        /// Whether the number was before 「に」.
        var isLevel = false
        var isMore = false
        var factor: String?
        var fields = JSONObject()
        var title: String?
        /// The field whose value is expected, or the field to empty.
        var pending: (argument: String, word: String)?
        var isAll = false
        var isPlain = true
        /// The earlier items of the same request, with their numbers.
        var others: [(item: ItemFrame.Item, quantity: Double?, unit: String?)] = []
        /// The text between commas without a particle.
        var bare: Range<Int>?

        var isEmpty: Bool {
            item == nil && goal == nil && origin == nil && quantity == nil && factor == nil && fields.isEmpty
                && title == nil
                && pending == nil
        }
    }

    init(_ reader: SlotReader, _ topic: ItemTopic) {
        self.reader = reader
        self.topic = topic
        utterance = reader.utterance
        tokens = reader.tokens
    }

    /// Reads the requests of the sentence; empty if a part of it has no role in any.
    mutating func read() -> [ItemFrame] {
        guard tokens.count <= Self.tokenLimit, tokens.contains(where: { $0.isCharacter }) else { return [] }
        var index = tokens.startIndex
        while index < tokens.endIndex {
            guard let next = clause(at: index), next > index else { return [] }
            index = next
        }
        return frames
    }

    mutating func clause(at start: Int) -> Int? {
        var clause = Clause()
        var index = start
        while index < tokens.endIndex {
            if let next = idle(at: index) {
                index = next
                continue
            }
            if let verb = verb(at: index) {
                let before = self
                if let end = close(clause, verb, at: index) { return end }
                self = before
                return aside(from: start, clause)
            }
            if let next = reason(at: index, clause) { return next }
            guard let next = part(at: index, &clause) else {
                if let next = aside(from: start, clause) { return next }
                return nil
            }
            index = next
        }
        return end(clause) ?? aside(from: start, clause)
    }

    /// Reads the end of a sentence without a verb: 「HDMIケーブルあと3本」「ID8 数量35」.
    mutating func end(_ clause: Clause) -> Int? {
        if clause.isEmpty { return frames.isEmpty ? nil : tokens.endIndex }
        if let last = frames.last, clause.item == nil, clause.pending == nil, clause.origin == nil,
            let frame = frame(clause, .create)
        {
            // 「場所は2階の物置です」 after a request belongs to it.
            guard keep(Self.continuing(frame, last)) else { return nil }
            return tokens.endIndex
        }
        // 「ごめん、15個だった」
        if frames.isEmpty, clause.item == nil, clause.goal == nil, clause.origin == nil, clause.fields.isEmpty,
            clause.pending == nil, clause.bare == nil,
            clause.quantity != nil, !clause.isMore, reader.referents.number(.mentioned, for: topic.argument) != nil,
            isCorrection
        {
            var clause = clause
            clause.item = .mentioned
            guard let frame = frame(clause, .set) else { return nil }
            frames.append(frame)
            return tokens.endIndex
        }
        guard clause.item != nil, clause.goal == nil, clause.quantity != nil, clause.isMore else { return nil }
        guard let frame = frame(clause, .increase) else { return nil }
        frames.append(frame)
        return tokens.endIndex
    }

    /// Whether a sentence is a correction.
    var isCorrection: Bool {
        tokens.indices.contains { Self.corrections.longest(at: $0, in: tokens) != nil }
    }

    static let corrections = TokenSequences(["だった", "でした", "やっぱり", "やはり", "間違え", "訂正", "正しくは", "じゃなくて"])

    /// Returns a frame with values only as a change of the previous request.
    static func continuing(_ frame: ItemFrame, _ last: ItemFrame) -> ItemFrame {
        var frame = frame
        frame.act = .set
        frame.item = .mentioned
        return frame
    }

    func isBreak(_ index: Int) -> Bool { index < tokens.endIndex && tokens[index].isSkippable }

    static let adverbs = TokenSequences(words: "JapaneseItemReader", "adverbs")

    /// Returns the index after marks and adverbs, which add no information.
    func idle(at index: Int) -> Int? {
        if tokens[index].isSkippable { return index + 1 }
        if let found = Self.adverbs.longest(at: index, in: tokens) {
            let end = index + found.count
            // 「今日」 is also the start of other words.
            guard end < tokens.endIndex, !isJoined(end) else { return end >= tokens.endIndex ? end : nil }
            return end
        }
        return nil
    }

    static let incrementWords = TokenSequences(["あと", "もう", "さらに", "追加で", "プラス", "余分に"])
    static let allWords = TokenSequences(["全部", "ぜんぶ", "すべて", "全て"])
    static let factors = TokenSequences(["半分", "半数", "2倍", "二倍", "倍", "3倍", "三倍"])

    mutating func part(at start: Int, _ clause: inout Clause) -> Int? {
        if let found = Self.incrementWords.longest(at: start, in: tokens), start + found.count < tokens.endIndex,
            let number = counted(at: start + found.count)
        {
            clause.isMore = true
            return add(number, to: &clause)
        }
        if clause.item != nil, let found = Self.allWords.longest(at: start, in: tokens) {
            clause.isAll = true
            var end = start + found.count
            if end < tokens.endIndex, ["を", "は"].contains(tokens[end].key) { end += 1 }
            return end
        }
        if clause.item != nil || mention != nil || !frames.isEmpty, clause.factor == nil,
            let found = Self.factors.longest(at: start, in: tokens), start + found.count < tokens.endIndex,
            ["に", "へ"].contains(tokens[start + found.count].key)
        {
            clause.factor = text(start..<start + found.count)
            return start + found.count + 1
        }
        if let end = stock(at: start) { return end }
        if clause.quantity == nil, let number = counted(at: start) { return add(number, to: &clause) }
        if let end = numbered(at: start, &clause) { return end }
        if let end = field(at: start, &clause) { return end }
        return named(at: start, &clause)
    }

    func text(_ range: Range<Int>) -> String { utterance.content(of: range) }

    /// Reads the collection itself: 「在庫に」「リストから」.
    func stock(at start: Int) -> Int? {
        guard let found = words.stock.longest(at: start, in: tokens) else { return nil }
        let end = start + found.count
        guard end < tokens.endIndex else { return nil }
        // 「在庫を減らして」 refers to an earlier item.
        let after = tokens[end].key == "を" ? end + 1 : end
        if ["データ", "登録"].contains(text(start..<end)),
            let verb = verb(at: ["を", "も", "は"].contains(tokens[end].key) ? end + 1 : end), verb.act == .delete
        {
            return ["を", "も", "は"].contains(tokens[end].key) ? end + 1 : end
        }
        if mention != nil || !frames.isEmpty, let verb = verb(at: after), verb.act != .create, verb.act != .delete {
            return after
        }
        guard ["に", "へ", "から", "として", "の中に", "で"].contains(where: { begins($0, at: end) }) else { return nil }
        return end
            + (begins("から", at: end) || begins("の中に", at: end)
                ? (begins("から", at: end) ? 2 : 3) : begins("として", at: end) ? 3 : 1)
    }

    func begins(_ text: String, at index: Int) -> Bool {
        var index = index
        for letter in text.unicodeScalars {
            guard index < tokens.endIndex, tokens[index].key.onlyScalar == letter else { return false }
            index += 1
        }
        return true
    }
}
