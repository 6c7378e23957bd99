import StreamingJSON

// MARK: - Plain names

extension JapanesePlainReader {
    /// Reads a name in quotation marks, or a run of kanji, katakana, Latin letters and digits, with hiragana only where
    /// it cannot be an ending.
    mutating func name() -> String? {
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

    /// The scripts of Japanese.
    enum Script { case hiragana, katakana, kanji, other }

    /// Returns the script of a token.
    func script(_ place: Int) -> Script {
        guard tokens.indices.contains(place), tokens[place].kind == .character,
            let letter = tokens[place].key.firstScalar
        else {
            return .other
        }
        return letter.isHiragana ? .hiragana : letter.isKatakana ? .katakana : .kanji
    }

    /// Returns whether a token belongs to the name that started before it.
    func isInner(_ place: Int, from start: Int) -> Bool {
        let token = tokens[place]
        // A verb ends a name, unless it is part of a longer word.
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
            // A verb ends the name: 「緑茶追加」 is not plain, so reading stops here.
            return place == start || !isKanjiNumber(place)
        }
        return isNounKana(place, from: start)
    }

    /// Returns whether a number with its unit starts here.
    func isKanjiNumber(_ place: Int) -> Bool {
        guard let found = reader.number(at: place, isWhole: false).max(by: { $0.end < $1.end }) else { return false }
        return words.units.longest(at: found.end, in: tokens) != nil
    }

    /// Returns whether a number is part of a name, as in 「A4用紙」「単3電池」「棚3」.
    func isNumberOfName(_ place: Int, from start: Int) -> Bool {
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

    /// Returns whether hiragana belongs to a noun: before a name, or single between two kanji.
    func isNounKana(_ place: Int, from start: Int) -> Bool {
        if (start..<place).allSatisfy({ script($0) == .hiragana }) {
            let next = place + 1
            if place == start, ["お", "ご"].contains(tokens[place].key), script(next) == .kanji { return true }
            guard !PlainWords.particles.contains(tokens[place].key) else { return false }
            // One kana alone is no name.
            return place > start || script(next) != .other
        }
        // 「青いペン」 is a title like any other because an item must have exactly this title.
        return (PlainWords.joints.contains(tokens[place].key) || tokens[place].key == "い")
            && script(place - 1) == .kanji
            && (script(place + 1) == .kanji || script(place + 1) == .katakana)
    }
}
