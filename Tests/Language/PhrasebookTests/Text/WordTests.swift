import Testing

@testable import Phrasebook

@Suite struct WordTests {
    @Test(arguments: [
        "", "a", "milk", "inventory", "warehouse three", "internationalization", "internationalisation", "を", "在庫一覧",
        "アップデートする", "\u{0}quotation", "é", "😀", "𠮷",
    ])
    func holdsItsText(text: String) {
        #expect(Word(text).text == text)
        #expect(Word(text).utf8Count == text.utf8.count)
        #expect(Word(text) == Word(text))
        #expect(Word(text) != Word(text + "x"))
        #expect(Word(text).firstScalar == text.unicodeScalars.first)
        #expect(Word(text).onlyScalar == (text.unicodeScalars.count == 1 ? text.unicodeScalars.first : nil))
    }

    @Test("A literal is the same word as its text")
    func literals() {
        let pairs: [(Word, String)] = [
            ("", ""), ("a", "a"), ("eight by", "eight by"), ("warehouse three", "warehouse three"),
            ("internationalization", "internationalization"), ("を", "を"), ("アップデート", "アップデート"),
        ]
        for (word, text) in pairs {
            #expect(word == Word(text))
            #expect(word.mixed == Word(text).mixed)
        }
        #expect(Word("internationalization") != "internationalisation")
    }

    @Test(arguments: [
        ("Milk", "milk"), ("A4", "a4"), ("ミルク", "ミルク"), ("在庫", "在庫"), ("don't", "don't"),
    ])
    func foldsPlainCharacters(text: String, word: String) {
        #expect(Word(lowercasing: text.unicodeScalars.map(\.value)[...]) == Word(word))
    }

    @Test("Long words and case that needs a table are refused", arguments: ["É", "ß", "internationalize"])
    func refuses(text: String) {
        #expect(Word(lowercasing: text.unicodeScalars.map(\.value)[...]) == nil)
    }

    @Test(arguments: [("ア", "あ", true), ("あ", "あ", true), ("か", "が", false), ("漢", "漢", true), ("ー", "ー", true)])
    func foldsKana(left: String, right: String, isSame: Bool) {
        #expect((Word(left).kanaFolded == Word(right).kanaFolded) == isSame)
    }

    @Test("A set of any size has its words and no others")
    func sets() {
        let words = (0..<400).map { Word("word \($0)") }
        let set = WordSet(words + words)
        #expect(words.allSatisfy(set.contains))
        #expect(!(400..<800).contains { set.contains(Word("word \($0)")) })
        #expect(!WordSet([]).contains("a"))
        var numbers = WordNumbers()
        for (number, word) in words.enumerated() { #expect(numbers.add(word) == Int32(number)) }
        #expect(numbers.add(words[7]) == 7)
        #expect(numbers.count == words.count)
    }

    @Test func values() {
        var values: WordValues = ["one": 1, "two": 2, "one": 3]
        values.merge(["two": 5, "four": 4])
        #expect([values["one"], values["two"], values["four"], values["five"]] == [1, 2, 4, nil])
        #expect(values.pairs.map(\.value) == [1, 2, 4])
    }
}
