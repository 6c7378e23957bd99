import Testing

@testable import StreamSafeText

@Suite struct VisibleTextTests {
    /// Ordinary text is unchanged.
    @Test(arguments: [
        "", "plain\ttext\n", "昨日の在庫は3個、カタカナ、ﾊﾝｶｸ", "ご飯 か\u{3099} は\u{309A}", "辻 葛 邉",
        "👨\u{200D}👩\u{200D}👧\u{200D}👦", "👩🏽\u{200D}🚀", "🏳\u{FE0F}\u{200D}🌈", "❤\u{FE0F}\u{200D}🔥",
        "👁\u{FE0F}\u{200D}🗨\u{FE0F}",
        "🧔\u{200D}♂\u{FE0F}", "🐻\u{200D}❄\u{FE0F}", "☎\u{FE0E} ☎\u{FE0F} ㊗\u{FE0F} ©\u{FE0F}",
        "1\u{FE0F}\u{20E3} #\u{FE0F}\u{20E3}", "🇯🇵🇫🇷",
        "می\u{200C}خواهم کتاب\u{200C}ها", "ه\u{200D}", "क्\u{200D}ष र्\u{200D}य", "ന്\u{200D} എന്\u{200D} വീട്",
        "ක්\u{200D}ෂ ශ්\u{200D}රී",
        "ᠮᠣᠩᠭᠣᠯ ᠬᠠᠷ\u{180E}ᠠ ᠭ\u{180B}ᠠ ᠨ\u{180B}\u{180E}ᠠ\u{202F}ᠤᠨ", "שָׁלוֹם עולם",
        "السلام عليكم ٣", "ខ្មែរ ไทย မြန်မာ ქართული", "Zürich naïve e\u{301} ﬁ", "a\u{A0}b\u{3000}c\u{2009}d",
        "한국어 \u{1112}\u{1161}\u{11AB}",
    ])
    func ordinaryTextIsUnchanged(text: String) {
        #expect(Array(text.visible.unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test(arguments: [
        // Variation selectors that carry bytes.
        ("a\u{FE00}\u{FE01}\u{E0100}b", "ab"), ("😀\u{FE0F}\u{FE0F}\u{FE0E}\u{E0101}", "😀\u{FE0F}"),
        ("x\u{FE0F}y", "xy"),
        ("1\u{FE0F}2", "12"), ("葛\u{E0100}飾", "葛飾"),
        // Direction marks and zero-width spaces.
        ("a\u{61C}b\u{200E}c\u{200F}d\u{202E}e\u{2066}f", "abcdef"), ("\u{200F}שלום", "שלום"),
        ("a\u{200B}b\u{2060}c\u{FEFF}d\u{AD}e", "abcde"),
        // Letters that are drawn as nothing.
        ("a\u{3164}b\u{115F}c\u{1160}d\u{FFA0}e", "abcde"), ("a\u{180E}b\u{180B}c\u{17B4}d\u{34F}e", "abcde"),
        ("⠓⠊\u{2800}⠽", "⠓⠊ ⠽"), ("a\u{1D159}b\u{16FE4}c\u{1D173}d", "abcd"),
        ("a\u{FFF9}b\u{FFFA}c\u{FFFB}d\u{FFF0}e", "abcde"),
        // Joiners where nothing is joined, and repeated joiners.
        ("a\u{200D}b\u{200C}c", "abc"), ("\u{200D}\u{200C}", ""), ("日\u{200D}本", "日本"),
        ("می\u{200C}\u{200C}\u{200D}خ", "می\u{200C}خ"),
        ("😀\u{200D}a", "😀a"), ("😀\u{200D}\u{200D}😀", "😀\u{200D}😀"), ("😀\u{200C}😀", "😀😀"), (" \u{200D}😀", " 😀"),
        ("ᠠ\u{180E}", "ᠠ"), ("ᠠ\u{180B}\u{180C}\u{180D}ᠠ", "ᠠ\u{180B}ᠠ"),
        // Tag letters, and with them the flag of England.
        ("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "🏴"), ("x\u{E0001}\u{E0041}y", "xy"),
        ("a\u{0}\u{1B}[31m\r\n\u{85}b", "a[31m\nb"), ("a\u{2028}b\u{2029}c", "a\nb\nc"),
    ])
    func invisibleScalarsAreRemoved(text: String, visible: String) {
        #expect(Array(text.visible.unicodeScalars) == Array(visible.unicodeScalars))
    }

    /// Between two Latin letters, every scalar that Unicode declares ignorable is removed.
    @Test func ignorableScalarsAreRemoved() {
        let ignored = (UInt32(0)...0x10FFFF).lazy.compactMap { Unicode.Scalar($0) }
            .filter { $0.properties.isDefaultIgnorableCodePoint || $0.properties.generalCategory == .control }
        var count = 0
        for scalar in ignored where scalar != "\t" && scalar != "\n" {
            count += 1
            let text = "a\(String(scalar))b".visible
            #expect(scalar.isUnseen && text == "ab", "U+\(String(scalar.value, radix: 16))")
        }
        #expect(count > 4000)
    }

    @Test func isTheSameTwiceAndStreamSafe() {
        let text = String(repeating: String(repeating: "\u{301}", count: 20) + "\u{200B}", count: 100)
        #expect(text.visible.isStreamSafe)
        for text in [text, "a\u{200B}\u{200D}ب\u{200D}\u{FE0F}", "😀\u{FE0F}\u{200D}\u{200B}😀"] {
            let once = text.visible
            #expect(Array(once.visible.utf8) == Array(once.utf8))
        }
    }
    @Test(arguments: [
        ("", true), (" \t\n", true), ("\u{3000}\u{A0}\u{2028}", true), ("a", false), (" 　.", false),
        (" \u{301}", false), ("\u{200B}", false),
    ])
    func blankTextHasWhiteSpaceAlone(text: String, isBlank: Bool) {
        #expect(text.isBlank == isBlank)
        #expect(text[...].isBlank == isBlank)
    }
}
