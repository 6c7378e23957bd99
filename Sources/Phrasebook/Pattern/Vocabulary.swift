/// Numbers for the words and the types of slots that occur in patterns, so that matching compares numbers.
struct Vocabulary: Sendable {
    /// The number of every word that occurs in no pattern.
    static let unknown: Int32 = -1

    /// The number of the type `name`, of which others are made up.
    static let name = 0

    private var numbers = WordNumbers()
    private var slotTypes: [SlotType: Int] = [.name: Self.name]

    /// How many words have a number.
    var count: Int { numbers.count }

    /// The number of a word, given out on first sight.
    mutating func number(for word: Word) -> Int32 { numbers.add(word) }

    /// How many types of slots have a number.
    var slotTypeCount: Int { slotTypes.count }

    /// The number of a type of slots, given out on first sight.
    mutating func number(for type: SlotType) -> Int {
        if let number = slotTypes[type] { return number }
        slotTypes[type] = slotTypes.count
        return slotTypes.count - 1
    }

    /// The numbers of the words that tokens may stand for beside their own: the 's of "what's" for "is", a kana for itself in the other
    /// script.
    func aliases(of tokens: some Sequence<Token>) -> [Int32] {
        let verb = number(of: "is")
        return tokens.map { token in
            if token.key == "'s" { return verb }
            return token.isCharacter ? number(of: token.key.kanaFolded) : Self.unknown
        }
    }

    /// The number of a word that occurs in a pattern, else ``unknown``.
    func number(of word: Word) -> Int32 { numbers.number(of: word) }
}
