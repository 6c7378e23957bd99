import Testing

@testable import StorageSQLite

@Suite struct TitleGramsTests {
    @Test(arguments: ["a", "ab", "abc", "abcd", "用", "用紙", "コピー用紙", "aaaa", "𠮷野家"])
    func everyPartOfATitleNeedsOnlyTokensOfTheTitle(title: String) {
        let tokens = Set(TitleGrams.tokens(ofTitle: title))
        let scalars = Array(title.unicodeScalars)
        for start in scalars.indices {
            for end in start..<scalars.count {
                var part = ""
                part.unicodeScalars.append(contentsOf: scalars[start...end])
                #expect(tokens.isSuperset(of: TitleGrams.pieces(wantedBy: part).map(TitleGrams.token(of:))), "\(part)")
            }
        }
    }

    @Test func noTwoPiecesShareAToken() {
        let pieces = [
            "a", "b", "aa", "ab", "ba", "aab", "aba", "\u{0}", "\u{0}\u{0}", "\u{10FFFF}", "\u{10FFFF}\u{10FFFF}",
        ]
        #expect(Set(pieces.flatMap(TitleGrams.pieces(wantedBy:)).map(TitleGrams.token(of:))).count == pieces.count)
        #expect(TitleGrams.pieces(wantedBy: "").isEmpty)
    }

    @Test func aLongTitleHasABoundedNumberOfTokens() {
        let title = String(String.UnicodeScalarView((0..<100_000).compactMap { Unicode.Scalar(0x4E00 + $0 % 20_000) }))
        #expect(TitleGrams.tokens(ofTitle: title).count <= 3 * TitleGrams.mostCharacters)
    }

    @Test func aLongTextNeedsFewTokens() {
        let text = String((0..<10_000).map { "\($0) " }.joined())
        #expect(TitleGrams.pieces(wantedBy: text).count <= 16)
    }
}
