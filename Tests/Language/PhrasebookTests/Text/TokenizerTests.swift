import Testing

@testable import Phrasebook

@Suite struct TokenizerTests {
    @Test(arguments: [
        ("What's up, Doc?", ["what", "'s", "up", ",", "doc", "?"]),
        ("whats up", ["what", "'s", "up"]),
        ("item 3's name", ["item", "3", "'s", "name"]),
        ("don’t", ["don't"]),
        ("A4用紙", ["a", "4", "用", "紙"]),
        ("ＡＢＣ　１２", ["abc", "12"]),
        ("ｶﾞｽ", ["ガ", "ス"]),
        ("1,234.5 or -2", ["1,234.5", "or", "-2"]),
        ("2026-11-20", ["2026", "-", "11", "-", "20"]),
        ("#3", ["#", "3"]),
        ("", []),
    ])
    func keys(text: String, keys: [String]) {
        #expect(Utterance(text).tokens.map(\.key.text) == keys)
    }

    @Test(arguments: [
        ("\"A4 paper\"", "A4 paper"), ("“don't”", "don't"), ("「A『B』C」", "A『B』C"), ("『Ａ４』", "Ａ４"),
        ("'it's here'", "it's here"), ("add 'x'", "x"),
    ])
    func quotations(text: String, content: String) {
        #expect(Utterance(text).tokens.compactMap(\.quotation) == [content])
    }

    @Test(arguments: ["don't", "rock 'n roll", "5\" pipe", "\"open", "「開", "\"\"", "the dogs' toys"])
    func noQuotation(text: String) {
        #expect(Utterance(text).tokens.compactMap(\.quotation) == [])
    }

    @Test(arguments: [
        ("One. Two", 2), ("St. Louis is nice.", 1), ("Is it 2.5? No!", 2), ("見せて。教えて", 2), ("a\nb", 2),
        ("What?! Really.", 2), ("J. R. Tolkien", 1), ("“One. Two”", 1), ("see example.com now", 1), ("...", 1),
    ])
    func sentences(text: String, count: Int) {
        #expect(Utterance(text).sentences.count == count)
    }
}
