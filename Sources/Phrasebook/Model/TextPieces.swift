/// Cuts an answer into the pieces that it is streamed in: words, or a few characters where there are no spaces.
struct TextPieces: Sequence, IteratorProtocol {
    private static let characterCount = 6
    /// A long answer comes in longer pieces, so that there are never many more than this.
    private static let pieceCount = 120

    private var rest: Substring
    private let minimum: Int

    init(_ text: String) {
        rest = text[...]
        minimum = text.count / Self.pieceCount
    }

    mutating func next() -> String? {
        guard !rest.isEmpty else { return nil }
        var count = 0
        var end = rest.startIndex
        while end < rest.endIndex {
            let isEndOfWord = rest[end].isWhitespace
            let isIdeographic = CharacterClass(rest[end]) == .ideographic
            rest.formIndex(after: &end)
            count += 1
            if count >= minimum, isEndOfWord || (isIdeographic && count >= Self.characterCount) { break }
        }
        defer { rest = rest[end...] }
        return String(rest[..<end])
    }
}
