import Testing

@testable import AgentTools

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
            ("BDAY:12/03/1990", nil), ("BDAY:--12３", nil), ("BDAY:1990-1-3", nil),
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
        #expect(cards.map(\.givenName) == [name].compactMap(\.self))
    }

    @Test func anIncompleteCardIsLeftOut() {
        #expect(
            VCard.cards(in: Array("BEGIN:VCARD\nFN:A\nBEGIN:VCARD\nFN:B\nEND:VCARD\nFN:C\n".utf8)).map(\.givenName) == [
                "B"
            ]
        )
    }
}
