/// The parts of a vCard (RFC 2426, RFC 6350) that the tool needs: name and birthday.
struct VCard: Equatable {
    /// The given name, or the full name if the card has no given name.
    let givenName: String
    /// The birthday, with or without a year in the card; `nil` if it is missing or unreadable.
    let birthday: Birthday?

    /// The properties that are read; all others, such as photos, are skipped.
    private static let readProperties: Set<String> = ["BEGIN", "END", "N", "FN", "BDAY", "X-ABSHOWAS"]

    /// Returns the cards in a text, without those that have no name.
    static func cards(in text: [UInt8]) -> [VCard] {
        var cards: [VCard] = []
        var lines: [ContentLine]?
        for line in ContentLine.lines(in: text, where: readProperties.contains) {
            switch (line.name, line.value.uppercased()) {
            case ("BEGIN", "VCARD"): lines = []
            case ("END", "VCARD"):
                if let card = lines.flatMap({ VCard($0) }) { cards.append(card) }
                lines = nil
            default: lines?.append(line)
            }
        }
        return cards
    }

    /// Reads a card; `nil` for a company, which has no birthday, and for a card without a name.
    private init?(_ lines: [ContentLine]) {
        guard !lines.contains(where: { $0.name == "X-ABSHOWAS" && $0.value.uppercased() == "COMPANY" }) else {
            return nil
        }
        let full = lines.first { $0.name == "FN" }?.text
        // `N` is family; given; additional; prefix; suffix.
        let parts = lines.first { $0.name == "N" }?.components ?? []
        let names = [parts.count > 1 ? parts[1] : nil, full].compactMap { $0.map { TextLine($0, limit: 80).text } }
        guard let name = names.first(where: { !$0.isEmpty }) else { return nil }
        givenName = name
        birthday = lines.first { $0.name == "BDAY" }.flatMap { Birthday($0) }
    }
}
