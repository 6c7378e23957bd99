import HTMLText
import Testing

@Suite struct TextEncodingTests {
    /// 「鳥居と門」 in three encodings, and "café" in Western European.
    private static let shiftJIS: [UInt8] = [0x92, 0xB9, 0x8B, 0x8F, 0x82, 0xC6, 0x96, 0xE5]
    private static let eucJP: [UInt8] = [0xC4, 0xBB, 0xB5, 0xEF, 0xA4, 0xC8, 0xCC, 0xE7]
    private static let iso2022JP: [UInt8] = [
        0x1B, 0x24, 0x42, 0x44, 0x3B, 0x35, 0x6F, 0x24, 0x48, 0x4C, 0x67, 0x1B, 0x28, 0x42,
    ]
    private static let latin: [UInt8] = [0x63, 0x61, 0x66, 0xE9, 0x20, 0x93, 0x68, 0x69, 0x94]
    private static let torii = "鳥居と門"

    @Test(
        arguments: [
            (shiftJIS, "Shift_JIS", torii), (shiftJIS, "windows-31j", torii), (eucJP, "EUC-JP", torii),
            (iso2022JP, "iso-2022-jp", torii), (latin, "ISO-8859-1", "café “hi”"),
            (latin, "\"windows-1252\"", "café “hi”"),
            // The declaration is wrong or unknown.
            (Array(torii.utf8), "Shift_JIS", torii), (Array(torii.utf8), "iso-8859-1", torii),
            (shiftJIS, "utf-8", torii),
            (eucJP, "UTF-8", torii), (latin, "utf-8", "caf\u{FFFD} \u{FFFD}hi\u{FFFD}"),
            (latin, "x-nothing", "café “hi”"),
            // No declaration.
            (shiftJIS, nil, torii), (eucJP, nil, torii), (latin, nil, "café “hi”"), (Array(torii.utf8), nil, torii),
            ([0xEF, 0xBB, 0xBF] + Array("é".utf8), "Shift_JIS", "é"), ([0xFF, 0xFE, 0xE9, 0x00], nil, "é"),
            ([0xFE, 0xFF, 0x00, 0xE9], "utf-8", "é"), ([], nil, ""),
            // Invalid bytes are shown as such, and the rest is read.
            ([0x82, 0xC6, 0xFF, 0x41], "shift_jis", "と\u{FFFD}A"),
        ] as [([UInt8], String?, String)]
    )
    func detectsTheEncoding(bytes: [UInt8], declared: String?, text: String) {
        #expect(TextEncoding.detected(in: bytes, declared: declared, readsMeta: false).text(of: bytes) == text)
    }

    @Test(arguments: [
        "<meta charset=Shift_JIS>", "<META CHARSET=\"shift_jis\" />", "<meta  charset = 'sjis'>",
        "<meta http-equiv=\"Content-Type\" content=\"text/html; charset=Shift_JIS\">",
        "<?xml version=\"1.0\" encoding=\"Shift_JIS\"?><p>", "<meta name=x content=y><meta charset=x-sjis>",
    ])
    func readsThePagesDeclaration(meta: String) {
        // There is no kana, so that the bytes alone decide nothing.
        let page = HTMLPage(Array(meta.utf8) + Array("<p>".utf8) + [0x92, 0xB9, 0x8B, 0x8F])
        #expect(page.text == "鳥居")
        #expect(page.encoding == .shiftJIS)
    }

    @Test func theHeaderOverridesThePagesDeclaration() {
        let page = HTMLPage(
            Array("<meta charset=iso-8859-5><p>".utf8) + [0x92, 0xB9, 0x8B, 0x8F],
            declaredEncoding: "sjis"
        )
        #expect(page.text == "鳥居")
    }

    @Test func aDeclarationDoesNotMakeTheParserReadTwice() {
        let page = HTMLPage(Array("<meta charset=\"iso-8859-1\"><title>é</title><p>鳥居 é</p>".utf8))
        #expect(page.title == "é" && page.text == "鳥居 é")
    }

    @Test func longTextsAreConvertedWhole() {
        let bytes = Array(repeatElement(Self.shiftJIS, count: 40_000).joined())
        let text = TextEncoding.shiftJIS.text(of: bytes)
        #expect(text == String(repeating: Self.torii, count: 40_000))
    }

    @Test(arguments: ["windows-1251", "CP1250", "iso-8859-15", "gbk", "big5", "euc-kr", "koi8-r", "utf-16be"])
    func everyLabelIsSupportedByTheLibrary(label: String) throws {
        let encoding = try #require(TextEncoding(label: label))
        #expect(encoding.text(of: [0x00, 0x41]).contains("A"))
        #expect(TextEncoding(label: "no-such") == nil)
    }
}
