import Foundation
import StreamingJSON

/// A place that the geocoder found.
struct Place: Sendable, Equatable {
    let name: String
    /// The first subdivision: a state, a prefecture.
    let region: String?
    let country: String?
    let countryCode: String?
    let latitude: Double
    let longitude: Double
    let timeZone: String?

    /// Reads one result.
    ///
    /// The upstream leaves out what is zero or empty, so a missing coordinate is 0: a place on the equator or on the meridian
    /// of Greenwich. Only a result with neither is no place.
    init?(_ result: JSONValue) {
        guard let name = result["name"]?.stringValue else { return nil }
        let latitude = result["latitude"]?.doubleValue
        let longitude = result["longitude"]?.doubleValue
        guard latitude != nil || longitude != nil else { return nil }
        self.name = name
        self.latitude = latitude ?? 0
        self.longitude = longitude ?? 0
        region = result["admin1"]?.stringValue
        country = result["country"]?.stringValue
        countryCode = result["country_code"]?.stringValue
        timeZone = result["timezone"]?.stringValue
    }

    /// Whether a word such as "Maine", "France" or "US" says where this place lies.
    func lies(in qualifier: String) -> Bool {
        let wanted = Self.folded(qualifier)
        if let code = Self.countryCodes[wanted] { return countryCode?.uppercased() == code }
        return [region, country, countryCode].contains { $0.map { Self.folded($0) == wanted } ?? false }
    }

    /// What people write for countries beside the names that the geocoder knows.
    private static let countryCodes = [
        "usa": "US", "u.s.": "US", "u.s.a.": "US", "america": "US", "uk": "GB", "u.k.": "GB", "britain": "GB",
        "great britain": "GB", "england": "GB", "scotland": "GB", "uae": "AE", "アメリカ": "US", "米国": "US", "英国": "GB",
    ]

    private static func folded(_ text: String) -> String {
        text.trimmingCharacters(in: .whitespaces).lowercased()
    }

    /// The name with what tells it from others: "New Delhi, India", "Portland, Maine, United States".
    func title(for caller: Caller, withRegion: Bool) -> String {
        let parts = [withRegion && region != name ? region : nil, country == name ? nil : country].compactMap { $0 }
        guard !parts.isEmpty else { return name }
        return caller.text(
            ([name] + parts).joined(separator: ", "),
            "\(name)（\(parts.reversed().joined(separator: "・"))）"
        )
    }
}
