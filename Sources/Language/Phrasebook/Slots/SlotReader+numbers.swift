extension SlotReader {
    /// Reads a number in digits or in words.
    func number(at start: Int, isWhole: Bool) -> [SlotCandidate] {
        guard start < tokens.endIndex else { return [] }
        let read: (value: Double, end: Int)?
        if let value = tokens[start].number {
            read = isPartOfLargerNumber(start) ? nil : (value, start + 1)
        } else {
            // Words are English, single characters Japanese.
            read = tokens[start].isWord ? englishNumber(at: start) : japaneseNumber(at: start)
        }
        guard let read, !isWhole || Int(exactly: read.value) != nil else { return [] }
        let weight = weight(of: start..<read.end)
        return [
            SlotCandidate(
                end: read.end,
                content: .number(read.value),
                score: Score.specific * weight,
                weight: weight
            )
        ]
    }

    /// Reads digits, regardless of their neighbors.
    func digits(at start: Int) -> [SlotCandidate] {
        guard let value = tokens[start].number, value >= 0, Int(exactly: value) != nil else { return [] }
        let weight = Int32(tokens[start].weight)
        return [
            SlotCandidate(end: start + 1, content: .number(value), score: Score.specific * weight, weight: weight)
        ]
    }

    /// Returns whether the digits are part of a date, a time or a version: "2026-11-20", "10:30", "1.2.3".
    private func isPartOfLargerNumber(_ index: Int) -> Bool { isChained(at: index) || isChained(at: index + 1) }

    /// Returns whether a mark joins numbers across the boundary before `index`, without any space.
    func isChained(at index: Int) -> Bool {
        joins(index) || joins(index - 1)
    }

    private func joins(_ index: Int) -> Bool {
        guard index > tokens.startIndex, index + 1 < tokens.endIndex, tokens[index].isSkippable else { return false }
        guard tokens[index - 1].isNumber, tokens[index + 1].isNumber, tokens[index].key != "、" else { return false }
        return tokens[index - 1].range.upperBound == tokens[index].range.lowerBound
            && tokens[index].range.upperBound == tokens[index + 1].range.lowerBound && tokens[index].key != ","
    }

    private func englishNumber(at start: Int) -> (value: Double, end: Int)? {
        let names = LanguageData.english.numberWords
        var index = start
        if tokens[index].key == "a", index + 1 < tokens.endIndex { index += 1 }
        if index > start || tokens[index].key == "dozen" {
            return switch tokens[index].key {
            case "dozen": (12, index + 1)
            case "hundred": (100, index + 1)
            case "thousand": (1000, index + 1)
            default: nil
            }
        }
        guard var value = names[tokens[index].key] else { return nil }
        index += 1
        let next = skippingMarks(from: index)
        if value >= 20, next < tokens.endIndex, let units = names[tokens[next].key], (1...9).contains(units) {
            value += units
            index = next + 1
        }
        if index < tokens.endIndex, let scale = Self.scaleWords[tokens[index].key] {
            value *= scale
            index += 1
        }
        return (Double(value), index)
    }

    private static let scaleWords: WordValues = ["hundred": 100, "thousand": 1000, "dozen": 12]

    private static let digitCharacters: WordValues = [
        "〇": 0, "零": 0, "一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9,
    ]
    private static let scaleCharacters: WordValues = ["十": 10, "百": 100, "千": 1000]

    /// Numbers that are not built from digits; their indices are their values.
    private static let numberWords = TokenSequences(words: "SlotReader.numbers", "numberWords")

    private func japaneseNumber(at start: Int) -> (value: Double, end: Int)? {
        guard tokens[start].isCharacter else { return nil }
        // 「ひとつ」: only before the counter, because these texts also start other words.
        if let word = Self.numberWords.longest(at: start, in: tokens) {
            let end = start + word.count
            if word.index == 0 || (end < tokens.endIndex && tokens[end].key == "つ") { return (Double(word.index), end) }
        }
        var (total, section, digit) = (0, 0, Int?.none)
        var index = start
        while index < tokens.endIndex, index - start < 12 {
            let key = tokens[index].key
            if let value = Self.digitCharacters[key] {
                digit = (digit ?? 0) * 10 + value
            } else if let scale = Self.scaleCharacters[key] {
                section += (digit ?? 1) * scale
                digit = nil
            } else if key == "万", index > start {
                total += (section + (digit ?? 0)) * 10_000
                (section, digit) = (0, nil)
            } else {
                break
            }
            index += 1
        }
        return index > start ? (Double(total + section + (digit ?? 0)), index) : nil
    }
}
