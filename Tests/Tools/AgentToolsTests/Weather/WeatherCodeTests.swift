import Testing

@testable import AgentTools
@testable import BuiltInTools

@Suite struct WeatherCodeTests {
    @Test(arguments: [
        (0, "clear sky", "快晴"), (48, "rime fog", "着氷性の霧"), (82, "violent rain showers", "激しいにわか雨"),
        (99, "thunderstorm with heavy hail", "激しい雹を伴う雷雨"), (17, "weather code 17", "天気コード17"),
    ])
    func hasTextsInBothLanguages(number: Int, english: String, japanese: String) {
        #expect(WeatherCode(number).text(for: Caller(localeIdentifier: "en")) == english)
        #expect(WeatherCode(number).text(for: Caller(localeIdentifier: "ja")) == japanese)
    }
}
