import Foundation

/// A place as a person names it, split for the geocoder.
struct PlaceQuestion: Sendable, Equatable {
    /// The whole text, which is looked up first because the geocoder understands "Portland, Maine".
    let text: String
    /// The name alone.
    let name: String
    /// The part after the comma: a region or a country.
    let qualifier: String?

    /// The parts after the second comma, which narrow the result further if they are known.
    let furtherQualifiers: [String]

    /// The length limit in bytes: more than any place needs, in any script, with its state and country.
    static let mostBytes = 400

    /// Splits a text; `nil` for nothing but white space and commas.
    init?(_ text: String) {
        let parts = text.split { ",、，".contains($0) }
            .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
            .filter { !$0.isEmpty }
        guard let name = parts.first else { return nil }
        // In "Portland, Maine, USA" the second part distinguishes the places; the last one alone would match too many.
        self.init(
            name: name,
            qualifier: parts.count > 1 ? parts[1] : nil,
            furtherQualifiers: Array(parts.dropFirst(2).prefix(3))
        )
    }

    private init(name: String, qualifier: String?, furtherQualifiers: [String] = []) {
        self.name = name
        self.qualifier = qualifier
        self.furtherQualifiers = furtherQualifiers
        text = qualifier.map { "\(name), \($0)" } ?? name
    }

    /// Other readings for a place that is not found as written, likeliest first.
    ///
    /// "札幌市" is listed as "札幌"; "フランスのパリ" and "Paris France" name the country without a comma, and
    /// "北海道札幌市" names the prefecture first.
    var otherReadings: [PlaceQuestion] {
        var readings: [PlaceQuestion] = []
        if let shorterName { readings.append(.init(name: shorterName, qualifier: qualifier)) }
        guard qualifier == nil else { return readings }
        if let particle = name.firstRange(of: "の") {
            readings.append(.init(whole: name[particle.upperBound...], qualifier: name[..<particle.lowerBound]))
        }
        for length in [3, 4] where name.count > length + 1 && "都道府県".contains(name.prefix(length).last ?? " ") {
            let place = PlaceQuestion(whole: name.dropFirst(length), qualifier: name.prefix(length))
            readings += [place.shorterName.map { .init(name: $0, qualifier: place.qualifier) }, place].compactMap(
                \.self
            )
        }
        let words = name.split(separator: " ")
        for count in 1...2 where words.count > count {
            readings.append(
                .init(
                    name: words.dropLast(count).joined(separator: " "),
                    qualifier: words.suffix(count).joined(separator: " ")
                )
            )
        }
        return readings
    }

    private init(whole name: Substring, qualifier: Substring) {
        self.init(name: String(name), qualifier: String(qualifier))
    }

    /// The name without its suffix for the kind of place, such as 市.
    var shorterName: String? {
        guard name.count > 2, let last = name.last, "市都府県区町村".contains(last) else { return nil }
        return String(name.dropLast())
    }
}
