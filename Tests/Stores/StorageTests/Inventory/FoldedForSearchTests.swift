import Testing

@testable import ToolRecords

/// The folding of texts for searches: the way for ASCII, compared with Foundation's for all texts.
@Suite struct FoldedForSearchTests {
    /// Texts in which characters of ASCII and others combine, contract or change their case.
    private static let texts = [
        "", "Bolt M4, 20 pcs", "Cafe\u{301} E\u{301}\u{328}", "É et é", "ΑΣ ΣΑ xΣ", "İIi",
        "ﬁn Ａ４ ﾎﾞﾙﾄ①㍿½", "か\u{3099}A\u{3099}",
        "\u{1100}\u{1161}한a", "K Å ẞ ß ǅ", "It’s — “so” …", "\u{301}A", "A\u{301}",
        "\u{FEFF}a\u{200D}👩‍🚀", "a\u{345}\u{7F}\n\tZ",
    ]

    /// Compares bytes, because strings that differ in their form only are equal.
    private func isEqual(_ text: String) -> Bool {
        let plain = String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value != 0 }))
        return Array(text.foldedForSearch.utf8) == Array(plain.foldedByFoundation.utf8)
    }

    @Test func bothWaysAgreeOnEachPairOfASCIICharacters() {
        let pairs = (UInt8(0)..<128).flatMap { first in
            (UInt8(0)..<128).map { String(decoding: [first, $0], as: UTF8.self) }
        }
        #expect(pairs.filter { !isEqual($0) } == [])
    }

    @Test func asciiIsOnlyPutInLowerCase() {
        let text = String(decoding: (UInt8(1)..<128).map { $0 }, as: UTF8.self)
        #expect(text.foldedForSearch == text.lowercased())
        #expect("A\0B".foldedForSearch == "ab")
    }

    /// Pieces of ASCII are put at each place of a text, with lengths around the one from which they are folded alone.
    @Test func bothWaysAgreeOnMixedTextsAtEverySplit() {
        var faults: [String] = []
        for text in Self.texts {
            let scalars = Array(text.unicodeScalars)
            for split in 0...scalars.count {
                for piece in ["", "\0", "E", String(repeating: "E", count: 47), String(repeating: "E", count: 49)] {
                    var mixed = String.UnicodeScalarView(scalars[..<split])
                    mixed.append(contentsOf: piece.unicodeScalars)
                    mixed.append(contentsOf: scalars[split...])
                    if !isEqual(String(mixed)) { faults.append(String(mixed)) }
                }
            }
        }
        #expect(faults == [])
    }

    @Test func bothWaysAgreeOnEachCharacterBesideASCII() {
        let faults = (UInt32(0x80)...0xFFFF).compactMap(Unicode.Scalar.init).filter { scalar in
            !isEqual("xA\(Character(scalar))B")
        }
        #expect(faults == [])
    }
}
