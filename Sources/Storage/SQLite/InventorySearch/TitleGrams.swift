/// The pieces of one, two and three characters by which a part of a title is found.
///
/// Every piece of every length is kept, so that texts of one or two characters, which are whole words in Japanese, are found by
/// one look-up. A piece is written as one number, 21 bits a character: short, and nothing in it needs to be escaped.
enum TitleGrams {
    private static let longest = 3

    /// How many pieces of a long text are looked up; the rows that have them all are compared with the text in any case.
    private static let mostWanted = 16

    /// The tokens of a folded title.
    static func tokens(ofTitle folded: String) -> [String] {
        let scalars = Array(folded.unicodeScalars)
        var grams: Set<UInt64> = []
        for start in scalars.indices {
            var gram: UInt64 = 0
            for scalar in scalars[start...].prefix(longest) {
                gram = append(scalar, to: gram)
                grams.insert(gram)
            }
        }
        return grams.map(token)
    }

    /// The tokens that every title has which contains this folded text.
    static func tokens(wantedBy folded: String) -> [String] {
        let scalars = Array(folded.unicodeScalars)
        guard !scalars.isEmpty else { return [] }
        guard scalars.count > longest else { return [token(scalars.reduce(0) { append($1, to: $0) })] }
        // Every other piece: together they have each two neighbours of the text, and half as many lists are walked.
        let last = scalars.count - longest
        let starts = Array(stride(from: 0, to: last, by: 2)) + [last]
        var seen: Set<UInt64> = []
        let grams = starts.map { start in
            scalars[start..<(start + longest)].reduce(0) { append($1, to: $0) }
        }.filter { seen.insert($0).inserted }
        guard grams.count > mostWanted else { return grams.map(token) }
        return (0..<mostWanted).map { token(grams[$0 * (grams.count - 1) / (mostWanted - 1)]) }
    }

    private static func append(_ scalar: Unicode.Scalar, to gram: UInt64) -> UInt64 {
        // One is added so that U+0000 is not the same as nothing.
        gram << 21 | UInt64(scalar.value + 1)
    }

    private static func token(_ gram: UInt64) -> String { "g" + String(gram, radix: 36) }
}
