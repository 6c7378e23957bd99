import Foundation

/// What a person calls a place, taken apart for the geocoder.
struct PlaceQuestion: Sendable, Equatable {
    /// The whole, as it is asked first: the geocoder itself understands "Portland, Maine".
    let text: String
    /// The name alone.
    let name: String
    /// What follows the comma: a region or a country.
    let qualifier: String?

    /// `nil` when there is nothing but white space and commas.
    init?(_ text: String) {
        let parts = text.split { ",、，".contains($0) }
            .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
            .filter { !$0.isEmpty }
        guard let name = parts.first else { return nil }
        self.name = name
        // Of "Portland, Maine, USA" the last part would find too much and the second is what tells the places apart.
        self.qualifier = parts.count > 1 ? parts[1] : nil
        self.text = qualifier.map { "\(name), \($0)" } ?? name
    }

    /// A name to try when the one given is not known: "札幌市" is listed as "札幌".
    var shorterName: String? {
        guard name.count > 2, let last = name.last, "市都府県".contains(last) else { return nil }
        return String(name.dropLast())
    }
}
