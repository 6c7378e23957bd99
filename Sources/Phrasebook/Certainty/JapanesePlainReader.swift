import StreamingJSON

/// Reads Japanese requests about items that are said in the plainest way.
///
/// A sentence is cut into chunks, each a name, a number, a field or the like with the particle behind it. The chunks before a verb must be
/// those of one of its forms.
struct JapanesePlainReader {
    /// Longer sentences are not plain.
    private static let tokenLimit = 80

    /// A piece of a sentence.
    private enum Piece: Equatable {
        case item(ItemFrame.Item)
        case count(Double, unit: String?)
        /// A field, with the word for it.
        case field(String, word: String)
        case stock
        /// 「半分」
        case factor(String)
        /// 「あと」: the number is of what comes to what is there.
        case more
        case comma
    }

    /// A piece, with the particle behind it; the particle is empty when there is none.
    private struct Chunk {
        var piece: Piece
        var particle = ""
        /// Whether an adjective may stand in it.
        var isAdjectival = false

        /// The name or the number, if it is of an item.
        var item: ItemFrame.Item? { if case .item(let item) = piece { item } else { nil } }

        var isCount: Bool { if case .count = piece { true } else { false } }

        /// The text of a name.
        var name: String? { if case .item(.name(let name)) = piece { name } else { nil } }
    }

    private let reader: SlotReader
    private let tokens: ArraySlice<Token>
    private let topic: ItemTopic
    private let recent: Referents
    private let words = ItemWords.japanese
    private var index: Int
    /// Whether an adjective may stand in the name that was read last.
    private var isAdjectival = false

    init(_ reader: SlotReader, _ topic: ItemTopic, _ recent: Referents) {
        self.reader = reader
        self.topic = topic
        self.recent = recent
        tokens = reader.tokens
        index = tokens.startIndex
    }

    /// The requests; empty for courtesy alone, `nil` when a word has no part in a plain request.
    mutating func read() -> [ItemFrame]? {
        guard tokens.count <= Self.tokenLimit else { return nil }
        var frames: [ItemFrame] = []
        skipOpenings()
        while index < tokens.endIndex {
            guard let read = clause() else { return nil }
            frames += read
            skipOpenings()
        }
        return frames
    }

    /// The item that the sentence names, when it does nothing else.
    mutating func readItem() -> ItemFrame.Item? {
        guard tokens.count <= Self.tokenLimit else { return nil }
        skipOpenings()
        guard let chunk = chunk(), let item = chunk.item, chunk.particle.isEmpty || chunk.particle == "を" else {
            return nil
        }
        _ = accept(Self.answers)
        skipOpenings()
        return index >= tokens.endIndex ? item : nil
    }

    private static let answers = TokenSequences(["です", "お願いします", "でお願いします"])

    // MARK: Tokens

    private mutating func accept(_ sequences: TokenSequences) -> Bool {
        guard let found = sequences.longest(at: index, in: tokens) else { return false }
        index += found.count
        return true
    }

    private mutating func acceptMark(_ keys: [Word]) -> Bool {
        guard index < tokens.endIndex, keys.contains(tokens[index].key) else { return false }
        index += 1
        return true
    }

    private static let openings = TokenSequences([
        "すみません", "すいません", "お願いします", "お願い", "よろしく", "よろしくお願いします", "こんにちは", "おはようございます", "こんばんは", "はい", "ありがとう",
        "ありがとうございます", "それと", "それから", "そして", "次に", "じゃあ",
    ])

    private mutating func skipOpenings() {
        while acceptMark(["、", "。", "!", ",", "."]) || accept(Self.openings) {}
    }

    // MARK: Clauses

    private enum Verb: Equatable { case create, store, delete, set, raise, lower, move, rename, clear }

    /// The forms in which a request ends; the second list is of those that may end a sentence only.
    private static func forms(_ nouns: [String], _ stems: [String] = []) -> TokenSequences {
        let ends = ["して", "しておいて", "しといて", "をお願いします", "をお願い", "お願いします", "お願い", ""]
        return TokenSequences(
            nouns.flatMap { noun in ends.map { noun + $0 } } + stems.flatMap { [$0 + "て", $0 + "ておいて", $0 + "といて"] }
        )
    }

    private static let verbs: [(verb: Verb, forms: TokenSequences)] = [
        (.create, forms(["追加", "登録", "新規登録", "新規追加", "ついか", "とうろく"], ["加え"])),
        (.store, forms([], ["入れ", "いれ"])),
        (.delete, forms(["削除", "消去"], ["消し", "けし"])),
        (.set, forms(["変更", "更新", "修正", "設定", "訂正"], ["変え", "直し", "し", "書き換え"])),
        (.raise, forms([], ["増やし", "足し", "ふやし"])),
        (.lower, forms([], ["減らし", "引い", "へらし"])),
        (.move, forms(["移動"], ["移し", "動かし"])),
        (.rename, forms(["改名", "リネーム"])),
        (.clear, forms([], ["空にし", "空欄にし", "なしにし"])),
    ]

    private static let favors = TokenSequences([
        "ください", "下さい", "くださいね", "ね", "ちょうだい", "くれる", "くれますか", "くれませんか", "もらえる", "もらえますか", "もらえませんか", "いただけますか",
        "いただけませんか", "お願いします", "お願い", "ほしいです", "欲しいです", "いただけますでしょうか", "いただけないでしょうか",
    ])

    private mutating func verb() -> Verb? {
        var best: (verb: Verb, count: Int)?
        for entry in Self.verbs {
            guard let found = entry.forms.longest(at: index, in: tokens), found.count > best?.count ?? 0 else {
                continue
            }
            best = (entry.verb, found.count)
        }
        guard let best else { return nil }
        let isBare = tokens[index + best.count - 1].key != "て" && tokens[index + best.count - 1].key != "す"
        let before = index
        index += best.count
        let isFavor = accept(Self.favors)
        if isFavor { _ = acceptMark(["?"]) }
        // 「削除」 alone is a request only at the end, and 「削除済み」 none.
        let isOver = index >= tokens.endIndex || tokens[index].isSkippable && tokens[index].key != "?"
        guard isOver, !isBare || isFavor || index >= tokens.endIndex || ["。", "!"].contains(tokens[index].key) else {
            index = before
            return nil
        }
        return best.verb
    }

    private mutating func clause() -> [ItemFrame]? {
        var chunks: [Chunk] = []
        while index < tokens.endIndex, chunks.count <= 16 {
            if !chunks.isEmpty, let verb = verb() {
                if verb == .create || verb == .store, let frames = creations(chunks) { return frames }
                return frame(verb, chunks).map { [$0] }
            }
            guard let chunk = chunk() else { return nil }
            chunks.append(chunk)
        }
        return nil
    }

    // MARK: Forms

    private func frame(_ verb: Verb, _ chunks: [Chunk]) -> ItemFrame? {
        switch verb {
        case .create: creation(chunks) ?? addition(chunks)
        // 「入れて」 alone may put something somewhere.
        case .store: chunks.contains { $0.piece == .stock } ? creation(chunks) : nil
        case .delete: deletion(chunks) ?? clearing(chunks)
        case .set: setting(chunks)
        case .raise: change(.increase, chunks, ["を", "に", "は", "の"])
        case .lower: change(.decrease, chunks, ["を", "から", "は", "の"])
        case .move: goal(.move, chunks)
        case .rename: goal(.rename, chunks)
        case .clear: clearing(chunks)
        }
    }

    private static let noPlaces: Set<String> = [
        "一緒", "正式", "カート", "かご", "カゴ", "注文", "メニュー", "カレンダー", "お気に入り", "単位", "個別", "別々", "大量", "新た",
    ]

    /// 「緑茶を3個、場所は台所で」 before 「追加して」.
    private func creation(_ chunks: [Chunk]) -> ItemFrame? {
        var frame = ItemFrame(act: .create)
        var place = 0
        while place < chunks.count {
            let chunk = chunks[place]
            switch chunk.piece {
            case .stock where chunk.particle == "に" || chunk.particle == "へ": break
            case .comma where place > 0: break
            case .more where frame.item != nil && place + 1 < chunks.count: frame.isMore = true
            case .count(let value, let unit):
                guard frame.quantity == nil, ["", "を", "の", "で"].contains(chunk.particle),
                    // 「3個の緑茶」 has its name right behind it.
                    (chunk.particle == "の") == (frame.item == nil), chunk.particle != "の" || unit != nil
                else { return nil }
                frame.quantity = value
                frame.unit = unit
            case .item(.name(let name)) where chunk.particle == "に" && !chunk.isAdjectival:
                // 「事務所に」, beside the item.
                guard frame.fields["place"] == nil, !Self.noPlaces.contains(name) else { return nil }
                frame.fields["place"] = .string(name)
            case .item(let item):
                guard frame.item == nil, !chunk.isAdjectival else { return nil }
                let isCounted = place + 1 < chunks.count && chunk.particle.isEmpty && chunks[place + 1].isCount
                switch item {
                case .number:
                    guard chunk.particle == "に" else { return nil }
                case .name, .mentioned:
                    guard chunk.particle == "を" || isCounted else { return nil }
                }
                frame.item = item
            case .field(let argument, _):
                guard frame.item != nil, place + 1 < chunks.count, ["は", "", ":", "を", "が"].contains(chunk.particle)
                else {
                    return nil
                }
                place += 1
                guard value(of: argument, chunks[place], in: &frame, ["に", "で", "", "を"]) else { return nil }
            case .stock, .comma, .more, .factor: return nil
            }
            place += 1
        }
        return frame.item == nil ? nil : frame
    }

    /// 「ガムテープ5個、付箋10個を」 before 「追加して」: several names, each with its number.
    private func creations(_ chunks: [Chunk]) -> [ItemFrame]? {
        var rest = chunks[...]
        if rest.first?.piece == .stock, rest.first?.particle == "に" { rest.removeFirst() }
        if rest.last?.piece == .stock, rest.last?.particle == "に" { rest.removeLast() }
        var frames: [ItemFrame] = []
        while let first = rest.popFirst() {
            guard let name = first.name, !first.isAdjectival, ["", "を"].contains(first.particle),
                let count = rest.popFirst(),
                case .count(let value, let unit) = count.piece
            else { return nil }
            var frame = ItemFrame(act: .create)
            frame.item = .name(name)
            frame.quantity = value
            frame.unit = unit
            frames.append(frame)
            guard !rest.isEmpty else { break }
            let isJoined = count.particle == "と"
            guard isJoined || count.particle.isEmpty && rest.first?.piece == .comma else {
                return count.particle == "を" && rest.isEmpty ? frames : nil
            }
            if !isJoined { rest.removeFirst() }
        }
        return frames.count > 1 ? frames : nil
    }

    /// 「あと3個」 before 「追加して」, of the item of the turn before.
    private func addition(_ chunks: [Chunk]) -> ItemFrame? {
        guard chunks.count == 2, chunks[0].piece == .more, case .count(let value, let unit) = chunks[1].piece,
            ["", "を"].contains(chunks[1].particle), let number = recent.number(.mentioned, for: topic.argument)
        else { return nil }
        var frame = ItemFrame(act: .increase)
        frame.item = .number(number)
        frame.quantity = value
        frame.unit = unit
        return frame
    }

    /// 「ID 10の備考を」 before 「消して」.
    private func clearing(_ chunks: [Chunk]) -> ItemFrame? {
        guard chunks.count == 2, let item = chunks[0].item, chunks[0].particle == "の",
            case .field(_, let word) = chunks[1].piece, ["を", "は"].contains(chunks[1].particle)
        else { return nil }
        var frame = ItemFrame(act: .clear)
        frame.item = item
        frame.cleared = word
        return frame
    }

    private func deletion(_ chunks: [Chunk]) -> ItemFrame? {
        var frame = ItemFrame(act: .delete)
        for (place, chunk) in chunks.enumerated() {
            switch chunk.piece {
            case .stock where chunk.particle == "から": continue
            case .item(let item):
                let isLast = !chunks[(place + 1)...].contains { $0.item != nil || $0.isCount }
                // 「これ削除して」
                var isPointed = false
                if case .number = item { isPointed = chunk.particle.isEmpty }
                guard isLast ? isPointed || ["を", "は"].contains(chunk.particle) : ["と", ""].contains(chunk.particle)
                else { return nil }
                if frame.item == nil { frame.item = item } else { frame.others.append(item) }
            case .comma where frame.item != nil && place + 1 < chunks.count: continue
            // 「ID 8と9を」
            case .count(let value, nil):
                guard case .number? = frame.item, place + 1 == chunks.count, chunk.particle == "を",
                    let number = Int(exactly: value)
                else { return nil }
                frame.others.append(.number(number))
            default: return nil
            }
        }
        return frame.item == nil ? nil : frame
    }

    /// 「緑茶の数量を5に」 before 「して」.
    private func setting(_ chunks: [Chunk]) -> ItemFrame? {
        var frame = ItemFrame(act: .set)
        guard let first = chunks.first else { return nil }
        var place = 0
        if case .field = first.piece {
            // 「状態を修理中に変えて」, of the item of the turn before.
            frame.item = recent.number(.mentioned, for: topic.argument).map { .number($0) }
        } else {
            frame.item = first.item
            place = 1
        }
        guard frame.item != nil else { return nil }
        if first.particle == "を" || first.particle == "は", chunks.count == 2, chunks[1].particle == "に" {
            return leveled(frame, chunks[1])
        }
        guard place == 0 || first.particle == "の" else { return nil }
        while place < chunks.count {
            if case .comma = chunks[place].piece, place > 1 {
                place += 1
                continue
            }
            guard case .field(let argument, _) = chunks[place].piece, place + 1 < chunks.count,
                ["を", "は"].contains(chunks[place].particle),
                value(of: argument, chunks[place + 1], in: &frame, ["に"])
            else { return nil }
            place += 2
        }
        return chunks.count > 1 ? frame : nil
    }

    /// 「緑茶を5個に」「ID 12を中古に」「緑茶を半分に」 before 「して」.
    private func leveled(_ frame: ItemFrame, _ chunk: Chunk) -> ItemFrame? {
        var frame = frame
        switch chunk.piece {
        case .count(let value, let unit):
            if case .name? = frame.item, unit == nil, value != 0 { return nil }
            frame.quantity = value
            frame.unit = unit
        case .factor(let word): frame.factor = word
        case .item(.name(let name)):
            let state = Utterance(name).tokens[...]
            guard words.states.longest(at: state.startIndex, in: state)?.count == state.count else { return nil }
            frame.fields["state"] = .string(name)
        default: return nil
        }
        return frame
    }

    private func change(_ act: ItemFrame.Act, _ chunks: [Chunk], _ particles: [String]) -> ItemFrame? {
        var rest = chunks[...]
        var frame = ItemFrame(act: act)
        var first = chunks[0]
        if first.isCount {
            // 「1本減らして」, of the item of the turn before.
            first = Chunk(piece: .comma)
            frame.item = recent.number(.mentioned, for: topic.argument).map { .number($0) }
        } else {
            rest.removeFirst()
            frame.item = particles.contains(first.particle) ? first.item : nil
        }
        guard frame.item != nil else { return nil }
        if first.particle == "の" {
            guard let field = rest.popFirst(), case .field("quantity", _) = field.piece,
                ["を", "は"].contains(field.particle)
            else { return nil }
        }
        if rest.first?.piece == .more, act == .increase {
            frame.isMore = true
            rest.removeFirst()
        }
        guard let count = rest.popFirst(), case .count(let value, let unit) = count.piece,
            ["", "を"].contains(count.particle),
            rest.isEmpty
        else { return nil }
        frame.quantity = value
        frame.unit = unit
        return frame
    }

    /// 「緑茶を台所に」 before 「移動して」, 「緑茶を『煎茶』に」 before 「改名して」.
    private func goal(_ act: ItemFrame.Act, _ chunks: [Chunk]) -> ItemFrame? {
        guard chunks.count == 2, let item = chunks[0].item, chunks[0].particle == "を", let name = chunks[1].name,
            ["に", "へ"].contains(chunks[1].particle), !chunks[1].isAdjectival
        else { return nil }
        var frame = ItemFrame(act: act)
        frame.item = item
        if act == .move { frame.fields["place"] = .string(name) } else { frame.title = name }
        return frame
    }

    private func value(
        of argument: String,
        _ chunk: Chunk,
        in frame: inout ItemFrame,
        _ particles: [String]
    ) -> Bool {
        guard particles.contains(chunk.particle), !chunk.isAdjectival else { return false }
        switch (argument, chunk.piece) {
        case ("quantity", .count(let value, let unit)):
            guard frame.quantity == nil else { return false }
            frame.quantity = value
            frame.unit = frame.unit ?? unit
        case ("quantity", _), (_, .stock), (_, .more), (_, .comma), (_, .field), (_, .count), (_, .factor): return false
        case ("title", .item(.name(let name))):
            guard frame.title == nil else { return false }
            frame.title = name
        case ("unit", .item(.name(let name))):
            guard frame.unit == nil else { return false }
            frame.unit = name
        case (_, .item(.name(let name))):
            guard frame.fields[argument] == nil else { return false }
            frame.fields[argument] = .string(name)
        default: return false
        }
        return true
    }

    // MARK: Chunks

    private mutating func chunk() -> Chunk? {
        if acceptMark(["、", ","]) { return Chunk(piece: .comma) }
        isAdjectival = false
        guard let piece = piece() else { return nil }
        let isAdjectival = isAdjectival
        if piece == .more { return Chunk(piece: piece) }
        return Chunk(piece: piece, particle: particle(), isAdjectival: isAdjectival)
    }

    private mutating func particle() -> String {
        guard index < tokens.endIndex else { return "" }
        if tokens[index].key == "か", index + 1 < tokens.endIndex, tokens[index + 1].key == "ら" {
            index += 2
            return "から"
        }
        // 「へらして」
        guard !begins(index) else { return "" }
        let key = tokens[index].key.text
        guard ["は", "が", "を", "に", "へ", "の", "と", "で", ":"].contains(key) else { return "" }
        index += 1
        return key
    }

    private static let mores = TokenSequences(["あと", "もう", "さらに"])
    private static let stocks = TokenSequences(["在庫", "在庫リスト", "在庫一覧"])

    private mutating func piece() -> Piece? {
        guard index < tokens.endIndex else { return nil }
        if let number = numbered() { return .item(.number(number)) }
        if accept(Self.pointers) {
            return recent.number(.mentioned, for: topic.argument).map { .item(.number($0)) }
        }
        if let found = Self.mores.longest(at: index, in: tokens) {
            let before = index
            index += found.count
            if count() != nil {
                index = before + found.count
                return .more
            }
            index = before
        }
        if let found = topic.field(at: index, in: tokens), found.argument != "version", isFieldEnd(index + found.count)
        {
            index += found.count
            return .field(found.argument, word: found.word)
        }
        if let found = Self.factors.longest(at: index, in: tokens), index + found.count < tokens.endIndex,
            tokens[index + found.count].key == "に"
        {
            index += found.count
            return .factor(reader.utterance.content(of: index - found.count..<index))
        }
        if let found = Self.stocks.longest(at: index, in: tokens), index + found.count < tokens.endIndex,
            ["に", "へ", "か"].contains(tokens[index + found.count].key)
        {
            index += found.count
            return .stock
        }
        if let state = words.states.longest(at: index, in: tokens), index + state.count < tokens.endIndex,
            tokens[index + state.count].key == "に"
        {
            index += state.count
            return .item(.name(reader.utterance.content(of: index - state.count..<index)))
        }
        if let count = count() { return count }
        return name().map { .item(.name($0)) }
    }

    private static let factors = TokenSequences(["半分", "2倍", "二倍", "倍"])
    private static let pointers = TokenSequences(["それ", "これ", "その在庫", "この在庫", "その商品", "この商品"])
    private static let labels = TokenSequences([
        "id", "在庫id", "在庫番号", "在庫", "番号", "商品", "商品番号", "品目", "アイテム", "#", "no", "no.", "id:", "在庫のid", "商品のid", "id番号",
    ])
    private static let things = TokenSequences(["の在庫", "の商品", "の品目", "のアイテム"])

    /// 「ID 3」「3番の在庫」「在庫3」.
    private mutating func numbered() -> Int? {
        let before = index
        let isLabeled = accept(Self.labels)
        _ = isLabeled && acceptMark([":", "#", "."])
        guard index < tokens.endIndex, let value = tokens[index].number, let number = Int(exactly: value), number >= 0
        else {
            index = before
            return nil
        }
        index += 1
        let isNumbered = acceptMark(["番"])
        guard isLabeled || isNumbered, index >= tokens.endIndex || !["目", "め"].contains(tokens[index].key),
            isNumbered || words.units.longest(at: index, in: tokens) == nil
        else {
            index = before
            return nil
        }
        _ = accept(Self.things)
        return number
    }

    private func isFieldEnd(_ end: Int) -> Bool {
        guard end < tokens.endIndex else { return false }
        return ["は", "を", "が", ":"].contains(tokens[end].key) || tokens[end].isNumber || tokens[end].quotation != nil
    }

    /// A number with what it counts, where a chunk ends.
    private mutating func count() -> Piece? {
        guard let found = reader.number(at: index, isWhole: false).max(by: { $0.end < $1.end }),
            case .number(let value) = found.content, value >= 0
        else { return nil }
        var end = found.end
        var unit: String?
        if let word = words.units.longest(at: end, in: tokens) {
            unit = reader.utterance.content(of: end..<end + word.count)
            end += word.count
        }
        guard isChunkEnd(end) else { return nil }
        index = end
        return .count(value, unit: unit)
    }

    private func isChunkEnd(_ end: Int) -> Bool {
        guard end < tokens.endIndex else { return true }
        if ["を", "に", "の", "で", "と", "、", "。", "は", ","].contains(tokens[end].key) { return true }
        return begins(end)
    }

    /// Whether a verb of a request begins at a token.
    private func begins(_ place: Int) -> Bool {
        Self.verbs.contains { $0.forms.longest(at: place, in: tokens) != nil }
    }

    // MARK: Names

    /// A name in quotation marks, or a run of kanji, katakana, Latin letters and digits, with kana only where no ending can be meant.
    private mutating func name() -> String? {
        guard index < tokens.endIndex else { return nil }
        if tokens[index].quotation != nil {
            index += 1
            return reader.utterance.content(of: index - 1..<index)
        }
        let start = index
        var end = start
        while end < tokens.endIndex, end - start <= 14 {
            if let noun = PlainWords.japaneseNouns.longest(at: end, in: tokens) {
                end += noun.count
            } else if isInner(end, from: start) {
                end += 1
            } else {
                break
            }
        }
        guard end > start, !tokens[start..<end].allSatisfy({ $0.isNumber || $0.kind == .joint }),
            end - start > 1 || !PlainWords.japaneseEnds.contains(tokens[start].key),
            end - start < 3 || !PlainWords.japaneseEnds.contains(tokens[end - 1].key),
            !(start..<end).contains(where: { PlainWords.japanese.longest(at: $0, in: tokens[..<end]) != nil })
        else { return nil }
        index = end
        isAdjectival = tokens[start..<end].contains { $0.key == "い" }
        return reader.utterance.content(of: start..<end)
    }

    private enum Script { case hiragana, katakana, kanji, other }

    private func script(_ place: Int) -> Script {
        guard tokens.indices.contains(place), tokens[place].kind == .character,
            let letter = tokens[place].key.text.first
        else {
            return .other
        }
        return letter.isHiragana ? .hiragana : letter.unicodeScalars.first?.isKatakana == true ? .katakana : .kanji
    }

    private func isInner(_ place: Int, from start: Int) -> Bool {
        let token = tokens[place]
        // A verb ends a name, unless it is a part of a longer word.
        if place > start, script(place) == .hiragana, begins(place) { return false }
        guard token.quotation == nil else { return false }
        switch token.kind {
        case .word: return true
        case .number: return isNumberOfName(place, from: start)
        case .joint, .punctuation:
            return (token.kind == .joint || token.key == "・") && place > start && place + 1 < tokens.endIndex
                && tokens[place + 1].quotation == nil && !tokens[place + 1].isSkippable
                && tokens[place - 1].range.upperBound == token.range.lowerBound
        case .symbol, .quoted: return false
        case .character: break
        }
        guard script(place) == .hiragana else {
            // A verb ends the name: 「緑茶追加」 is not plain, so this ends what is read.
            return place == start || !isKanjiNumber(place)
        }
        return isNounKana(place, from: start)
    }

    private func isKanjiNumber(_ place: Int) -> Bool {
        guard let found = reader.number(at: place, isWhole: false).max(by: { $0.end < $1.end }) else { return false }
        return words.units.longest(at: found.end, in: tokens) != nil
    }

    /// Whether a number is a part of a name, as in 「A4用紙」「単3電池」「棚3」.
    private func isNumberOfName(_ place: Int, from start: Int) -> Bool {
        if tokens[place].isGlued { return true }
        let next = place + 1
        if place == start {
            return next < tokens.endIndex
                && (tokens[next].isGlued || script(next) == .katakana || script(next) == .kanji)
                && words.units.longest(at: next, in: tokens) == nil
        }
        if words.units.longest(at: next, in: tokens) != nil { return false }
        let before = place - 1
        let touches = tokens[before].range.upperBound == tokens[place].range.lowerBound
        guard touches, next < tokens.endIndex else { return false }
        return script(next) == .kanji && !Self.verbs.contains { $0.forms.longest(at: next, in: tokens) != nil }
            || script(next) == .katakana
            || tokens[next].key == "に"
                && (script(before) == .kanji || tokens[before].kind == .joint || script(before) == .hiragana)
    }

    /// Whether hiragana belongs to a noun: in front of a name, or single between two kanji.
    private func isNounKana(_ place: Int, from start: Int) -> Bool {
        if (start..<place).allSatisfy({ script($0) == .hiragana }) {
            let next = place + 1
            if place == start, ["お", "ご"].contains(tokens[place].key), script(next) == .kanji { return true }
            guard !PlainWords.particles.contains(tokens[place].key) else { return false }
            // One kana alone is no name.
            return place > start || script(next) != .other
        }
        // 「青いペン」 is a title like another one, where an item must have exactly this title.
        return (PlainWords.joints.contains(tokens[place].key) || tokens[place].key == "い")
            && script(place - 1) == .kanji
            && (script(place + 1) == .kanji || script(place + 1) == .katakana)
    }
}
