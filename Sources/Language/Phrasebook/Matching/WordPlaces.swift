/// The places of words in a message of no more than 63 tokens, as bits.
final class WordPlaces: Sendable {
    /// The maximum number of tokens: one bit for a place before each token, and one for the end.
    static let tokenLimit = 63

    /// For each word's number, the number of its mask; 0 for a word that does not occur.
    private let maskNumbers: [UInt8]
    private let masks: [UInt64]
    /// The tokens that have no meaning for a pattern.
    let skippable: UInt64
    /// The tokens that continue a word.
    let glued: UInt64
    /// The tokens in quotation marks.
    let quotations: UInt64
    /// The tokens that may be left out anywhere in a phrase.
    let articles: UInt64

    /// Makes the places of some tokens' words, with numbers from a vocabulary of `count` words; `nil` if there are too
    /// many tokens.
    init?(_ tokens: [Token], numbers: [Int32], aliases: [Int32], isArticle: [Bool], count: Int) {
        guard tokens.count <= Self.tokenLimit else { return nil }
        var maskNumbers = [UInt8](repeating: 0, count: count)
        var masks: [UInt64] = [0]
        masks.reserveCapacity(2 * tokens.count + 1)
        func bits(_ isWanted: (Int) -> Bool) -> UInt64 {
            tokens.indices.reduce(0) { isWanted($1) ? $0 | 1 << UInt64($1) : $0 }
        }
        func add(_ word: Int32, _ bit: UInt64) {
            guard word >= 0 else { return }
            let number = maskNumbers[Int(word)]
            if number > 0 {
                masks[Int(number)] |= bit
            } else {
                // There are at most two words for a token, so the numbers fit.
                maskNumbers[Int(word)] = UInt8(masks.count)
                masks.append(bit)
            }
        }
        for index in tokens.indices {
            add(numbers[index], 1 << UInt64(index))
            add(aliases[index], 1 << UInt64(index))
        }
        self.maskNumbers = maskNumbers
        self.masks = masks
        skippable = bits { tokens[$0].isSkippable }
        glued = bits { tokens[$0].isGlued }
        quotations = bits { tokens[$0].quotation != nil }
        articles = bits { isArticle[$0] }
    }

    /// Lends the numbers of masks by word, and the masks by their numbers, for tight loops.
    @inline(__always)
    func withPointers<Result>(
        _ body: (_ numbers: UnsafeBufferPointer<UInt8>, _ masks: UnsafeBufferPointer<UInt64>) -> Result
    ) -> Result {
        maskNumbers.withUnsafeBufferPointer { numbers in masks.withUnsafeBufferPointer { body(numbers, $0) } }
    }
}
