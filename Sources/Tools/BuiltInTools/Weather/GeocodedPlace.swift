import AgentTools
import Foundation
import StreamingJSON

/// A place in the geocoder's results.
struct GeocodedPlace: Sendable, Equatable {
    let name: String
    /// The first administrative level, such as a state or a prefecture.
    let region: String?
    let country: String?
    let countryCode: String?
    let latitude: Double
    let longitude: Double
    let timeZone: String?
    let population: Int

    /// Reads one result.
    ///
    /// The upstream omits zero and empty values, so a missing coordinate is 0: a place on the equator or on the prime meridian. Only a
    /// result without both is invalid.
    init?(_ result: JSONValue) {
        guard let name = result["name"]?.stringValue.map({ TextLine($0, limit: Self.longestName).text }), !name.isEmpty
        else { return nil }
        let latitude = result["latitude"]?.doubleValue
        let longitude = result["longitude"]?.doubleValue
        guard latitude != nil || longitude != nil else { return nil }
        self.name = name
        self.latitude = latitude ?? 0
        self.longitude = longitude ?? 0
        func line(_ key: String) -> String? {
            result[key]?.stringValue.map { TextLine($0, limit: Self.longestName).text }
        }
        region = line("admin1")
        country = line("country")
        countryCode = line("country_code")
        timeZone = line("timezone")
        population = min(max(result["population"]?.intValue ?? 0, 0), Self.largestPopulation)
    }

    /// The length limit of a name in scalars: enough for the longest in the atlas, and little more, because names are not quoted.
    private static let longestName = 100
    /// An upper bound that no population reaches.
    private static let largestPopulation = 100_000_000_000

    /// Whether the place is in the region or country named by a word such as "Maine", "France" or "US".
    func lies(in qualifier: String) -> Bool {
        let wanted = Self.folded(qualifier)
        if let code = Self.countryCodes[wanted] { return countryCode?.uppercased() == code }
        let names = [wanted, Self.states[wanted].map(Self.folded)].compactMap(\.self)
        return [region, country, countryCode].contains { $0.map { names.contains(Self.folded($0)) } ?? false }
    }

    /// Common names of countries that the geocoder does not know.
    private static let countryCodes = [
        "usa": "US", "u.s.": "US", "u.s.a.": "US", "america": "US", "uk": "GB", "u.k.": "GB", "britain": "GB",
        "great britain": "GB", "england": "GB", "scotland": "GB", "uae": "AE", "アメリカ": "US", "米国": "US", "英国": "GB",
    ]

    /// The states of the USA by their abbreviations.
    private static let states: [String: String] = {
        let list =
            "AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,FL Florida,"
            + "GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,"
            + "MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,"
            + "NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,"
            + "OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,"
            + "UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming"
        return Dictionary(
            uniqueKeysWithValues: list.split(separator: ",").map {
                ($0.prefix(2).lowercased(), String($0.dropFirst(3)))
            }
        )
    }()

    private static func folded(_ text: String) -> String {
        let plain = text.trimmingCharacters(in: .whitespaces)
            .folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            .replacing("-", with: " ")
        // The atlas has メイン州, but people write メイン.
        return plain.count > 2 && plain.hasSuffix("州") ? String(plain.dropLast()) : plain
    }

    /// Returns the name with its region and country: "New Delhi, India", "Portland, Maine, United States".
    func title(for caller: Caller, withRegion: Bool) -> String {
        let parts = [withRegion && region != name ? region : nil, country == name ? nil : country].compactMap { $0 }
        guard !parts.isEmpty else { return name }
        return caller.text(
            ([name] + parts).joined(separator: ", "),
            "\(name)（\(parts.reversed().joined(separator: "・"))）"
        )
    }
}
