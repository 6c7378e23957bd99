/// Numbers for the words and the slot types in patterns, so that matching compares numbers.
struct Vocabulary: Sendable {
    /// The number of every word that occurs in no pattern.
    static let unknown: Int32 = -1

    /// The number of the type `name`, on which other types are based.
    static let name = 0

    private var numbers = WordNumbers()
    private var slotTypes: [SlotType: Int] = [.name: Self.name]

    /// The number of words.
    var count: Int { numbers.count }

    /// Returns the number of a word, and assigns one on first use.
    mutating func number(for word: Word) -> Int32 { numbers.add(word) }

    /// The number of slot types.
    var slotTypeCount: Int { slotTypes.count }

    /// Returns the number of a slot type, and assigns one on first use.
    mutating func number(for type: SlotType) -> Int {
        if let number = slotTypes[type] { return number }
        slotTypes[type] = slotTypes.count
        return slotTypes.count - 1
    }

    /// Returns the numbers of alternative readings of tokens: "is" for the 's of "what's", a kana in the other script
    /// for a kana.
    func aliases(of tokens: some Sequence<Token>) -> [Int32] {
        let verb = number(of: "is")
        return tokens.map { token in
            if token.key == "'s" { return verb }
            return token.isCharacter ? number(of: token.key.kanaFolded) : Self.unknown
        }
    }

    /// Returns the number of a word that occurs in a pattern, or ``unknown``.
    func number(of word: Word) -> Int32 { numbers.number(of: word) }
}
