import StreamingJSON

// MARK: - Pieces and their particles

extension JapanesePlainReader {
    /// Reads a piece and its particle.
    mutating func chunk() -> Chunk? {
        if acceptMark(["、", ","]) { return Chunk(piece: .comma) }
        isAdjectival = false
        guard let piece = piece() else { return nil }
        let isAdjectival = isAdjectival
        if piece == .more { return Chunk(piece: piece) }
        return Chunk(piece: piece, particle: particle(), isAdjectival: isAdjectival)
    }

    /// Reads a particle; empty if there is none.
    mutating func particle() -> String {
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

    /// Words before a number that is added to the present quantity.
    static let incrementWords = TokenSequences(["あと", "もう", "さらに"])
    /// Words for the collection.
    static let stocks = TokenSequences(["在庫", "在庫リスト", "在庫一覧"])

    /// Reads the piece before a particle.
    mutating func piece() -> Piece? {
        guard index < tokens.endIndex else { return nil }
        if let number = numbered() { return .item(.number(number)) }
        if accept(Self.pointers) {
            return recent.number(.mentioned, for: topic.argument).map { .item(.number($0)) }
        }
        if let found = Self.incrementWords.longest(at: index, in: tokens) {
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

    /// Words for factors.
    static let factors = TokenSequences(["半分", "2倍", "二倍", "倍"])
    /// Words that point at the item mentioned last.
    static let pointers = TokenSequences(["それ", "これ", "その在庫", "この在庫", "その商品", "この商品"])
    /// Words before the number of an item.
    static let labels = TokenSequences(words: "JapanesePlainReader.pieces", "labels")
    /// Words after the number of an item.
    static let things = TokenSequences(["の在庫", "の商品", "の品目", "のアイテム"])

    /// Reads 「ID 3」「3番の在庫」「在庫3」.
    mutating func numbered() -> Int? {
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

    /// Returns whether the word for a field may end here.
    func isFieldEnd(_ end: Int) -> Bool {
        guard end < tokens.endIndex else { return false }
        return ["は", "を", "が", ":"].contains(tokens[end].key) || tokens[end].isNumber || tokens[end].quotation != nil
    }

    /// Reads a number with its unit at the end of a chunk.
    mutating func count() -> Piece? {
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

    /// Returns whether a number may end here.
    func isChunkEnd(_ end: Int) -> Bool {
        guard end < tokens.endIndex else { return true }
        if ["を", "に", "の", "で", "と", "、", "。", "は", ","].contains(tokens[end].key) { return true }
        return begins(end)
    }

    /// Returns whether a verb of a request starts at a token.
    func begins(_ place: Int) -> Bool {
        Self.verbs.contains { $0.forms.longest(at: place, in: tokens) != nil }
    }
}
