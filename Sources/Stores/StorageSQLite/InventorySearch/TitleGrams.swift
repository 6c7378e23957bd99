/// The pieces of one, two and three characters that index the titles.
///
/// All pieces of all lengths are indexed, so a text of one or two characters, which is a whole word in Japanese, needs one look-up. A piece
/// is written as one number with 21 bits for each character, which is short and needs no escapes.
enum TitleGrams {
    private static let longest = 3

    /// The number of characters of a title that are indexed: ten times the longest title that the tools accept.
    ///
    /// It bounds the pieces of an item: at most three for each character.
    static let mostCharacters = 2048

    /// The most pieces of a text that are looked up; the rows are compared with the whole text anyway.
    private static let mostWanted = 16

    /// Returns the tokens of a folded title.
    static func tokens(ofTitle folded: String) -> [String] {
        let scalars = Array(folded.unicodeScalars.prefix(mostCharacters))
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

    /// Returns pieces that every title with this folded text has: the text itself if it is short, otherwise pieces from its whole length.
    static func pieces(wantedBy folded: String) -> [String] {
        let scalars = Array(folded.unicodeScalars)
        guard scalars.count > longest else { return folded.isEmpty ? [] : [folded] }
        let count = scalars.count - longest + 1
        let wanted = min(count, mostWanted)
        var seen: Set<[Unicode.Scalar]> = []
        return (0..<wanted).map { number in
            let start = wanted == 1 ? 0 : number * (count - 1) / (wanted - 1)
            return Array(scalars[start..<(start + longest)])
        }.filter { seen.insert($0).inserted }.map { String(String.UnicodeScalarView($0)) }
    }

    /// Returns the token of a piece of one to three characters.
    static func token(of piece: String) -> String { token(piece.unicodeScalars.reduce(0) { append($1, to: $0) }) }

    private static func append(_ scalar: Unicode.Scalar, to gram: UInt64) -> UInt64 {
        // One is added so that U+0000 differs from no character.
        gram << 21 | UInt64(scalar.value + 1)
    }

    private static func token(_ gram: UInt64) -> String { "g" + String(gram, radix: 36) }
}
