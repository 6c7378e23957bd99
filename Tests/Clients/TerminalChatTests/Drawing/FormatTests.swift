import FoundationEssentials
import Testing

@testable import TerminalChat

@Suite struct FormatTests {
    /// 26 November 2026, 10:30 in UTC.
    static let now = Date(timeIntervalSince1970: 1_795_689_000)
    private let english = Drawing(columns: 80, now: FormatTests.now)
    private let japanese = Drawing(columns: 80, language: .japanese, now: FormatTests.now)

    @Test(arguments: [
        (0.0, 1, "0"), (10, 1, "10"), (-0.04, 1, "0"), (12_500.5, 1, "12,500.5"), (1_234_567, 0, "1,234,567"),
        (0.25, 1, "0.3"), (2.5, 0, "3"),
        (1.05, 6, "1.05"), (-3.5, 1, "-3.5"), (999.96, 1, "1,000"), (1e20, 1, "1e+20"),
    ]) func numbers(value: Double, decimals: Int, expected: String) {
        #expect(english.number(value, decimals: decimals) == expected)
    }

    @Test(arguments: [
        (0.0, "0.0 s", "0.0 秒"), (0.44, "0.4 s", "0.4 秒"), (9.94, "9.9 s", "9.9 秒"), (9.96, "10 s", "10 秒"),
        (59.6, "1 min 0 s", "1 分 0 秒"),
        (125, "2 min 5 s", "2 分 5 秒"), (7380, "2 h 3 min", "2 時間 3 分"), (-1, "0.0 s", "0.0 秒"),
        (.infinity, "0.0 s", "0.0 秒"),
    ]) func durations(seconds: Double, inEnglish: String, inJapanese: String) {
        #expect(english.duration(seconds) == inEnglish)
        #expect(japanese.duration(seconds) == inJapanese)
    }

    @Test(arguments: [
        (0.0, "just now", "たった今"), (300, "5 min ago", "5 分前"), (7300, "2 h ago", "2 時間前"),
        (90_000, "yesterday", "1 日前"),
        (200_000, "2 days ago", "2 日前"), (1_000_000, "2026-11-14", "2026-11-14"), (-50, "just now", "たった今"),
    ]) func ages(seconds: Double, inEnglish: String, inJapanese: String) {
        #expect(english.age(of: Self.now.addingTimeInterval(-seconds)) == inEnglish)
        #expect(japanese.age(of: Self.now.addingTimeInterval(-seconds)) == inJapanese)
    }

    @Test func datesAndTimes() throws {
        #expect(english.weekday("2026-11-26") == "Thu 26 Nov")
        #expect(japanese.weekday("2026-11-26") == "11/26(木)")
        #expect(english.weekday("soon") == "soon")
        #expect(english.weekday("2026-13-01") == "2026-13-01")
        #expect(english.birthday("--04-09") == "9 Apr")
        #expect(japanese.birthday("--12-31") == "12月31日")
        #expect(english.birthday("1990-04-09") == "1990-04-09")
        let instant = try #require(Drawing.instant("2026-11-26T00:05:00Z"))
        #expect(english.clock(instant) == "0:05")
        let tokyo = Drawing(columns: 80, timeZone: try #require(TimeZone(secondsFromGMT: 9 * 3600)), now: Self.now)
        #expect(tokyo.clock(instant) == "9:05")
        #expect(tokyo.day(try #require(Drawing.instant("2026-11-26T15:00:00.500Z"))) == "2026-11-27")
        #expect(Drawing.instant("tomorrow") == nil)
    }

    /// The environment, and the tag and language.
    @Test(
        arguments: [
            (["LANG": "ja_JP.UTF-8"], "ja-JP", ChatLanguage.japanese), (["LANG": "en_US.UTF-8"], "en-US", .english),
            (["LANG": "ja"], "ja", .japanese),
            (["LC_ALL": "en_GB.UTF-8", "LANG": "ja_JP.UTF-8"], "en-GB", .english),
            (["LC_MESSAGES": "ja_JP", "LANG": "en_US"], "ja-JP", .japanese),
            (["LANG": "C"], nil, .english), (["LANG": "C.UTF-8"], nil, .english), (["LANG": "POSIX"], nil, .english),
            ([:], nil, .english),
            (["LANG": "de_DE@euro"], "de-DE", .english), (["LANG": "../../etc"], nil, .english),
            (["LC_ALL": "", "LANG": "ja_JP"], "ja-JP", .japanese),
        ] as [([String: String], String?, ChatLanguage)]
    ) func locales(environment: [String: String], tag: String?, language: ChatLanguage) {
        let locale = ChatLocale(environment: environment)
        #expect(locale.tag == tag)
        #expect(locale.language == language)
    }
}
