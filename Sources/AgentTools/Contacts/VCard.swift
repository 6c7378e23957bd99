/// As much of a vCard (RFC 2426, RFC 6350) as is asked for: whose it is, and when they were born.
struct VCard: Equatable {
    /// The name to call them by.
    let givenName: String
    /// The day, with or without the year; `nil` when the card has none that can be read.
    let birthday: Birthday?

    /// What is looked at; all else in a card, such as its photo, is passed over.
    private static let wanted: Set<String> = ["BEGIN", "END", "N", "FN", "BDAY", "X-ABSHOWAS"]

    /// The cards in a text; those without any name are left out.
    static func cards(in text: [UInt8]) -> [VCard] {
        var cards: [VCard] = []
        var lines: [ContentLine]?
        for line in ContentLine.lines(in: text, where: wanted.contains) {
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

    /// A company has no birthday of a person, whatever its card says.
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
