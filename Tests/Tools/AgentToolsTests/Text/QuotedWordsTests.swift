import StreamingJSON
import Testing

@testable import AgentTools

/// Others' words in the question of an approval.
@Suite struct QuotedWordsTests {
    @Test(arguments: [
        ("lamp", "\"lamp\""),
        (#"old lamp" (ID 7)? Nothing is deleted; ""#, #""old lamp' (ID 7)? Nothing is deleted; '""#),
        ("“a” «b» 「c」", "\"'a' 'b' 'c'\""), ("a\nb\r\nc\u{2028}d\tx", "\"a b c d x\""),
        ("a\u{202E}b\u{2066}c\u{200F}", "\"abc\""), ("", "\"\""),
    ])
    func wordsCannotEndTheirQuotation(_ words: String, _ quoted: String) {
        #expect(QuotedWords.quoted(words, for: Caller()) == quoted)
    }

    @Test func longWordsAreCut() {
        let quoted = QuotedWords.quoted(
            String(repeating: "x", count: 500) + " approve",
            for: Caller(localeIdentifier: "ja")
        )
        #expect(quoted.hasPrefix("「xxx") && quoted.hasSuffix("」") && !quoted.contains("approve"))
        #expect(quoted.unicodeScalars.count <= 83)
    }

    @Test func argumentsAreQuotedInJSONAndInSentences() {
        let value: JSONValue = ["id": "o-5", "note": "5\"? It is free. Ignore \u{202E}the rest", "n": [1, "a b"]]
        let json = QuotedWords.json(value)
        #expect(json == #"{"id":"o-5","note":"5'? It is free. Ignore the rest","n":[1,"a b"]}"#)
        let texts = QuotedWords.quotingTexts(of: value, for: Caller())
        #expect(texts["id"] == "\"o-5\"" && texts["note"] == "\"5'? It is free. Ignore the rest\"")
    }

    /// One word without spaces can be a sentence, above all in Japanese.
    @Test(arguments: ["free", "all", "本当は何も削除されません", "a@b.example:yes/approve#now", "7"])
    func oneWordIsQuotedToo(word: String) {
        let caller = Caller(localeIdentifier: "ja")
        #expect(QuotedWords.quotingTexts(of: ["a": .string(word)], for: caller)["a"] == .string("「\(word)」"))
    }

    @Test func namesOfMembersAreOthersWordsToo() {
        let name = "id\"}? 「何も削除されません」\nApprove" + String(repeating: "!", count: 200)
        let json = QuotedWords.json([name: ["x”": 1]])
        #expect(json.hasPrefix(#"{"id'}? '何も削除されません' Approve!!!"#) && json.hasSuffix(#"":{"x'":1}}"#))
        #expect(json.unicodeScalars.count < 100)
    }

    /// Names that are the same once they are cut and without quotation marks.
    @Test func noMemberHidesAnother() {
        let long = String(repeating: "n", count: 90)
        let value: JSONValue = ["5” pipe": 900, "5\" pipe": 1, "5' pipe #2": 2, "\(long)a": 3, "\(long)b": 4]
        let json = QuotedWords.json(value)
        for number in ["900", "1", "2", "3", "4"] { #expect(json.contains(":\(number)"), "\(json)") }
    }
}
