import StreamingJSON

// MARK: - Statements of numbers

extension EnglishItemReader {
    static let arrivalNouns = TokenSequences(["stock", "delivery", "arrival", "in stock", "arrivals", "inventory"])
    static let countOpenings = TokenSequences(words: "EnglishItemReader.statements", "countOpenings")
    static let remainderWords = TokenSequences(words: "EnglishItemReader.statements", "remainderWords")
    static let removalVerbs = TokenSequences(words: "EnglishItemReader.statements", "removalVerbs")
    static let supplyVerbs = TokenSequences(words: "EnglishItemReader.statements", "supplyVerbs")
    static let subjects = TokenSequences(words: "EnglishItemReader.statements", "subjects")

    /// Reads a statement of a number that is recorded: "we used 3 kg of coffee", "there are 9 cables now".
    mutating func statement(at start: Int) -> Int? {
        if let opening = Self.countOpenings.longest(at: start, in: tokens) {
            return counted(
                from: start + opening.count,
                .set,
                needsEnd: !Self.meansLittle(tokens[start..<start + opening.count])
            )
        }
        if let end = arrival(at: start) { return end }
        guard let subject = Self.subjects.longest(at: start, in: tokens) else { return nil }
        let verb = start + subject.count
        guard verb < tokens.endIndex else { return nil }
        if let removal = Self.removalVerbs.longest(at: verb, in: tokens) {
            return counted(from: verb + removal.count, .decrease, needsEnd: false)
        }
        if let supply = Self.supplyVerbs.longest(at: verb, in: tokens) {
            return counted(from: verb + supply.count, .create, needsEnd: false)
        }
        return nil
    }

    static let arrivalVerbs = ["came", "arrived", "come", "turned"]

    /// Reads "One more came in", about the item mentioned last.
    mutating func arrival(at start: Int) -> Int? {
        var clause = EnglishClauseReader(self, act: .increase, verb: "")
        guard let next = clause.amount(at: start), next < tokens.endIndex, clause.frame.isMore,
            Self.arrivalVerbs.contains(tokens[next].key.text),
            reader.referents.number(.mentioned, for: topic.argument) != nil
        else { return nil }
        clause.point()
        var end = next + 1
        while end < tokens.endIndex, ["in", "up", "today", "just", "now"].contains(tokens[end].key) { end += 1 }
        return keep(clause.frame) ? end : nil
    }

    /// Returns whether the sentence emphasizes a small quantity, which means the rest even without "left".
    static func meansLittle(_ tokens: ArraySlice<Token>) -> Bool {
        tokens.contains { ["only", "just", "down", "left", "counted"].contains($0.key) }
    }

    mutating func counted(from start: Int, _ act: ItemFrame.Act, needsEnd: Bool) -> Int? {
        var clause = EnglishClauseReader(self, act: act, verb: "")
        // "We got a new printer, it's in the hall. Add it."
        let amount = clause.amount(at: start)
        guard amount != nil || act == .create else { return nil }
        let next = amount ?? start
        // "… and there are thirty-seven" is about the item mentioned last.
        if act == .set, clause.isEnd(next) {
            clause.point()
            let end = Self.remainderWords.longest(at: next, in: tokens).map { next + $0.count } ?? next
            let isOpen =
                mention != nil || !frames.isEmpty || reader.referents.number(.mentioned, for: topic.argument) != nil
            guard isOpen, clause.isEnd(end) else { return nil }
            return keep(clause.frame) ? end : nil
        }
        guard let end = clause.name(at: next) else { return nil }
        let after = Self.remainderWords.longest(at: end, in: tokens)
        guard after != nil || !needsEnd else { return nil }
        var last = end + (after?.count ?? 0)
        if last < tokens.endIndex, let more = Self.timeWords.longest(at: last, in: tokens) { last += more.count }
        if act == .decrease, last < tokens.endIndex,
            ["to", "for", "in", "from", "at", "out", "into", "on"].contains(tokens[last].key)
        {
            last = clauseEnd(from: last)
        }
        guard
            last >= tokens.endIndex || tokens[last].isSkippable || tokens[last].key == "and" || tokens[last].key == "so"
        else {
            return nil
        }
        if act == .create, last < tokens.endIndex, clause.frame.quantity != nil || clause.frame.item != nil {
            // The request follows.
            mention = clause.frame
            return last
        }
        return keep(clause.frame) ? last : nil
    }

    static let timeWords = TokenSequences(words: "EnglishItemReader.statements", "timeWords")
}
