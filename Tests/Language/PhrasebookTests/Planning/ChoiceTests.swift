import Testing

@testable import Phrasebook

@Suite struct ChoiceTests {
    private func writer() throws -> AnswerWriter {
        AnswerWriter(phrases: try PhraseReading.phrases.get()) { _ in true }
    }

    @Test(
        "A message that two tools may mean is asked about, and an answer is taken",
        arguments: [
            ("find paper towels", "1", "getInventoryList {\"title\":\"paper towels\"}"),
            ("look for paper towels", "the second one", "searchWeb {\"query\":\"paper towels\"}"),
            ("find paper towels", "the web", "searchWeb {\"query\":\"paper towels\"}"),
            ("find paper towels", "in the inventory please", "getInventoryList {\"title\":\"paper towels\"}"),
            ("ペーパータオルを探して", "2", "searchWeb {\"query\":\"ペーパータオル\"}"),
            ("ペーパータオルを探して", "在庫から探して", "getInventoryList {\"title\":\"ペーパータオル\"}"),
            ("ペーパータオルを探して", "ネットで", "searchWeb {\"query\":\"ペーパータオル\"}"),
        ]
    )
    func choosing(message: String, answer: String, call: String) throws {
        #expect(try PhraseReading.calls(for: message) == [])
        #expect(try PhraseReading.calls(forConversation: [message, answer]) == [call])
    }

    @Test func question() throws {
        #expect(
            try writer().answerWithoutCalls(to: PhraseReading.understanding(of: ["find paper towels"]))
                == "Which do you mean?\n1. look in the inventory\n2. search the web"
        )
        #expect(
            try writer().answerWithoutCalls(to: PhraseReading.understanding(of: ["ペンを探して"]))
                == "どちらですか？\n1. 在庫を調べる\n2. ウェブを検索する"
        )
    }

    @Test("With one of the tools disabled there is no question", arguments: ["getInventoryList", "searchWeb"])
    func oneTool(off: String) throws {
        let calls = try PhraseReading.understanding(of: ["find paper towels"], without: [off]).calls.map(\.call.tool)
        #expect(calls == [off == "searchWeb" ? "getInventoryList" : "searchWeb"])
    }

    @Test(
        "An offer is open for one message only",
        arguments: ["3", "sing a song", "-9223372036854775808", "9223372036854775807", "0", "-1"]
    )
    func otherAnswers(answer: String) throws {
        #expect(try PhraseReading.calls(forConversation: ["find paper towels", answer]) == [])
        #expect(try PhraseReading.calls(forConversation: ["find paper towels", answer, "1"]) == [])
    }

    @Test("Another request is executed, and the offer is forgotten")
    func anotherRequest() throws {
        #expect(
            try PhraseReading.calls(forConversation: ["find paper towels", "what's the weather in Rome?"])
                == [#"getCurrentWeather {"city":"Rome"}"#]
        )
    }
}
