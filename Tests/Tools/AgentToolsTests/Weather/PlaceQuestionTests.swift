import Testing

@testable import AgentTools
@testable import BuiltInTools

@Suite struct PlaceQuestionTests {
    @Test(
        arguments: [
            ("Tokyo", "Tokyo", nil), (" Portland ,  Maine ", "Portland, Maine", "Maine"),
            ("パリ、フランス", "パリ, フランス", "フランス"),
            ("Portland, Maine, USA", "Portland, Maine", "Maine"), (",Tokyo,", "Tokyo", nil),
        ] as [(String, String, String?)]
    )
    func splitsNames(text: String, asked: String, qualifier: String?) throws {
        let question = try #require(PlaceQuestion(text))
        #expect(question.text == asked && question.qualifier == qualifier)
    }

    @Test func needsAName() {
        #expect(PlaceQuestion(" , 、") == nil)
    }

    @Test(arguments: [("札幌市", "札幌"), ("京都府", "京都"), ("津市", nil), ("London", nil)] as [(String, String?)])
    func shortensJapaneseNames(text: String, shorter: String?) throws {
        #expect(try #require(PlaceQuestion(text)).shorterName == shorter)
    }

    @Test(
        arguments: [
            ("Paris Texas", ["Paris, Texas"]),
            ("San Jose Costa Rica", ["San Jose Costa, Rica", "San Jose, Costa Rica"]),
            ("フランスのパリ", ["パリ, フランス"]), ("北海道札幌市", ["北海道札幌", "札幌, 北海道", "札幌市, 北海道"]),
            ("Tokyo", []), ("Portland, Maine", []), ("札幌市, 日本", ["札幌, 日本"]),
        ] as [(String, [String])]
    )
    func findsOtherReadings(text: String, readings: [String]) throws {
        #expect(try #require(PlaceQuestion(text)).otherReadings.map(\.text) == readings)
    }
}
