/// Numbers for the words that occur in patterns, so that matching compares numbers.
struct Vocabulary: Sendable {
    /// The number of every word that occurs in no pattern.
    static let unknown: Int32 = -1

    private var numbers: [String: Int32] = [:]

    /// How many words have a number.
    var count: Int { numbers.count }

    /// The number of a word, given out on first sight.
    mutating func number(for word: String) -> Int32 {
        if let number = numbers[word] { return number }
        let number = Int32(numbers.count)
        numbers[word] = number
        return number
    }

    /// The numbers of the words that tokens may stand for beside their own: the 's of "what's" for "is", a kana for itself in the other
    /// script.
    func aliases(of tokens: some Sequence<Token>) -> [Int32] {
        let verb = number(of: "is")
        return tokens.map { token in
            if token.key == "'s" { return verb }
            return token.kind == .character ? number(of: token.key.kanaFolded) : Self.unknown
        }
    }

    /// The number of a word that occurs in a pattern, else ``unknown``.
    func number(of word: String) -> Int32 { numbers[word] ?? Self.unknown }
}
