import StreamingJSON

// MARK: - Numbers of things and of items

extension JapaneseItemReader {
    struct Count {
        var value: Double
        var unit: String?
        var end: Int
    }

    static let softeners = TokenSequences(["分", "ほど", "くらい", "ぐらい", "だけ", "ずつ", "ばかり"])

    /// Reads a number with its unit at the end of a part: 「3本」「2.5kg」「20」.
    func counted(at start: Int) -> Count? {
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
                || Self.incrementWords.longest(at: end, in: tokens) != nil
                || words.stock.longest(at: end, in: tokens) != nil
        else { return nil }
        return Count(value: value, unit: unit, end: end)
    }

    func add(_ count: Count, to clause: inout Clause) -> Int? {
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
    func numbered(at start: Int, _ clause: inout Clause) -> Int? {
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
    func isLabel(_ index: Int) -> Bool {
        ["id", "#", "no"].contains(tokens[index].key) || tokens[index].isNumber
            || Self.labels.longest(at: index, in: tokens) != nil
    }

    static let labels = TokenSequences(["在庫番号", "在庫", "番号", "商品", "商品番号", "アイテム", "品目"])
    static let pointers = TokenSequences(words: "JapaneseItemReader.numbers", "pointers")

    /// Reads the particle after an item, with the field after a 「の」.
    func particle(after end: Int, _ clause: inout Clause) -> Int? {
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

    /// Returns whether a number is the new quantity, and not the amount of a change.
    func isLevel(_ end: Int) -> Bool {
        end >= tokens.endIndex || tokens[end].key == "に" || tokens[end].isSkippable
    }
}
