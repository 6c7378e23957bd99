/// Finds text in quotation marks.
struct QuotationMarks {
    /// The maximum length of a quotation; without it, an unclosed mark would cause a search to the end of a long
    /// message.
    private static let lengthLimit = 1000

    private static let closing: [Character: Character] = [
        "\"": "\"", "'": "'", "“": "”", "‘": "’", "「": "」", "『": "』", "«": "»",
    ]

    /// Returns the index of the mark that closes the one at `start`, or `nil` if there is no quotation there.
    static func close(of start: Int, in characters: [Character]) -> Int? {
        let open = characters[start]
        guard let close = closing[open] else { return nil }
        if open == close || open == "‘" { return closeOfStraightMark(close, from: start, in: characters) }

        var depth = 0
        for index in start..<min(characters.count, start + lengthLimit) {
            if characters[index] == open { depth += 1 }
            if characters[index] == close {
                depth -= 1
                if depth == 0 { return index > start + 1 ? index : nil }
            }
        }
        return nil
    }

    /// Finds the closing mark for a sign that both opens and closes, or that is also an apostrophe: it must not be
    /// inside a word.
    private static func closeOfStraightMark(_ close: Character, from start: Int, in characters: [Character]) -> Int? {
        guard start + 1 < characters.count, characters[start + 1] != " " else { return nil }
        if start > 0, characters[start - 1].isAlphanumeric { return nil }
        var index = start + 1
        while index < min(characters.count, start + lengthLimit) {
            let isInsideWord = index + 1 < characters.count && characters[index + 1].isAlphanumeric
            if characters[index] == close, !isInsideWord { return index > start + 1 ? index : nil }
            index += 1
        }
        return nil
    }
}
