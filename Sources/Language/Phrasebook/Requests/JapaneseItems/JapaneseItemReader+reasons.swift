import StreamingJSON

// MARK: - Statements and reasons before a request

extension JapaneseItemReader {
    /// Reads a statement before a request, such as 「プロジェクターが戻ってきました」.
    mutating func aside(from start: Int, _ clause: Clause) -> Int? {
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
    mutating func reason(at start: Int, _ clause: Clause) -> Int? {
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
    static let reasonStarts = TokenSequences(words: "JapaneseItemReader.reasons", "reasonStarts")

    func isAnyReason(_ range: Range<Int>) -> Bool {
        range.dropFirst().contains { words.reasons.longest(at: $0, in: tokens) != nil && isAfterInflection($0) }
    }

    func isAfterInflection(_ index: Int) -> Bool {
        ["い", "た", "だ", "る", "な", "う", "す", "く", "つ", "ん"].contains(tokens[index - 1].key)
    }
}
