import AgentTools
import Foundation

/// The parts of a vCard (RFC 2426, RFC 6350) that the tool needs: name and birthday.
struct VCard: Equatable {
    /// The given name, or the full name if the card has no given name.
    let givenName: String
    /// The birthday, with or without a year in the card; `nil` if it is missing or unreadable.
    let birthday: Birthday?

    /// The properties that are read; all others, such as photos, are skipped.
    private static let readProperties: Set<String> = ["BEGIN", "END", "N", "FN", "BDAY", "X-ABSHOWAS", "AGENT"]

    /// Returns the cards in a text, and the number of those that have a birthday but cannot be read; a text without a card counts as one.
    static func cards(in text: [UInt8]) -> (cards: [VCard], unread: Int) {
        var cards: [VCard] = []
        var unread = 0
        var lines: [ContentLine]?
        var hasCard = false
        func close() {
            guard let read = lines else { return }
            lines = nil
            guard !isCompany(read) else { return }
            let card = VCard(read)
            if let card { cards.append(card) }
            let hasBirthday = read.contains { $0.name == "BDAY" && !$0.value.isEmpty }
            if hasBirthday, card?.birthday == nil { unread += 1 }
        }
        // The depth of cards within a card, of an agent (vCard 2.1); they are skipped.
        var inner = 0
        var last = ""
        for line in ContentLine.lines(in: text, where: readProperties.contains) {
            switch (line.name, line.value.trimmingCharacters(in: .whitespaces).uppercased()) {
            case ("AGENT", "BEGIN:VCARD"): inner += 1
            case ("BEGIN", "VCARD") where last == "AGENT": inner += 1
            case ("BEGIN", "VCARD"):
                // A card that is not closed ends with the next one.
                close()
                (lines, inner, hasCard) = ([], 0, true)
            case ("END", "VCARD") where inner > 0: inner -= 1
            case ("END", "VCARD"): close()
            default: if inner == 0 { lines?.append(line) }
            }
            last = line.name
        }
        close()
        // A text without any card, such as a page that asks to sign in, is in the place of one.
        return (cards, hasCard ? unread : 1)
    }

    private static func isCompany(_ lines: [ContentLine]) -> Bool {
        lines.contains { $0.name == "X-ABSHOWAS" && $0.value.uppercased() == "COMPANY" }
    }

    /// Reads a card; `nil` for one without a name.
    private init?(_ lines: [ContentLine]) {
        let full = lines.first { $0.name == "FN" }?.text
        // `N` is family; given; additional; prefix; suffix.
        let parts = lines.first { $0.name == "N" }?.components ?? []
        let names = [parts.count > 1 ? parts[1] : nil, full].compactMap { $0.map { TextLine($0, limit: 80).text } }
        guard let name = names.first(where: { !$0.isEmpty }) else { return nil }
        givenName = name
        birthday = lines.first { $0.name == "BDAY" }.flatMap { Birthday($0) }
    }
}
