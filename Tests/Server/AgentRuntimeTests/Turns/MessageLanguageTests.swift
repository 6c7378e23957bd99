import LanguageModels
import Testing

@testable import AgentRuntime

@Suite struct MessageLanguageTests {
    @Test(
        arguments: [
            ("昨日更新された在庫を見せて", "ja"), ("東京天気", "ja"), ("ﾃﾝｷ", "ja"), ("What is 在庫?", nil), ("Hello", nil), ("", nil),
            ("A4用紙を追加", "ja"),
        ] as [(String, String?)]
    )
    func locale(text: String, expected: String?) {
        #expect(MessageLanguage.locale(of: text) == expected)
    }

    @Test(
        "A message without a language takes that of the latest one that has one",
        arguments: [
            (["緑茶を半分に減らして"], "OK", "ja"), (["緑茶を半分に減らして", "3"], "yes", "ja"), (["在庫を見せて"], "👍", "ja"),
            (["在庫を見せて", "List the inventory"], "OK", nil), (["在庫を見せて"], "show item 3", nil), ([], "OK", nil),
            (["List the inventory"], "はい", nil), (["List the inventory"], "12", nil),
            (["在庫を見せて"], "1\u{301}\u{308}", "ja"), (["在庫を見せて"], "é", nil), (["在庫を見せて"], "да", nil),
        ] as [([String], String, String?)]
    )
    func conversation(earlier: [String], message: String, expected: String?) {
        let entries = earlier.map { Transcript.Entry.prompt(.init(segments: [.text(.init(content: $0))])) }
        let locale = MessageLanguage.isNeutral(message) ? MessageLanguage.locale(ofConversation: entries) : nil
        #expect(locale == expected)
    }
}
