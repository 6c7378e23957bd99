import Testing

@testable import Phrasebook

/// The values in messages that answer a question.
@Suite struct GivenValueTests {
    @Test(arguments: [
        ("Summer", "Summer"), ("  Summer 2026. ", "Summer 2026"), ("\"Summer\"", "Summer"), ("“Summer”!", "Summer"),
        ("call it Summer", "Summer"), ("Please call it \"Call it a day\"", "Call it a day"),
        ("It's Anna’s album", "Anna’s album"),
        ("It’s called Summer", "Summer"),
        ("夏", "夏"), ("「夏の旅」", "夏の旅"), ("夏でお願いします。", "夏"), ("『夏』にして", "夏"), ("10分です", "10分"),
        // Marks inside and at one end are a part of it.
        ("\"A\" or \"B\"", "\"A\" or \"B\""), ("Anna's", "Anna's"), ("です", "です"),
    ])
    func theValueIsFound(message: String, value: String) { #expect(GivenValue(message)?.text == value) }

    @Test(arguments: ["", "   ", "...", "?!", "one\ntwo", String(repeating: "a", count: 501)])
    func otherMessagesHaveNone(message: String) { #expect(GivenValue(message) == nil) }

    @Test func aRequestIsCompletedInEachLanguage() throws {
        let value = try #require(GivenValue("10 minutes"))
        #expect(value.continuations(of: "Set a timer.", in: .english).contains("Set a timer for 10 minutes"))
        let time = try #require(GivenValue("10分"))
        #expect(time.continuations(of: "タイマーをセットして。", in: .japanese).contains("10分のタイマーをセットして"))
    }
}
