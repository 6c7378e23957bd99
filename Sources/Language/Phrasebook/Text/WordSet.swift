/// A set of words in a hash table of their bytes as integers; a lookup needs only a few operations.
///
/// Words never come from outside, so the table needs no random seed for each process.
struct WordSet: Sendable, ExpressibleByArrayLiteral {
    private var numbers = WordNumbers()

    init(_ words: some Sequence<Word>) { for word in words { numbers.add(word) } }

    init(arrayLiteral words: Word...) { self.init(words) }

    /// Returns whether a word is in the set.
    @inline(__always)
    func contains(_ word: Word) -> Bool { numbers.number(of: word) >= 0 }
}

/// Words with consecutive numbers, in the order of their addition.
struct WordNumbers: Sendable {
    private var words: [Word] = []
    /// The numbers by the hash of their words, -1 for none; the length is a power of two.
    private var places = [Int32](repeating: -1, count: 8)

    /// The number of words.
    var count: Int { words.count }

    /// Returns the number of a word; below zero if there is none.
    @inline(__always)
    func number(of word: Word) -> Int32 {
        let mask = places.count &- 1
        var place = Int(truncatingIfNeeded: word.mixed) & mask
        while true {
            let number = places[place]
            if number < 0 || words[Int(number)] == word { return number }
            place = (place &+ 1) & mask
        }
    }

    /// Assigns a number to a word, unless it has one, and returns its number.
    @discardableResult
    mutating func add(_ word: Word) -> Int32 {
        let known = number(of: word)
        guard known < 0 else { return known }
        words.append(word)
        if 2 * words.count > places.count {
            places = Array(repeating: -1, count: 2 * places.count)
            for number in words.indices { place(Int32(number)) }
        } else {
            place(Int32(words.count - 1))
        }
        return Int32(words.count - 1)
    }

    private mutating func place(_ number: Int32) {
        let mask = places.count - 1
        var place = Int(truncatingIfNeeded: words[Int(number)].mixed) & mask
        while places[place] >= 0 { place = (place + 1) & mask }
        places[place] = number
    }
}

/// Words with integer values, such as the names of months.
struct WordValues: Sendable, ExpressibleByDictionaryLiteral {
    private var numbers = WordNumbers()
    /// The words with their values, in the order of their addition.
    private(set) var pairs: [(key: Word, value: Int)] = []

    init() {}

    init(dictionaryLiteral pairs: (Word, Int)...) { for (word, value) in pairs { add(word, value) } }

    /// The value of a word.
    @inline(__always)
    subscript(word: Word) -> Int? {
        let number = numbers.number(of: word)
        return number < 0 ? nil : pairs[Int(number)].value
    }

    /// Adds the words of another set that are not present yet.
    mutating func merge(_ others: WordValues) { for (word, value) in others.pairs { add(word, value) } }

    private mutating func add(_ word: Word, _ value: Int) {
        guard numbers.number(of: word) < 0 else { return }
        numbers.add(word)
        pairs.append((word, value))
    }
}
