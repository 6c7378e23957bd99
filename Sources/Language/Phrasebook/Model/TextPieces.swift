/// Cuts an answer into pieces for streaming: words, or a few characters in text without spaces.
struct TextPieces: Sequence, IteratorProtocol {
    private static let characterCount = 6
    /// The maximum number of pieces, roughly: a long answer has longer pieces.
    private static let pieceCount = 40

    private var rest: Substring
    private let minimum: Int

    init(_ text: String) {
        rest = text[...]
        minimum = text.utf8.count / Self.pieceCount
    }

    /// The end of the first character at or after the minimum length of a piece.
    private var earliestEnd: Substring.Index {
        guard minimum > 1, var end = rest.utf8.index(rest.startIndex, offsetBy: minimum - 1, limitedBy: rest.endIndex)
        else { return rest.startIndex }
        while end < rest.endIndex, String.Index(end, within: rest) == nil { rest.utf8.formIndex(after: &end) }
        return end
    }

    mutating func next() -> String? {
        guard !rest.isEmpty else { return nil }
        var end = earliestEnd
        let isLong = end > rest.startIndex
        var count = 0
        while end < rest.endIndex {
            let isEndOfWord = rest[end].isWhitespace
            let isIdeographic = CharacterKind(rest[end]) == .ideographic
            rest.formIndex(after: &end)
            count += 1
            if isEndOfWord || (isIdeographic && (isLong || count >= Self.characterCount)) { break }
        }
        defer { rest = rest[end...] }
        return String(rest[..<end])
    }
}
