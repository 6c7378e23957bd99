import SpokenDecisions
import Testing

@Suite struct SpokenDecisionTests {
    @Test(arguments: [
        "yes", "Yes", "YES!", "yes.", "Yes, please.", " ok ", "OK", "Okay!", "sure", "Go ahead.", "do it", "y", "はい",
        "はい。", "ｙｅｓ！", "ＯＫ", "はい、お願いします。",
        "お願いします", "うん", "承認します", "どうぞ！",
    ])
    func approves(message: String) { #expect(SpokenDecision(message) == .approve) }

    @Test(arguments: [
        "no", "No.", "NO!", "nope", "No, thanks", "don't", "Don’t!", "cancel", "Never mind.", "いいえ", "いいえ。", "やめて",
        "キャンセルしてください", "だめ", "結構です。",
    ])
    func rejects(message: String) { #expect(SpokenDecision(message) == .reject) }

    @Test(arguments: [
        "", "?", "yes or no", "yes and delete 2 too", "no idea", "not sure", "maybe", "yesterday", "いいです", "大丈夫です",
        "はいいえ", "what will be deleted?",
        "はい？", "うん？", "ええ?", "Sure?", "ok?", "ｏｋ？", "do it?", "yes?!", "no?", "yes…", "yes...", "はい。。。",
        "no yes", String(repeating: "yes ", count: 40),
    ])
    func isNeither(message: String) { #expect(SpokenDecision(message) == nil) }
}
