import StreamingJSON

/// Reads requests about items in Japanese: parts that end with a particle, in any order, before the verb.
struct JapaneseItemReader {
    /// Longer sentences are no requests.
    private static let tokenLimit = 120

    private let reader: SlotReader
    private let utterance: Utterance
    private let tokens: ArraySlice<Token>
    private let topic: ItemTopic
    private let words = ItemWords.japanese
    /// The requests read so far, in order.
    private(set) var frames: [ItemFrame] = []
    /// The parts of a reason: 「電池を4本使ったから減らして」.
    private var mention: Clause?
    /// The act of the reason: that something arrived, or was used.
    private var mentionedAct: ItemFrame.Act?

    /// The parts before a verb, by the role that their particles show.
    private struct Clause {
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

    // MARK: Clauses

    private mutating func clause(at start: Int) -> Int? {
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
    private mutating func end(_ clause: Clause) -> Int? {
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
    private var isCorrection: Bool {
        tokens.indices.contains { Self.corrections.longest(at: $0, in: tokens) != nil }
    }

    private static let corrections = TokenSequences(["だった", "でした", "やっぱり", "やはり", "間違え", "訂正", "正しくは", "じゃなくて"])

    /// Returns a frame with values only as a change of the previous request.
    private static func continuing(_ frame: ItemFrame, _ last: ItemFrame) -> ItemFrame {
        var frame = frame
        frame.act = .set
        frame.item = .mentioned
        return frame
    }

    /// A form of a word for an act.
    private struct VerbForm {
        var act: ItemFrame.Act
        var mood: VerbForms.Mood
        var end: Int
    }

    private func verb(at index: Int) -> VerbForm? {
        guard index < tokens.endIndex, tokens[index].isCharacter else { return nil }
        // The name of an act alone is at the end: 「登録」, but not 「登録証」.
        let found = ItemWords.japaneseForms.longest(at: index, in: tokens) { isTail($0, isQuestionFree: true) }
        return found.map { VerbForm(act: $0.act, mood: $0.mood, end: index + $0.count) }
    }

    private mutating func close(_ clause: Clause, _ verb: VerbForm, at start: Int) -> Int? {
        var clause = clause
        if let connective = words.reasons.longest(at: min(verb.end, tokens.endIndex - 1), in: tokens),
            verb.end < tokens.endIndex,
            verb.mood != .request
        {
            // A reason, which may name the item of the following request.
            mention = clause
            mentionedAct = verb.act
            return verb.end + connective.count
        }
        // A statement about an event before a request: 「牛乳2本入れたよ、在庫に書いといて」.
        if verb.mood == .past, frames.isEmpty, mention == nil, let end = statementEnd(from: verb.end) {
            mention = clause
            mentionedAct = verb.act
            return end
        }
        if verb.mood == .past, verb.act == .delete || verb.act == .set || verb.act == .rename || verb.act == .clear {
            return nil
        }
        if verb.mood != .request, !isTail(verb.end, isQuestionFree: true), verb.mood != .past || !isBreak(verb.end) {
            return nil
        }
        var act = verb.act
        if clause.isEmpty, let known = mention { clause = known }
        // 「30本届いたから更新して」
        if act == .set, let reasonAct = mentionedAct, clause.quantity == nil || mention?.quantity == clause.quantity,
            !clause.isLevel, clause.fields.isEmpty,
            [.create, .increase, .decrease].contains(reasonAct), mention?.quantity != nil
        {
            act = reasonAct == .decrease ? .decrease : reasonAct == .create && clause.goal != nil ? .create : .increase
        }
        if let known = mention {
            clause.item = clause.item ?? known.item
            if clause.quantity == nil, act == .decrease || act == .increase || act == .create {
                clause.quantity = known.quantity
                clause.unit = known.unit
            }
            clause.isPlain = clause.isPlain && known.isPlain
        }
        // 「ID6に5本足して」
        if act == .create || act == .increase, clause.item == nil, clause.quantity != nil, let goal = clause.goal {
            clause.item = .name(text(goal))
            clause.goal = nil
            act = .increase
        }
        if act == .create, clause.item == nil, clause.title == nil, clause.quantity == nil, !clause.fields.isEmpty {
            act = .set
        }
        if act == .delete, clause.quantity != nil, clause.item != nil, clause.others.isEmpty, mention == nil {
            act = .decrease
        }
        if act == .decrease, clause.item == nil, let origin = clause.origin {
            clause.item = .name(text(origin))
            clause.origin = nil
        }
        // Numbers with 「に」 are levels, others are amounts.
        if clause.isLevel, act == .increase || act == .decrease { act = .set }
        if act == .set, tokens[start].key == "し", clause.goal == nil, clause.quantity == nil, clause.factor == nil,
            clause.fields.isEmpty
        {
            return nil
        }
        if act != .create, clause.item == nil { clause.item = .mentioned }
        guard let frame = frame(clause, act) else { return nil }
        for other in clause.others {
            var single = frame
            single.item = other.item
            if act == .create {
                single.quantity = other.quantity
                single.unit = other.unit
            }
            frames.append(single)
        }
        if clause.others.isEmpty {
            guard keep(frame) else { return nil }
        } else {
            frames.append(frame)
        }
        var next = verb.end
        if isTail(next, isQuestionFree: false) { next = tokens.endIndex }
        return next
    }

    /// Returns the end of a statement that is followed by another sentence.
    private func statementEnd(from start: Int) -> Int? {
        var index = start
        while index < tokens.endIndex, ["よ", "ね", "の", "で", "す"].contains(tokens[index].key) { index += 1 }
        guard index < tokens.endIndex - 1, ["。", "!", "、", "."].contains(tokens[index].key) else { return nil }
        return index + 1
    }

    private func isBreak(_ index: Int) -> Bool { index < tokens.endIndex && tokens[index].isSkippable }

    private mutating func keep(_ frame: ItemFrame) -> Bool {
        guard let last = frames.last,
            frame.item == nil || frame.item == .mentioned || frame.item == last.item && last.act != .create
        else {
            frames.append(frame)
            return true
        }
        let isChange = { (act: ItemFrame.Act) in act != .create && act != .delete }
        var merged = last
        if last.act == .create, isChange(frame.act), frame.factor == nil, frame.cleared == nil,
            last.quantity == nil || frame.quantity == nil
        {
            merged.quantity = last.quantity ?? frame.quantity
            merged.unit = last.unit ?? frame.unit
            for (name, value) in frame.fields where merged.fields[name] == nil { merged.fields[name] = value }
            frames[frames.count - 1] = merged
            return true
        }
        guard isChange(last.act), isChange(frame.act) else { return false }
        guard last.quantity == nil || frame.quantity == nil, last.factor == nil, frame.factor == nil,
            last.cleared == nil,
            frame.cleared == nil
        else { return false }
        if frame.quantity != nil { (merged.act, merged.isMore) = (frame.act, frame.isMore) }
        merged.quantity = last.quantity ?? frame.quantity
        merged.unit = last.unit ?? frame.unit
        merged.title = last.title ?? frame.title
        for (name, value) in frame.fields { merged.fields[name] = value }
        frames[frames.count - 1] = merged
        return true
    }

    /// Returns the request that the parts of a clause form; `nil` if one of them has no role in it.
    private func frame(_ clause: Clause, _ act: ItemFrame.Act) -> ItemFrame? {
        var frame = ItemFrame(act: act)
        frame.item = clause.item
        frame.fields = clause.fields
        frame.title = clause.title
        frame.quantity = clause.quantity
        frame.unit = clause.unit
        frame.isMore = clause.isMore
        frame.factor = clause.factor
        frame.isAll = clause.isAll
        frame.isPlain = clause.isPlain
        if let bare = clause.bare {
            guard act == .create,
                frame.fields["place"] == nil
                    || words.states.longest(at: bare.lowerBound, in: tokens)?.count == bare.count
            else {
                return nil
            }
            let isState = words.states.longest(at: bare.lowerBound, in: tokens)?.count == bare.count
            frame.fields[isState ? "state" : "place"] = .string(text(bare))
        }
        let goal = clause.goal
        let value = goal.map { text($0) }
        if let field = clause.pending {
            if let value {
                guard act == .set || act == .rename || act == .create || act == .move else { return nil }
                guard set(field, value, &frame) else { return nil }
            } else if act == .delete || act == .clear {
                frame.act = .clear
                frame.cleared = field.word
            } else if field.argument != "quantity" || frame.quantity == nil && frame.factor == nil {
                return nil
            }
            return frame
        }
        guard act != .clear else { return nil }
        if clause.origin != nil, act != .move, act != .decrease, act != .delete { return nil }
        guard let goal, let value else {
            if act == .set, frame.fields.isEmpty, frame.quantity == nil, frame.factor == nil, frame.title == nil {
                return nil
            }
            if act == .move, frame.fields["place"] == nil { return nil }
            if act == .rename, frame.title == nil { return nil }
            return frame
        }
        switch act {
        case .create, .move:
            guard frame.fields["place"] == nil else { return nil }
            frame.fields["place"] = .string(value)
        case .rename: frame.title = value
        case .set, .mark:
            guard frame.fields["state"] == nil, let state = words.states.longest(at: goal.lowerBound, in: tokens),
                goal.lowerBound + state.count == goal.upperBound
            else { return nil }
            frame.fields["state"] = .string(value)
        case .delete, .increase, .decrease, .clear, .multiply: return nil
        }
        return frame
    }

    private func set(_ field: (argument: String, word: String), _ value: String, _ frame: inout ItemFrame) -> Bool {
        switch field.argument {
        case "title": frame.title = value
        case "unit": frame.unit = value
        case "quantity", "version": return false
        default:
            guard frame.fields[field.argument] == nil else { return false }
            frame.fields[field.argument] = .string(value)
        }
        return true
    }

    // MARK: Reasons

    /// Reads a statement before a request, such as 「プロジェクターが戻ってきました」.
    private mutating func aside(from start: Int, _ clause: Clause) -> Int? {
        guard frames.isEmpty, mention == nil else { return nil }
        guard
            let end = tokens[start...].firstIndex(where: {
                ["。", "!", "."].contains($0.key) || $0.key == "、" && clause.item != nil
            }),
            end + 1 < tokens.endIndex, end > start,
            isAfterInflection(end) || ["よ", "ね", "す"].contains(tokens[end - 1].key)
        else { return nil }
        // A request is no aside.
        guard !(start..<end).contains(where: { index in verb(at: index).map { $0.mood == .request } ?? false }) else {
            return nil
        }
        mention = clause
        return end + 1
    }

    /// Returns the end of a reason that contains no verb of an act: 「もういらないので」「壊れたから」.
    private mutating func reason(at start: Int, _ clause: Clause) -> Int? {
        guard Self.reasonStarts.longest(at: start, in: tokens) != nil else { return nil }
        var index = start
        if let end = tokens[start...].firstIndex(where: { $0.isSkippable }), end < tokens.endIndex - 1,
            end - start < 16, !isAnyReason(start..<end),
            !(start..<end).contains(where: { index in verb(at: index).map { $0.mood == .request } ?? false })
        {
            mention = clause
            return end + 1
        }
        while index < tokens.endIndex, !tokens[index].isSkippable, index - start < 20 {
            if index > start, let found = words.reasons.longest(at: index, in: tokens), isAfterInflection(index) {
                let end = index + found.count
                guard end < tokens.endIndex else { return nil }
                mention = clause
                return end
            }
            index += 1
        }
        return nil
    }

    /// Words that describe an item without an act: that it is not needed, broken, empty.
    private static let reasonStarts = TokenSequences([
        "もう", "いら", "要ら", "使わ", "不要", "必要な", "壊れ", "切れ", "古く", "古い", "なくなっ", "無くなっ", "足り", "期限", "間違", "余っ", "汚れ",
        "引っ越", "場所が",
        "直っ", "しか", "してなかった", "処分待ち", "間違え", "まだ登録", "ない", "なし", "機種", "空いた", "人に", "誰か", "返し", "終わっ", "届い", "来た",
        "多すぎ", "少な", "見つか", "傷ん", "腐っ", "増え", "減っ", "割れ", "だめ", "ダメ", "重複", "二重",
    ])

    private func isAnyReason(_ range: Range<Int>) -> Bool {
        range.dropFirst().contains { words.reasons.longest(at: $0, in: tokens) != nil && isAfterInflection($0) }
    }

    private func isAfterInflection(_ index: Int) -> Bool {
        ["い", "た", "だ", "る", "な", "う", "す", "く", "つ", "ん"].contains(tokens[index - 1].key)
    }

    // MARK: Parts

    private static let adverbs = TokenSequences([
        "新しく", "新規に", "新規で", "新たに", "今日", "さっき", "先ほど", "本日", "ちょっと", "ついでに", "それと", "それから", "すみません", "すいません", "えっと",
        "あの、",
        "じゃあ", "では", "あとは", "悪いけど", "申し訳ないけど", "お手数ですが", "今", "いま", "すぐ", "すぐに", "至急", "とりあえず", "まず", "次に", "そして",
        "やっぱり", "やはり",
        "完全に", "もう一度", "一緒に", "全部で", "合計", "合計で", "できれば", "お願い", "ねえ", "ごめん", "どうか", "急いで", "念のため", "先に", "また", "ほんとに",
        "本当に", "昨日",
        "今朝", "在庫の", "新規", "みんなに", "数えたら", "棚卸ししたら", "確認したら", "です", "みんなで", "両方", "だった", "でした", "さっきの、", "ごめん",
        "ごめんなさい", "新しい品目", "登録お願い", "新しい在庫", "新品目", "一応", "ひとまず", "正式に", "他に", "ほかに",
    ])

    /// Returns the index after marks and adverbs, which add no information.
    private func idle(at index: Int) -> Int? {
        if tokens[index].isSkippable { return index + 1 }
        if let found = Self.adverbs.longest(at: index, in: tokens) {
            let end = index + found.count
            // 「今日」 is also the start of other words.
            guard end < tokens.endIndex, !isJoined(end) else { return end >= tokens.endIndex ? end : nil }
            return end
        }
        return nil
    }

    /// Returns whether a kanji or katakana continues in its script.
    private func isJoined(_ index: Int) -> Bool {
        guard tokens[index].isCharacter, tokens[index - 1].isCharacter else { return false }
        let (left, right) = (script(index - 1), script(index))
        return left == right && left != .hiragana
    }

    private enum Script { case hiragana, katakana, kanji, other }

    private func script(_ index: Int) -> Script {
        guard tokens[index].isCharacter, let letter = tokens[index].key.firstScalar else { return .other }
        return letter.isHiragana ? .hiragana : letter.isKatakana ? .katakana : .kanji
    }

    private static let increments = TokenSequences(["あと", "もう", "さらに", "追加で", "プラス", "余分に"])
    private static let alls = TokenSequences(["全部", "ぜんぶ", "すべて", "全て"])
    private static let factors = TokenSequences(["半分", "半数", "2倍", "二倍", "倍", "3倍", "三倍"])

    private mutating func part(at start: Int, _ clause: inout Clause) -> Int? {
        if let found = Self.increments.longest(at: start, in: tokens), start + found.count < tokens.endIndex,
            let number = counted(at: start + found.count)
        {
            clause.isMore = true
            return add(number, to: &clause)
        }
        if clause.item != nil, let found = Self.alls.longest(at: start, in: tokens) {
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

    private func text(_ range: Range<Int>) -> String { utterance.content(of: range) }

    /// Reads the collection itself: 「在庫に」「リストから」.
    private func stock(at start: Int) -> Int? {
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

    private func begins(_ text: String, at index: Int) -> Bool {
        var index = index
        for letter in text.unicodeScalars {
            guard index < tokens.endIndex, tokens[index].key.onlyScalar == letter else { return false }
            index += 1
        }
        return true
    }

    // MARK: Numbers

    private struct Count {
        var value: Double
        var unit: String?
        var end: Int
    }

    private static let softeners = TokenSequences(["分", "ほど", "くらい", "ぐらい", "だけ", "ずつ", "ばかり"])

    /// Reads a number with its unit at the end of a part: 「3本」「2.5kg」「20」.
    private func counted(at start: Int) -> Count? {
        guard let found = reader.number(at: start, isWhole: false).max(by: { $0.end < $1.end }),
            case .number(let value) = found.content
        else { return nil }
        var end = found.end
        var unit: String?
        if end < tokens.endIndex, let word = words.units.longest(at: end, in: tokens) {
            unit = text(end..<end + word.count)
            end += word.count
        }
        if end < tokens.endIndex, let soft = Self.softeners.longest(at: end, in: tokens) { end += soft.count }
        if end < tokens.endIndex,
            tokens[end].isSkippable || ["を", "に", "で", "が", "の", "も", "は", "と"].contains(tokens[end].key)
                || begins("から", at: end)
        {
            return Count(value: value, unit: unit, end: end)
        }
        guard unit != nil || end >= tokens.endIndex else { return nil }
        guard
            end >= tokens.endIndex || verb(at: end) != nil || Self.adverbs.longest(at: end, in: tokens) != nil
                || Self.increments.longest(at: end, in: tokens) != nil
                || words.stock.longest(at: end, in: tokens) != nil
        else { return nil }
        return Count(value: value, unit: unit, end: end)
    }

    private func add(_ count: Count, to clause: inout Clause) -> Int? {
        var end = count.end
        if begins("から", at: end), clause.item != nil {
            // The previous quantity: 「20本から15本に」.
            return end + 2
        }
        guard clause.quantity == nil else { return nil }
        clause.quantity = count.value
        clause.unit = count.unit
        if clause.pending?.argument == "quantity" { clause.pending = nil }
        guard end < tokens.endIndex else { return end }
        if tokens[end].key == "に" { clause.isLevel = true }
        if tokens[end].key == "と", let item = clause.item {
            // 「米20kgと味噌3kgを」
            clause.others.append((item, clause.quantity, clause.unit))
            (clause.item, clause.quantity, clause.unit) = (nil, nil, nil)
            return end + 1
        }
        if ["を", "に", "で", "が", "の", "も", "は"].contains(tokens[end].key) { end += 1 }
        return end
    }

    /// Reads 「ID 3の」「3番を」「在庫3に」.
    private func numbered(at start: Int, _ clause: inout Clause) -> Int? {
        if let found = reader.references(for: topic.argument, at: start).max(by: { $0.end < $1.end }),
            case .number(let value) = found.content, let number = Int(exactly: value), clause.item == nil
        {
            clause.item = .number(number)
            return particle(after: found.end, &clause)
        }
        if clause.item == nil, let found = Self.pointers.longest(at: start, in: tokens) {
            clause.item = .mentioned
            return particle(after: start + found.count, &clause)
        }
        var index = start
        var isLabeled = false
        while index < tokens.endIndex, index - start < 8 {
            if ["id", "#", "no", ":", "."].contains(tokens[index].key) {
                index += 1
            } else if let label = Self.labels.longest(at: index, in: tokens) {
                index += label.count
            } else if isLabeled, ["が", "は", "の"].contains(tokens[index].key) {
                index += 1
            } else {
                break
            }
            isLabeled = true
        }
        guard index < tokens.endIndex, let value = tokens[index].number, let number = Int(exactly: value), number >= 0,
            clause.item == nil
        else { return nil }
        var end = index + 1
        if end < tokens.endIndex, tokens[end].key == "番" {
            end += 1
            isLabeled = true
            if end < tokens.endIndex, ["目", "め"].contains(tokens[end].key) { return nil }
        }
        guard isLabeled else { return nil }
        if end < tokens.endIndex, tokens[end].key == "の",
            let thing = words.things.longest(at: end + 1 < tokens.endIndex ? end + 1 : end, in: tokens)
        {
            end += 1 + thing.count
        }
        clause.item = .number(number)
        return particle(after: end, &clause)
    }

    /// Returns whether an item's number may start here.
    private func isLabel(_ index: Int) -> Bool {
        ["id", "#", "no"].contains(tokens[index].key) || tokens[index].isNumber
            || Self.labels.longest(at: index, in: tokens) != nil
    }

    private static let labels = TokenSequences(["在庫番号", "在庫", "番号", "商品", "商品番号", "アイテム", "品目"])
    private static let pointers = TokenSequences([
        "それ", "これ", "あれ", "そいつ", "その在庫", "この在庫", "その商品", "この商品", "さっきの", "今登録したやつ", "さっき登録したやつ", "今追加したやつ", "今のやつ",
        "さっきのやつ", "今のもの", "さっきのもの", "いま登録したやつ", "その品",
    ])

    /// Reads the particle after an item, with the field after a 「の」.
    private func particle(after end: Int, _ clause: inout Clause) -> Int? {
        guard end < tokens.endIndex else { return end }
        switch tokens[end].key {
        case "を", "は", "が", "も", "に", "へ": return end + 1
        case "と", "、":
            guard let item = clause.item, item != .mentioned, end + 1 < tokens.endIndex, isLabel(end + 1) else {
                return end
            }
            clause.others.append((item, nil, nil))
            clause.item = nil
            return end + 1
        case "の":
            // 「ID2、ID5の2件を」
            if let count = counted(at: end + 1), count.unit != nil, !clause.others.isEmpty {
                return min(count.end + 1, tokens.endIndex)
            }
            guard let found = topic.field(at: end + 1, in: tokens), clause.pending == nil else { return nil }
            return fieldValue(found.argument, found.word, from: end + 1 + found.count, &clause)
        default:
            if begins("から", at: end) || begins("って", at: end) { return end + 2 }
            return end
        }
    }

    // MARK: Fields

    private func field(at start: Int, _ clause: inout Clause) -> Int? {
        guard let found = topic.field(at: start, in: tokens), found.argument != "version" else { return nil }
        let next = start + found.count
        guard next < tokens.endIndex else { return nil }
        let isSaid =
            clause.item != nil || mention != nil || !frames.isEmpty || ["は", "が", ":", "："].contains(tokens[next].key)
            || tokens[next].quotation != nil
            || found.argument != "code" && found.argument != "note" && ["に", "を"].contains(tokens[next].key)
        let isValued =
            ["は", "が", "を", "に", ":", "：", "、", "の", "も"].contains(tokens[next].key) || tokens[next].quotation != nil
            || tokens[next].isNumber
        guard isSaid, isValued else { return nil }
        return fieldValue(found.argument, found.word, from: next, &clause)
    }

    private func fieldValue(_ argument: String, _ word: String, from start: Int, _ clause: inout Clause) -> Int? {
        var index = start
        if index < tokens.endIndex, tokens[index].key == "欄" { index += 1 }
        while index < tokens.endIndex, ["は", "が", "を", "に", ":", "：", "=", "も"].contains(tokens[index].key) {
            index += 1
        }
        guard index < tokens.endIndex else {
            guard clause.pending == nil else { return nil }
            clause.pending = (argument, word)
            return index
        }
        if argument == "quantity" {
            guard clause.quantity == nil else { return nil }
            clause.pending = (argument, word)
            if let factor = Self.factors.longest(at: index, in: tokens), index + factor.count < tokens.endIndex,
                tokens[index + factor.count].key == "に"
            {
                clause.factor = text(index..<index + factor.count)
                return index + factor.count + 1
            }
            guard let count = counted(at: index) else { return index }
            if isLevel(count.end) { clause.isLevel = true }
            return add(count, to: &clause)
        }
        if verb(at: index) != nil {
            guard clause.pending == nil else { return nil }
            clause.pending = (argument, word)
            return index
        }
        if argument == "note", let end = noteEnd(from: index), clause.fields["note"] == nil {
            clause.fields["note"] = .string(text(index..<end.text))
            return end.next
        }
        guard let (range, end) = run(from: index, isValue: true) else { return nil }
        let value = text(range)
        switch argument {
        case "title": clause.title = value
        case "unit": clause.unit = value
        default:
            guard clause.fields[argument] == nil else { return nil }
            clause.fields[argument] = .string(value)
        }
        return valueParticle(after: end)
    }

    /// Returns the end of a note: before the particle in front of the verb, which writes the note and may be followed
    /// by other verbs.
    private func noteEnd(from start: Int) -> (text: Int, next: Int)? {
        var end = start
        if tokens[start].quotation != nil {
            end = start + 1
        } else {
            while end < tokens.endIndex, !["、", "。"].contains(tokens[end].key) {
                if end > start,
                    ["に", "と"].contains(tokens[end].key) || begins("って", at: end) || begins("という", at: end),
                    verb(at: end + (begins("って", at: end) ? 2 : 1)) != nil
                {
                    break
                }
                end += 1
            }
        }
        guard end > start else { return nil }
        var next = valueParticle(after: end)
        // 「…と入れて登録して」: the first verb only writes the note.
        if next > end, let writing = verb(at: next), writing.mood == .request, writing.end < tokens.endIndex,
            !isTail(writing.end, isQuestionFree: false),
            verb(at: writing.end) != nil
        {
            next = writing.end
        }
        return (end, next)
    }

    /// Returns whether a number is the new quantity, and not the amount of a change.
    private func isLevel(_ end: Int) -> Bool {
        end >= tokens.endIndex || tokens[end].key == "に" || tokens[end].isSkippable
    }

    private func valueParticle(after end: Int) -> Int {
        guard end < tokens.endIndex else { return end }
        for text in ["という", "として", "って", "に", "で", "へ", "を", "と", "の"] where begins(text, at: end) {
            return end + text.count
        }
        return end
    }

    // MARK: Names

    private func named(at start: Int, _ clause: inout Clause) -> Int? {
        guard let (range, end) = run(from: start, isValue: false) else { return nil }
        let isQuoted = range.count == 1 && tokens[range.lowerBound].quotation != nil
        // 「文具カテゴリで」
        if end < tokens.endIndex, let found = topic.field(at: end, in: tokens),
            ["category", "state"].contains(found.argument),
            end + found.count < tokens.endIndex,
            ["で", "に", "の", "として"].contains(where: { begins($0, at: end + found.count) })
        {
            guard clause.fields[found.argument] == nil else { return nil }
            clause.fields[found.argument] = .string(text(range))
            return valueParticle(after: end + found.count)
        }
        let isItem = clause.item == nil
        func item() {
            clause.item = .name(text(range))
            if isQuoted { clause.isPlain = false }
        }
        guard end < tokens.endIndex else {
            guard isItem, frames.isEmpty else { return nil }
            item()
            return end
        }
        if clause.item != nil || clause.title != nil, clause.bare == nil,
            tokens[end].isSkippable
                || begins("で", at: end) && clause.quantity != nil && tokens[end - 1].isCharacter
                    && clause.fields["place"] == nil
        {
            clause.bare = range
            return end + 1
        }
        if tokens[end].key == "と", isItem, !begins("という", at: end) {
            clause.others.append((.name(text(range)), nil, nil))
            return end + 1
        }
        if begins("という", at: end) {
            guard isItem else { return nil }
            item()
            var next = end + 3
            for text in ["名前で", "タイトルで", "名前の", "タイトルの", "名前"] where begins(text, at: next) {
                next += text.count
                break
            }
            if let thing = words.things.longest(at: min(next, tokens.endIndex - 1), in: tokens) { next += thing.count }
            if next < tokens.endIndex, tokens[next].key == "を" { next += 1 }
            return next
        }
        if begins("から", at: end) {
            guard clause.origin == nil else { return nil }
            clause.origin = range
            return end + 2
        }
        switch tokens[end].key {
        case "を":
            guard isItem else { return nil }
            item()
            return end + 1
        case "は", "が", "も":
            guard isItem else { return nil }
            item()
            return end + 1
        case "に", "へ":
            guard clause.goal == nil else { return nil }
            clause.goal = range
            var next = end + 1
            if next < tokens.endIndex, tokens[next].key == "は" { next += 1 }
            return next
        case "で":
            guard clause.fields["place"] == nil, verb(at: end + 1) != nil || isBreak(end + 1) else { return nil }
            clause.fields["place"] = .string(text(range))
            return end + 1
        case "の":
            if let found = topic.field(at: end + 1, in: tokens), isItem {
                item()
                return fieldValue(found.argument, found.word, from: end + 1 + found.count, &clause)
            }
            guard isItem, let thing = words.things.longest(at: min(end + 1, tokens.endIndex - 1), in: tokens) else {
                return nil
            }
            item()
            return particle(after: end + 1 + thing.count, &clause)
        default:
            if begins("って", at: end) {
                guard isItem else { return nil }
                item()
                return end + 2
            }
            guard isItem else { return nil }
            item()
            return end
        }
    }

    /// Finds the run of tokens that forms one name or value: up to a particle, a mark, a number with a unit or a verb.
    private func run(from start: Int, isValue: Bool) -> (range: Range<Int>, end: Int)? {
        guard !tokens[start].isSkippable else { return nil }
        if tokens[start].quotation != nil { return (start..<start + 1, start + 1) }
        var index = start
        while index < tokens.endIndex, index - start <= 24 {
            let token = tokens[index]
            if token.quotation != nil { break }
            if token.isSkippable {
                guard token.kind == .joint || token.key == "・" || token.key == "." else { break }
                index += 1
                continue
            }
            if index > start {
                if isParticle(index) { break }
                if verb(at: index) != nil, !isJoined(index) || script(index) == .hiragana { break }
                if verb(at: index) != nil, isTail(verb(at: index)?.end ?? index, isQuestionFree: false) { break }
                if !isValue, let count = counted(at: index), count.unit != nil, !token.isGlued { break }
                if Self.increments.longest(at: index, in: tokens).map({ $0.count > 1 }) ?? false,
                    let found = Self.increments.longest(at: index, in: tokens), index + found.count < tokens.endIndex,
                    counted(at: index + found.count) != nil
                {
                    break
                }
                if let found = topic.field(at: index, in: tokens), ["category", "state"].contains(found.argument),
                    !isValue,
                    index + found.count < tokens.endIndex,
                    ["で", "に", "の", "と"].contains(tokens[index + found.count].key)
                {
                    break
                }
                if words.negations.longest(at: index, in: tokens) != nil { return nil }
                if Self.alls.longest(at: index, in: tokens) != nil, !isJoined(index) { break }
            }
            index += 1
        }
        guard index > start, index - start <= 24 else { return nil }
        if !isValue, index - start == 1, tokens[start].isNumber { return nil }
        return (start..<index, index)
    }

    /// Returns whether a token is a particle, and no part of a word.
    private func isParticle(_ index: Int) -> Bool {
        let key = tokens[index].key
        if key == "を" { return true }
        if begins("から", at: index) || begins("という", at: index) || begins("として", at: index) || begins("って", at: index) {
            return isWordEnd(index)
        }
        if key == "の" {
            guard index + 1 < tokens.endIndex else { return true }
            if let found = topic.field(at: index + 1, in: tokens) {
                let next = index + 1 + found.count
                return next >= tokens.endIndex || tokens[next].isSkippable || script(next) == .hiragana
                    || tokens[next].quotation != nil || tokens[next].isNumber
                    || verb(at: next) != nil
            }
            if let found = words.things.longest(at: index + 1, in: tokens) {
                let next = index + 1 + found.count
                return next >= tokens.endIndex || ["を", "は", "が", "も", "に"].contains(tokens[next].key)
            }
            return false
        }
        guard ["は", "が", "に", "へ", "で", "も", "と"].contains(key) else { return false }
        // 「と」 joins names of things that do not start with hiragana.
        if key == "と" {
            return script(index - 1) != .hiragana && index + 1 < tokens.endIndex && script(index + 1) != .hiragana
        }
        return isWordEnd(index)
    }

    private func isWordEnd(_ index: Int) -> Bool {
        guard index + 1 < tokens.endIndex else { return true }
        if script(index - 1) != .hiragana { return true }
        if script(index + 1) != .hiragana { return true }
        return verb(at: index + 1) != nil || Self.adverbs.longest(at: index + 1, in: tokens) != nil
            || Self.increments.longest(at: index + 1, in: tokens) != nil
    }

    /// Returns whether only polite words follow.
    ///
    /// - Parameter isQuestionFree: Whether the words must not sound like a question either.
    private func isTail(_ start: Int, isQuestionFree: Bool) -> Bool {
        var index = start
        while index < tokens.endIndex {
            if isQuestionFree, ["か", "の", "っ", "?", "？"].contains(tokens[index].key) { return false }
            if tokens[index].isSkippable {
                index += 1
            } else if let filler = LanguageData.japanese.fillers.longest(at: index, in: tokens) {
                index += filler.count
            } else {
                return false
            }
        }
        return true
    }
}
