/// The pieces of one, two and three characters by which a part of a title is found.
///
/// Every piece of every length is kept, so that texts of one or two characters, which are whole words in Japanese, are found by
/// one look-up. A piece is written as one number, 21 bits a character: short, and nothing in it needs to be escaped.
enum TitleGrams {
    private static let longest = 3

    /// How many characters of a title are cut into pieces, which is ten times the longest title that the tools accept.
    ///
    /// It bounds the pieces of an item: at most three for each character.
    static let mostCharacters = 2048

    /// How many pieces of a long text may be looked up; the rows are compared with the text in any case.
    private static let mostWanted = 16

    /// The tokens of a folded title.
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

    /// Pieces that every title has which contains this folded text: the whole text if it is short, else pieces of it from all over.
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

    /// The token of a piece of one to three characters.
    static func token(of piece: String) -> String { token(piece.unicodeScalars.reduce(0) { append($1, to: $0) }) }

    private static func append(_ scalar: Unicode.Scalar, to gram: UInt64) -> UInt64 {
        // One is added so that U+0000 is not the same as nothing.
        gram << 21 | UInt64(scalar.value + 1)
    }

    private static func token(_ gram: UInt64) -> String { "g" + String(gram, radix: 36) }
}
