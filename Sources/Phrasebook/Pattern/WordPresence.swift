/// Which words of the patterns occur in a part of a message.
struct WordPresence: Sendable {
    private var isPresent: [Bool]

    /// - Parameter words: numbers from a vocabulary of `count` words; others are passed over.
    init(_ words: some Sequence<Int32>, count: Int) {
        isPresent = Array(repeating: false, count: count)
        for word in words where word >= 0 { isPresent[Int(word)] = true }
    }

    /// Whether one word at least of each group is there.
    func hasOne(ofEach groups: [[Int32]]) -> Bool {
        // Every phrase is put to this for every part of a message, so it is written without closures.
        next: for group in groups {
            for word in group where isPresent[Int(word)] { continue next }
            return false
        }
        return true
    }
}
