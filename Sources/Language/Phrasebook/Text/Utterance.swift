/// A message cut into tokens.
struct Utterance: Sendable {
    let text: NormalizedText
    private(set) var tokens: [Token] = []
    /// The indices of the tokens that start a new sentence, in order; the first token is not among them.
    private(set) var sentenceStarts: [Int] = []

    init(_ message: String) {
        text = NormalizedText(message)
        var tokenizer = Tokenizer(text)
        (tokens, sentenceStarts) = tokenizer.run()
    }

    /// The sentences, as ranges of tokens; none is empty.
    var sentences: [Range<Int>] {
        let bounds = [0] + sentenceStarts + [tokens.count]
        return zip(bounds, bounds.dropFirst()).filter { $0 < $1 }.map { $0..<$1 }
    }

    /// Returns the text of a range of tokens, normalized, or exactly as written if it is one quotation.
    func content(of range: Range<Int>) -> String {
        if range.count == 1, let quotation = tokens[range.lowerBound].quotation { return quotation }
        guard let first = range.first, let last = range.last else { return "" }
        return text.text(tokens[first].range.lowerBound..<tokens[last].range.upperBound)
    }

    /// Returns the text of a range of tokens as it was written.
    func original(of range: Range<Int>) -> String {
        guard let first = range.first, let last = range.last else { return "" }
        return text.original(tokens[first].range.lowerBound..<tokens[last].range.upperBound)
    }

    /// Whether the message contains Japanese (or Chinese) characters.
    var hasIdeographs: Bool {
        tokens.contains {
            $0.isCharacter || $0.quotation?.contains { CharacterKind($0) == .ideographic } == true
        }
    }
}
