import Testing

@testable import AgentTools
@testable import BuiltInTools

@Suite struct VCardTests {
    @Test(
        arguments: [
            ("BDAY:1990-12-03", "--12-03"), ("BDAY;VALUE=date:19901203", "--12-03"),
            ("BDAY:1990-12-03T00:00:00Z", "--12-03"), ("BDAY:19901203T101010", "--12-03"), ("BDAY:--1203", "--12-03"),
            ("BDAY:--12-03", "--12-03"), ("BDAY:--0229", "--02-29"), ("BDAY:20000229", "--02-29"),
            ("BDAY;X-APPLE-OMIT-YEAR=1604:1604-07-19", "--07-19"),
            ("BDAY;VALUE=date-and-or-time: 1990-12-03", "--12-03"),
            ("BDAY;VALUE=text:circa 1800", nil), ("BDAY:", nil), ("BDAY:1990", nil), ("BDAY:1990-12", nil),
            ("BDAY:---03", nil), ("BDAY:--1303", nil), ("BDAY:--0230", nil), ("BDAY:1990-13-03", nil),
            ("BDAY:12/03/1990", nil), ("BDAY:--12３", nil), ("BDAY:1990-1-3", "--01-03"), ("BDAY:1990/12/3", "--12-03"),
            ("BDAY:1990.2.30", nil), ("BDAY:1990/12-3", nil), ("BDAY:1990/12/3/4", nil), ("BDAY:1990--3", nil),
            ("BDAY;ENCODING=QUOTED-PRINTABLE:1990=2D12=2D03", "--12-03"),
        ] as [(String, String?)]
    )
    func birthdays(line: String, text: String?) throws {
        let line = try #require(ContentLine.lines(in: Array(line.utf8)).first)
        #expect(Birthday(line)?.text == text)
    }

    @Test(
        arguments: [
            ("N:Yamada;Hanako;;;\nFN:Hanako Yamada", "Hanako"), ("FN:Only Full", "Only Full"), ("N:山田;花子;;;", "花子"),
            ("N:Le;;;;\nFN:Madame Le", "Madame Le"), ("item1.N:Le;Chi\\, Ann;;;", "Chi, Ann"),
            ("N;CHARSET=UTF-8:Family;A\\nB\u{202E}C;;;", "A BC"), ("N:;;;;", nil), ("NOTE:x", nil),
            ("FN:Shop\nX-ABShowAs:COMPANY", nil),
        ] as [(String, String?)]
    )
    func givenNames(lines: String, name: String?) {
        let cards = VCard.cards(in: Array("BEGIN:VCARD\r\nVERSION:3.0\r\n\(lines)\r\nEND:VCARD\r\n".utf8))
        #expect(cards.cards.map(\.givenName) == [name].compactMap(\.self) && cards.unread == 0)
    }

    @Test(
        arguments: [
            // A card ends with the next one, or with the text.
            ("BEGIN:VCARD\nFN:A\nBEGIN:VCARD\nFN:B\nEND:VCARD\nFN:C\n", ["A", "B"], 0),
            ("BEGIN:VCARD\nFN:A\nBDAY:--0101", ["A"], 0),
            // A card within a card is another person.
            ("BEGIN:VCARD\nAGENT:\nBEGIN:VCARD\nFN:X\nBDAY:--0101\nEND:VCARD\nFN:A\nEND:VCARD", ["A"], 0),
            ("BEGIN:VCARD\nFN:A\nAGENT:BEGIN:VCARD\nFN:X\nEND:VCARD\nBDAY:--0101\nEND:VCARD", ["A"], 0),
            // Without a name or with an unreadable birthday a card is counted.
            ("BEGIN:VCARD\nBDAY:--0101\nEND:VCARD\nBEGIN:VCARD\nFN:A\nEND:VCARD", ["A"], 1),
            ("BEGIN:VCARD\nFN:A\nBDAY:circa 1800\nEND:VCARD", ["A"], 1),
            ("", [], 1), ("<html>Sign in</html>", [], 1),
            ("begin:vcard \nFN:A\nBDAY:\nend: VCARD", ["A"], 0),
            ("BEGIN:VCARD\nFN:Shop\nX-ABShowAs:COMPANY\nBDAY:soon\nEND:VCARD", [], 0),
        ] as [(String, [String], Int)]
    )
    func oneBadCardTakesNoOtherAlong(text: String, names: [String], unread: Int) {
        let cards = VCard.cards(in: Array(text.utf8))
        #expect(cards.cards.map(\.givenName) == names && cards.unread == unread)
    }
}
