import StreamingJSON
import Testing

@testable import Phrasebook

/// Calls of external services: none because of a remark, and none with private data unless the message asks for the
/// web.
@Suite struct OutwardGateTests {
    @Test(
        "Questions, requests and noun phrases ask; statements, exclamations and wishes tell",
        arguments: [
            ("What's the weather in Rome?", AskingForm.asks), ("weather Oslo tomorrow", .asks),
            ("is it raining in Oslo", .asks),
            ("Tell me the weather in Oslo", .asks), ("I'd like to know the weather in Rome", .asks),
            ("I'm going to Rome, what is the weather there", .asks), ("東京の天気", .asks), ("明日の東京の天気は", .asks),
            ("東京の天気を教えて", .asks),
            ("大阪は雨ですか", .asks),
            ("The weather in Kyoto was nice when we met", .remarks), ("I hope it doesn't rain in Kyoto", .remarks),
            ("Lovely weather in Rome today", .remarks), ("Isn't the weather in Rome wonderful?", .remarks),
            ("Rain again in Osaka", .remarks), ("So cold in Sapporo!", .remarks),
            ("Sunny in Kyoto, great for a walk", .remarks),
            ("Remember the rain in Oslo?", .remarks), ("Another rainy day in Kobe", .remarks),
            ("Chance of rain in Oslo", .asks), ("Kyoto forecast", .asks), ("rain in Oslo?", .asks),
            ("お茶の歴史は自分で調べるから大丈夫", .remarks), ("それは昨日検索したんだ", .remarks), ("お茶の歴史を調べてくれる", .asks),
            ("What a lovely day in Rome!", .remarks), ("good morning from rainy Kobe", .remarks),
            ("it rained in Oslo all day", .remarks),
            ("Why is it always raining in Oslo!", .remarks), ("今日はいい天気ですね", .remarks), ("京都は雨だった", .remarks),
            ("京都が晴れるといいな", .remarks), ("大阪は暑いですね。", .remarks),
        ]
    )
    func forms(sentence: String, form: AskingForm) {
        #expect(AskingForm(Utterance(sentence).tokens[...]) == form)
    }

    @Test(
        "What is the person's own is private",
        arguments: [
            ("what is the condition of the projector", true), ("any info on the stapler?", true),
            ("how did I sleep", true),
            ("look up how much coffee we've got", true), ("うちのプリンターの品番は", true), ("昨日の睡眠は", true),
            ("what is Naomi's job", true), ("how long do staplers last", true),
            ("what is the capital of France", false), ("history of tea", false),
            ("What steps should one take to be a doctor?", false),
            ("お茶の歴史を検索して", false), ("who wrote Hamlet", false),
        ]
    )
    func privacy(sentence: String, isPrivate: Bool) {
        let turns = [
            Turn(
                prompt: "",
                calls: [
                    Turn.Call(tool: "findContacts", arguments: [:], output: "Naomi Tanaka, born 1990"),
                    Turn.Call(
                        tool: "getInventoryList",
                        arguments: [:],
                        output: "ID: 3 - Stapler (updated: 2026-11-18): 3"
                    ),
                    Turn.Call(tool: "searchWeb", arguments: [:], output: "Hamlet, France"),
                ]
            )
        ]
        let listed = ListedItems(argument: "id", linePrefix: "ID: ", titleEnds: [" (updated: "])
        let matter = PrivateMatter(turns, isOutward: { $0 == "searchWeb" }, listed: ["getInventoryList": listed])
        let utterance = Utterance(sentence)
        #expect(matter.concerns(utterance.tokens[...], in: utterance) == isPrivate)
    }

    @Test(
        "A remark leads to no call, and what is private to none of the web unless that is asked for",
        arguments: [
            ("The weather in Kyoto was nice when we met", false), ("京都はいい天気ですね", false),
            ("any info on the projector?", false),
            ("where is our mosquito net?", false), ("search the web for cheap projectors", true),
            ("What's the weather in Kyoto?", true),
        ]
    )
    func calls(message: String, isCalled: Bool) throws {
        let calls = try PhraseReading.calls(for: message).filter {
            $0.hasPrefix("searchWeb") || $0.hasPrefix("getCurrentWeather")
        }
        #expect(calls.isEmpty != isCalled)
    }
}
