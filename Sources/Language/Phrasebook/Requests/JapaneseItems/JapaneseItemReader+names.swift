import StreamingJSON

// MARK: - Names and particles

extension JapaneseItemReader {
    /// Returns whether a kanji or katakana continues in its script.
    func isJoined(_ index: Int) -> Bool {
        guard tokens[index].isCharacter, tokens[index - 1].isCharacter else { return false }
        let (left, right) = (script(index - 1), script(index))
        return left == right && left != .hiragana
    }

    enum Script { case hiragana, katakana, kanji, other }

    func script(_ index: Int) -> Script {
        guard tokens[index].isCharacter, let letter = tokens[index].key.firstScalar else { return .other }
        return letter.isHiragana ? .hiragana : letter.isKatakana ? .katakana : .kanji
    }

    func named(at start: Int, _ clause: inout Clause) -> Int? {
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
    func run(from start: Int, isValue: Bool) -> (range: Range<Int>, end: Int)? {
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
                if Self.incrementWords.longest(at: index, in: tokens).map({ $0.count > 1 }) ?? false,
                    let found = Self.incrementWords.longest(at: index, in: tokens),
                    index + found.count < tokens.endIndex,
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
                if Self.allWords.longest(at: index, in: tokens) != nil, !isJoined(index) { break }
            }
            index += 1
        }
        guard index > start, index - start <= 24 else { return nil }
        if !isValue, index - start == 1, tokens[start].isNumber { return nil }
        return (start..<index, index)
    }

    /// Returns whether a token is a particle, and no part of a word.
    func isParticle(_ index: Int) -> Bool {
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

    func isWordEnd(_ index: Int) -> Bool {
        guard index + 1 < tokens.endIndex else { return true }
        if script(index - 1) != .hiragana { return true }
        if script(index + 1) != .hiragana { return true }
        return verb(at: index + 1) != nil || Self.adverbs.longest(at: index + 1, in: tokens) != nil
            || Self.incrementWords.longest(at: index + 1, in: tokens) != nil
    }
}
