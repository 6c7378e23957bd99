import AgentTools

/// A WMO weather code, as Open-Meteo uses it.
struct WeatherCode: Sendable, Equatable {
    let number: Int

    init(_ number: Int) { self.number = number }

    /// Returns the code in words, in the caller's language; an unknown code as its number.
    func text(for caller: Caller) -> String {
        guard let words = Self.words[number] else {
            return caller.text("weather code \(number)", "天気コード\(number)")
        }
        return caller.text(words.english, words.japanese)
    }

    private static let words: [Int: (english: String, japanese: String)] = [
        0: ("clear sky", "快晴"),
        1: ("mainly clear", "晴れ"),
        2: ("partly cloudy", "晴れ時々曇り"),
        3: ("overcast", "曇り"),
        45: ("fog", "霧"),
        48: ("rime fog", "着氷性の霧"),
        51: ("light drizzle", "弱い霧雨"),
        53: ("drizzle", "霧雨"),
        55: ("dense drizzle", "強い霧雨"),
        56: ("light freezing drizzle", "弱い着氷性の霧雨"),
        57: ("dense freezing drizzle", "強い着氷性の霧雨"),
        61: ("slight rain", "弱い雨"),
        63: ("rain", "雨"),
        65: ("heavy rain", "強い雨"),
        66: ("light freezing rain", "弱い着氷性の雨"),
        67: ("heavy freezing rain", "強い着氷性の雨"),
        71: ("slight snow", "弱い雪"),
        73: ("snow", "雪"),
        75: ("heavy snow", "強い雪"),
        77: ("snow grains", "霧雪"),
        80: ("slight rain showers", "弱いにわか雨"),
        81: ("rain showers", "にわか雨"),
        82: ("violent rain showers", "激しいにわか雨"),
        85: ("slight snow showers", "弱いにわか雪"),
        86: ("heavy snow showers", "強いにわか雪"),
        95: ("thunderstorm", "雷雨"),
        96: ("thunderstorm with slight hail", "雹を伴う雷雨"),
        99: ("thunderstorm with heavy hail", "激しい雹を伴う雷雨"),
    ]
}
