import Testing

@testable import TerminalChat

@Suite struct KeyDecoderTests {
    /// Bytes of a terminal, and their keys.
    static let sequences: [(String, [Key])] = [
        ("a", [.text("a")]), ("日本語", [.text("日本語")]), ("👩\u{200D}💻", [.text("👩\u{200D}💻")]),
        ("\r", [.enter]), ("\n", [.newLine]), ("\t", [.tab]), ("\u{7F}", [.backspace]), ("\u{8}", [.backspace]),
        ("\u{1}\u{5}\u{B}\u{15}\u{17}\u{19}\u{C}", "aekuwyl".map { Key.control($0) }),
        ("\u{3}\u{4}", [.control("c"), .control("d")]),
        ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
        ("\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD", [.up, .down, .right, .left]),
        (
            "\u{1B}[H\u{1B}[F\u{1B}OH\u{1B}OF\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~",
            [.home, .end, .home, .end, .home, .end, .home, .end]
        ),
        ("\u{1B}[3~\u{1B}[5~\u{1B}[6~", [.delete, .pageUp, .pageDown]),
        ("\u{1B}[1;5D\u{1B}[1;5C\u{1B}[1;3D\u{1B}[1;3C", [.wordLeft, .wordRight, .wordLeft, .wordRight]),
        ("\u{1B}b\u{1B}f\u{1B}d\u{1B}\u{7F}", [.wordLeft, .wordRight, .alt("d"), .altBackspace]),
        ("\u{1B}\r", [.newLine]), ("\u{1B}[13;2u", [.newLine]), ("\u{1B}[27;5;13~", [.newLine]),
        ("\u{1B}[13u", [.enter]),
        ("\u{1B}[Z", [.backTab]), ("\u{1B}[9;2u", [.backTab]), ("\u{1B}[99;5u", [.control("c")]),
        ("\u{1B}[12;40R", [.cursorColumn(40)]),
        ("\u{1B}[200~one\rtwo\r\nthree\u{1B}[201~", [.paste("one\ntwo\nthree")]),
        ("\u{1B}[200~日本\u{1B}[2\u{1B}[31m語\u{1B}[201~x", [.paste("日本[2[31m語"), .text("x")]),
        ("\u{1B}[200~\u{1B}[201~", [.paste("")]),
        // Unknown sequences and reports are dropped.
        ("\u{1B}[38;5;200mx", [.text("x")]), ("\u{1B}]11;rgb:0/0/0\u{7}x", [.text("x")]),
        ("\u{1B}]11;rgb:0/0/0\u{1B}\\x", [.text("x")]),
        ("\u{1B}P1$r0m\u{1B}\\x", [.text("x")]), ("\u{1B}[<0;1;1Mx", [.text("x")]),
        ("\u{1B}[99999999999999999999~x", [.text("x")]),
        ("\u{1B}[" + String(repeating: "1", count: 300) + "Ax", [.text("x")]), ("\u{1B}[[Ax", [.text("x")]),
        ("a\u{1B}[Ab", [.text("a"), .up, .text("b")]), ("\u{0}\u{1C}\u{1F}", []),
    ]

    @Test(arguments: sequences) func bytesAreKeys(bytes: String, keys: [Key]) {
        var decoder = KeyDecoder()
        #expect(decoder.feed(Array(bytes.utf8)) == keys)
        #expect(!decoder.isAfterEscape)
    }

    /// Two reads, cut anywhere, are the same keys, with the text perhaps in two pieces.
    @Test(arguments: sequences) func aCutChangesNothing(bytes: String, keys: [Key]) {
        let bytes = Array(bytes.utf8)
        for cut in 0...bytes.count {
            var decoder = KeyDecoder()
            let found = decoder.feed(bytes[..<cut]) + decoder.feed(bytes[cut...])
            #expect(Self.joined(found) == keys, "cut at \(cut)")
        }
        var decoder = KeyDecoder()
        #expect(Self.joined(bytes.flatMap { decoder.feed([$0]) }) == keys, "byte by byte")
    }

    /// Joins texts that follow each other.
    private static func joined(_ keys: [Key]) -> [Key] {
        var result: [Key] = []
        for key in keys {
            if case .text(let text) = key, case .text(let before) = result.last {
                result[result.count - 1] = .text(before + text)
            } else {
                result.append(key)
            }
        }
        return result
    }

    @Test func bytesThatAreNoTextAreReplaced() {
        var decoder = KeyDecoder()
        #expect(decoder.feed([0xFF, 0x61]) == [.text("\u{FFFD}a")])
        #expect(decoder.feed([0xE6, 0x97]) == [])
        // The start of a character before another key is not one.
        #expect(decoder.feed([0x0D]) == [.text("\u{FFFD}"), .enter])
        // The rest of a character whose start is missing.
        #expect(decoder.feed([0x80, 0x80, 0x80, 0x80]).count == 1)
    }

    @Test func theEscapeKeyIsKnownAfterAPause() {
        var decoder = KeyDecoder()
        #expect(decoder.feed([0x1B]) == [])
        #expect(decoder.isAfterEscape)
        #expect(decoder.flush() == [.escape])
        #expect(!decoder.isAfterEscape)
        #expect(decoder.flush() == [])
        #expect(decoder.feed([0x1B, 0x1B]) == [.escape])
        #expect(decoder.flush() == [.escape])
        #expect(decoder.feed(Array("\u{1B}[".utf8)) == [])
        #expect(decoder.flush() == [.alt("[")])
        #expect(decoder.feed(Array("\u{1B}O".utf8)) == [])
        #expect(decoder.flush() == [.alt("o")])
    }

    @Test func aPasteHasALimit() {
        var decoder = KeyDecoder()
        _ = decoder.feed(Array("\u{1B}[200~".utf8))
        let piece = [UInt8](repeating: 0x61, count: 1 << 16)
        for _ in 0..<20 { #expect(decoder.feed(piece) == []) }
        guard case .paste(let text) = decoder.feed(Array("\u{1B}[201~".utf8)).first else {
            Issue.record("there is no paste")
            return
        }
        #expect(text.utf8.count == KeyDecoder.longestPaste)
        #expect(decoder.feed([0x62]) == [.text("b")])
    }
}
