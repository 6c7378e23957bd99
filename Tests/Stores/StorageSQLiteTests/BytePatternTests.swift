import Foundation
import Testing

@testable import StorageSQLite

/// The matches that the search of conversations finds in bytes.
@Suite struct BytePatternTests {
    @Test(arguments: [
        ("", "", true), ("", "a", true), ("a", "", false), ("a", "bca", true), ("ab", "aab", true),
        ("aab", "aaab", true),
        ("abab", "abacabab", true), ("aabaaa", "aabaabaaa", true), ("abcd", "abcabcabd", false), ("京", "東京都", true),
        ("á", "ra", false), ("aaab", "aaaaaaaaaaaac", false),
    ])
    func aPatternIsFoundWhereverItStarts(wanted: String, text: String, expected: Bool) {
        #expect(Array(text.utf8).withUnsafeBytes { BytePattern(Array(wanted.utf8)).occurs(in: $0) } == expected)
    }

    /// Every word of up to five letters in every text of up to eight, of two letters.
    @Test func itFindsWhatFoundationFinds() {
        func words(_ length: Int) -> [[UInt8]] {
            (0..<(1 << length)).map { bits in (0..<length).map { UInt8(97 + ((bits >> $0) & 1)) } }
        }
        let texts = (0...8).flatMap(words)
        for wanted in (1...5).flatMap(words) {
            let pattern = BytePattern(wanted)
            for text in texts {
                let expected = Data(text).firstRange(of: Data(wanted)) != nil
                #expect(text.withUnsafeBytes(pattern.occurs) == expected, "\(wanted) \(text)")
            }
        }
    }
}
