import StreamingJSON

// MARK: - Amounts

extension EnglishClauseReader {
    static let factorPhrases = TokenSequences(["in half", "by half", "to half", "to double", "to twice"])

    mutating func factor(at start: Int) -> Int? {
        if frame.act == .multiply, frame.factor == nil {
            frame.factor = verb == "halve" ? "half" : verb
            return part(at: start)
        }
        guard let found = Self.factorPhrases.longest(at: start, in: tokens), hasName || pending != nil,
            frame.factor == nil
        else {
            return nil
        }
        if pending?.argument == "quantity" { pending = nil }
        frame.factor = found.index > 2 ? "double" : "half"
        return start + found.count
    }

    static let incrementWords: WordSet = ["more", "extra", "additional", "further"]
    static let singleIncrements = TokenSequences(["another", "one more", "an extra", "an additional", "1 more"])

    /// Reads "3 more boxes of", "another", "a pack of".
    mutating func amount(at start: Int) -> Int? {
        guard start < tokens.endIndex else { return nil }
        if let found = Self.singleIncrements.longest(at: start, in: tokens),
            frame.act == .create || frame.act == .increase || frame.act == .set
        {
            frame.isMore = true
            return unit(at: start + found.count)
        }
        if let (value, end) = share(at: start) {
            frame.quantity = value
            return unit(at: end)
        }
        // "A pack of batteries"
        if ["a", "an"].contains(tokens[start].key), start + 1 < tokens.endIndex,
            let found = words.units.longest(at: start + 1, in: tokens), start + 1 + found.count < tokens.endIndex,
            tokens[start + 1 + found.count].key == "of"
        {
            frame.quantity = 1
            return unit(at: start + 1)
        }
        guard let end = number(at: start, readsUnit: false) else { return nil }
        var index = end
        if index < tokens.endIndex, Self.incrementWords.contains(tokens[index].key) {
            frame.isMore = true
            index += 1
        } else if index < tokens.endIndex, ["x", "×", "new", "times"].contains(tokens[index].key) {
            index += 1
        } else if index < tokens.endIndex, ["less", "fewer"].contains(tokens[index].key) {
            frame.act = .decrease
            index += 1
        }
        return unit(at: index)
    }

    static let fractions = TokenSequences(words: "EnglishClauseReader.amounts", "fractions")

    /// Reads "Half a kilo", "a couple of".
    func share(at start: Int) -> (value: Double, end: Int)? {
        guard let found = Self.fractions.longest(at: start, in: tokens) else { return nil }
        let end = start + found.count
        switch found.index {
        case 0...2: return words.units.longest(at: end, in: tokens) == nil ? nil : (0.5, end)
        case 4: return (6, end)
        case 6: return nil
        default: return (2, end)
        }
    }

    /// Reads the unit of a number, with the "of" after it.
    mutating func unit(at start: Int) -> Int {
        guard start < tokens.endIndex, let found = words.units.longest(at: start, in: tokens) else {
            return start < tokens.endIndex && tokens[start].key == "of" ? start + 1 : start
        }
        let end = start + found.count
        // "3 box files" has no unit, "3 boxes of files" and "10 kg rice" have one.
        guard end < tokens.endIndex else { return start }
        if tokens[end].key == "of" {
            frame.unit = text(start..<end)
            return end + 1
        }
        let isMeasure = Self.measures.contains(tokens[start].key)
        if isMeasure || ["to", "from", "in", "by", ",", "and"].contains(tokens[end].key) || isEdge(end) {
            if isMeasure || hasName || tokens[end].key == "to" || tokens[end].key == "from" {
                frame.unit = text(start..<end)
                return end
            }
        }
        return start
    }

    static let measures = WordSet(words: "EnglishClauseReader.amounts", "measures")

    /// Reads a number, with its unit if the clause ends after it.
    mutating func number(at start: Int, readsUnit: Bool = true, isKept: Bool = true) -> Int? {
        guard start < tokens.endIndex else { return nil }
        var index = start
        while index < tokens.endIndex,
            ["only", "just", "exactly", "about", "a", "total", "of"].contains(tokens[index].key), index - start < 2,
            !isGlued(index + 1),
            outer.reader.number(at: index, isWhole: false).isEmpty
        { index += 1 }
        guard index < tokens.endIndex,
            let found = outer.reader.number(at: index, isWhole: false).max(by: { $0.end < $1.end }),
            case .number(let value) = found.content,
            found.end >= tokens.endIndex || !tokens[found.end].isGlued || Self.measures.contains(tokens[found.end].key)
        else { return nil }
        var end = found.end
        var unit: String?
        if readsUnit, end < tokens.endIndex, let word = words.units.longest(at: end, in: tokens),
            isEdge(end + word.count)
        {
            unit = text(end..<end + word.count)
            end += word.count
        }
        guard isKept else { return end }
        frame.quantity = value
        if let unit { frame.unit = unit }
        return end
    }

    /// Returns whether a number with a unit starts here after a name: "pens 3 boxes", "monitors x 3".
    func beginsCount(_ index: Int) -> Bool {
        if ["x", "×"].contains(tokens[index].key) { return index + 1 < tokens.endIndex && tokens[index + 1].isNumber }
        guard tokens[index].isNumber, !tokens[index].isGlued, index + 1 < tokens.endIndex else { return false }
        return words.units.longest(at: index + 1, in: tokens) != nil
    }
}
