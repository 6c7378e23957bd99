/// A city of the weather and model stand-ins.
struct City: Sendable {
    let id: Int
    let name: String
    let japaneseName: String
    let region: String
    let japaneseRegion: String
    let country: Country
    let latitude: Double
    let longitude: Double
    /// In meters; 0 is omitted in answers.
    let elevation: Double
    let timeZone: String
    let population: Int
    let climate: Climate

    struct Country: Sendable {
        let id: Int
        let code: String
        let name: String
        let japaneseName: String
    }

    /// The constant weather of a city.
    struct Climate: Sendable {
        let temperature: Double
        let code: Int
        let humidity: Int
        let wind: Double
    }

    func name(in language: String) -> String { language == "ja" ? japaneseName : name }
    func region(in language: String) -> String { language == "ja" ? japaneseRegion : region }
    func country(in language: String) -> String { language == "ja" ? country.japaneseName : country.name }

    /// Whether a text names the city's region or country, in either language or by code.
    func lies(in place: String) -> Bool {
        let places = [region, japaneseRegion, country.name, country.japaneseName, country.code]
        return places.contains { !$0.isEmpty && $0.folded == place.folded }
    }
}

extension String {
    /// The text in lower case, without the accents of the Latin letters in the table of cities and without spaces around it.
    var folded: String {
        let plain: [Character: Character] = ["ã": "a", "á": "a", "é": "e", "í": "i", "ó": "o", "ü": "u", "ö": "o"]
        let lowercase = lowercased()
        let trimmed = lowercase.drop { $0 == " " }
        let end = trimmed.lastIndex { $0 != " " }.map { trimmed.index(after: $0) } ?? trimmed.startIndex
        return String(trimmed[..<end].map { plain[$0] ?? $0 })
    }
}
