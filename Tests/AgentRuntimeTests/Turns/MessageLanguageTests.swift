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
}
