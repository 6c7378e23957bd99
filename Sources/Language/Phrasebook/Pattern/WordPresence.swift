/// The words of the patterns that occur in a part of a message.
struct WordPresence: Sendable {
    private let places: WordPlaces?
    /// The part's tokens as bits.
    private let tokens: UInt64
    /// By number of the word, for a message with too many tokens for bits.
    private var isPresent: [Bool] = []

    /// Makes the presence of words in a range of a message's tokens, for a vocabulary of `count` words.
    init(_ words: MessageWords, in range: Range<Int>, count: Int) {
        places = words.places
        guard words.places == nil else {
            tokens = ((1 << UInt64(range.count)) - 1) << UInt64(range.lowerBound)
            return
        }
        tokens = 0
        isPresent = Array(repeating: false, count: count)
        for word in words.all(in: range) where word >= 0 { isPresent[Int(word)] = true }
    }

    /// Returns whether at least one word of each group is present.
    func hasOne(ofEach groups: WordGroups) -> Bool {
        // Every phrase is checked for every part of a message, so this must be fast.
        if let places {
            return places.withPointers { numbers, masks in
                var start = 0
                for end in groups.ends {
                    var found: UInt64 = 0
                    for index in start..<Int(end) { found |= masks[Int(numbers[Int(groups.words[index])])] }
                    if found & tokens == 0 { return false }
                    start = Int(end)
                }
                return true
            }
        }
        var start = 0
        next: for end in groups.ends {
            defer { start = Int(end) }
            for index in start..<Int(end) where isPresent[Int(groups.words[index])] { continue next }
            return false
        }
        return true
    }
}

/// Groups of words, by their numbers, one after the other in one array.
struct WordGroups: Sendable {
    private(set) var words: [Int32] = []
    /// The end of each group.
    private(set) var ends: [Int32] = []

    init(_ groups: [[Int32]]) {
        for group in groups {
            words += group
            ends.append(Int32(words.count))
        }
    }

    /// The groups one by one.
    var groups: [[Int32]] {
        zip([0] + ends, ends).map { Array(words[Int($0)..<Int($1)]) }
    }
}
