import Testing

@testable import Phrasebook

@Suite struct ConversationTests {
    @Test(arguments: [
        (["What's the weather in Tokyo?", "and in Osaka?"], [#"getCurrentWeather {"city":"Osaka"}"#]),
        (
            ["What's the weather in Tokyo?", "What about Osaka and Kyoto?"],
            [#"getCurrentWeather {"city":"Osaka"}"#, #"getCurrentWeather {"city":"Kyoto"}"#]
        ),
        (["東京の天気は？", "大阪は？", "福岡はどう？"], [#"getCurrentWeather {"city":"福岡"}"#]),
        (["What's the weather in Tokyo?", "大阪は？"], [#"getCurrentWeather {"city":"大阪"}"#]),
        (
            ["show the inventory updated yesterday", "and last week?"],
            [#"getInventoryList {"updatedAfter":"2026-11-09","updatedBefore":"2026-11-15"}"#]
        ),
        (["search the web for cats", "what about dogs?"], [#"searchWeb {"query":"dogs"}"#]),
        (["what's the weather?", "Tokyo"], [#"getCurrentWeather {"city":"Tokyo"}"#]),
        (["天気を教えて", "東京です"], [#"getCurrentWeather {"city":"東京"}"#]),
        (["delete an item", "4"], [#"deleteInventory {"id":4}"#]),
        (["add a new item", "\"A4 paper\", quantity 3"], [#"createInventory {"title":"A4 paper","quantity":3}"#]),
    ])
    func ellipsis(messages: [String], calls: [String]) throws {
        #expect(try PhraseReading.calls(forConversation: messages) == calls)
    }

    @Test(
        "What changes something is not repeated by a follow-up",
        arguments: [
            ["delete item 3", "and 4?"], ["delete item 3", "what about number four"], ["在庫3を削除して", "4は？"],
            ["add \"A4 paper\" to the inventory", "and B5 paper?"], ["delete an item", "never mind"],
            ["delete an item", "what is the capital of France?"], ["Tokyo"], ["and in Osaka?"],
        ]
    )
    func noRepeatedChange(messages: [String]) throws {
        let calls = try PhraseReading.calls(forConversation: messages)
        #expect(calls.filter { !$0.hasPrefix("searchWeb") } == [])
    }

    @Test func aQuestionIsOpenForOneMessageOnly() throws {
        #expect(try PhraseReading.calls(forConversation: ["delete an item", "sing a song", "4"]) == [])
    }

    @Test func onlyEnabledToolsAreFound() throws {
        let understanding = try PhraseReading.understanding(of: ["Delete item 3"], without: ["deleteInventory"])
        #expect(understanding.calls.isEmpty)
        #expect(understanding.unread == ["Delete item 3"])
    }

    @Test("Unexplained sentences are kept as written")
    func unread() throws {
        let understanding = try PhraseReading.understanding(of: ["It's so “cold”, ＢＲＲ！ What's the weather in Rome?"])
        #expect(understanding.unread == ["It's so “cold”, ＢＲＲ"])
        #expect(understanding.calls.map(\.call.subject) == ["Rome"])
    }

    @Test("Every example leads to its own tool", arguments: PhraseReading.tools.map(\.tool))
    func examples(name: String) throws {
        let tool = try #require(PhraseReading.tools.first { $0.tool == name })
        for language in PhraseLanguage.allCases {
            let example = try #require(tool.examples[language])
            let understanding = try PhraseReading.understanding(of: [example])
            #expect(Set(understanding.calls.map(\.call.tool)) == [tool.tool])
            #expect(understanding.language == language)
        }
    }

    @Test("No message makes the matcher fail or run long", .timeLimit(.minutes(1)))
    func oddMessages() throws {
        let pieces = [
            "delete", "item", "3", "在庫", "を", "「", "」", "\"", "'", "’s", "-", "2026-11-", "，", "\u{200F}", "\u{0}", "👩‍👩‍👧",
            "weather in", "の天気", "and", "と", " ", "\n", ".", "。", "ﾊﾟ", "①", "1,2,3", "10:30", "#", "/", "e\u{301}",
            "を削除して",
        ]
        var state: UInt64 = 42
        for _ in 0..<400 {
            var message = ""
            for _ in 0..<20 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                message += pieces[Int(state >> 33) % pieces.count]
            }
            _ = try PhraseReading.understanding(of: [message])
        }
        _ = try PhraseReading.understanding(of: [String(repeating: "weather in Rome and ", count: 5000)])
        _ = try PhraseReading.understanding(of: [String(repeating: "在庫を見せて、", count: 5000)])
        _ = try PhraseReading.understanding(of: [String(repeating: "「", count: 20000)])
    }
}
