import Testing
import ToolPhrases

@Suite struct PhraseTextsTests {
    private let texts = PhraseTexts(
        parsing: """
            == weather.english
            # A comment.
            when = [today|
              +right now]
            wet = (rain|<weather.wind>)
            both = <either:{a:day}> or <either:{b:day}>
            either = (<it>|<when>)

            phrases:
              is it hot
                + <when>
              # Another comment.
              <wet> in <city>

            == weather
            wind = (wind|#)

            words:
              hot, very cold, 雪,
              #, 暑い
            none:
            """
    )

    @Test func aTextInsertsOthersOfItsSectionAndOfAnother() {
        let section = texts["weather.english"]
        #expect(section["when"] == "[today|right now]")
        #expect(section["wet"] == "(rain|(wind|#))")
        #expect(section["both"] == "({a:day}|[today|right now]) or ({b:day}|[today|right now])")
    }

    @Test func aListHasEntriesThatMayInsertGivenValues() {
        let section = texts["weather.english"]
        #expect(section("phrases", ["city": "Oslo"]) == ["is it hot [today|right now]", "(rain|(wind|#)) in Oslo"])
        #expect(section("phrases", ["city": "Oslo", "when": "now"]).first == "is it hot now")
    }

    @Test func aLineOfWordsHasSeveral() {
        #expect(texts["weather"].words("words") == ["hot", "very cold", "雪", "#", "暑い"])
        #expect(texts["weather"].lines("words").map(\.count) == [3, 2])
        #expect(texts["weather"].words("none").isEmpty)
        #expect(texts["weather"].lists == ["words", "none"])
    }
}
