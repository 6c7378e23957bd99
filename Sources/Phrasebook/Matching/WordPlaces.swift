/// The places of words in a message of no more than 63 tokens, as bits.
struct WordPlaces: Sendable {
    /// The most tokens: a bit stands for a place before each token, and one for the end.
    static let tokenLimit = 63

    /// By number of the word, the number of its mask; 0 for a word that does not occur.
    private var maskNumbers: [UInt8]
    private var masks: [UInt64] = [0]
    /// The tokens that carry no meaning for a pattern.
    private(set) var skippable: UInt64 = 0
    /// The tokens that continue a word.
    private(set) var glued: UInt64 = 0
    /// The tokens in quotation marks.
    private(set) var quotations: UInt64 = 0
    /// The tokens that may be left out anywhere in a phrase.
    private(set) var articles: UInt64 = 0

    /// The places of some tokens' words, numbers from a vocabulary of `count` words; `nil` when there are too many tokens.
    init?(_ tokens: [Token], numbers: [Int32], aliases: [Int32], isArticle: [Bool], count: Int) {
        guard tokens.count <= Self.tokenLimit else { return nil }
        maskNumbers = Array(repeating: 0, count: count)
        for index in tokens.indices {
            let bit: UInt64 = 1 << UInt64(index)
            add(numbers[index], bit)
            add(aliases[index], bit)
            if tokens[index].isSkippable { skippable |= bit }
            if tokens[index].isGlued { glued |= bit }
            if tokens[index].quotation != nil { quotations |= bit }
            if isArticle[index] { articles |= bit }
        }
    }

    private mutating func add(_ word: Int32, _ bit: UInt64) {
        guard word >= 0 else { return }
        let number = maskNumbers[Int(word)]
        if number > 0 {
            masks[Int(number)] |= bit
        } else {
            // Two words a token at most, so that the numbers fit.
            maskNumbers[Int(word)] = UInt8(masks.count)
            masks.append(bit)
        }
    }

    /// The tokens that are a word.
    @inline(__always)
    func mask(of word: Int32) -> UInt64 { masks[Int(maskNumbers[Int(word)])] }
}
