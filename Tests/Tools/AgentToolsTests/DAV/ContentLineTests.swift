import StreamSafeText
import Testing

@testable import AgentTools
@testable import BuiltInTools

@Suite struct ContentLineTests {
    private static let line =
        #"item1.ATTENDEE;CN="Ortiz, Ben: ^'B^' 日本";X=a;PARTSTAT=ACCEPTED:mailto:ben@example.test;x=1"#

    @Test(arguments: ["\r\n ", "\n ", "\n\t", "\r "])
    func aLineMayBeFoldedAnywhere(fold: String) throws {
        let whole = try #require(ContentLine.lines(in: Array(Self.line.utf8)).first)
        #expect(whole.name == "ATTENDEE" && whole.value == "mailto:ben@example.test;x=1")
        #expect(whole.parameter("CN") == "Ortiz, Ben: \"B\" 日本" && whole.parameter("PARTSTAT") == "ACCEPTED")
        let bytes = Array(Self.line.utf8)
        for place in 1..<bytes.count {
            let folded =
                Array(bytes[..<place]) + Array(fold.utf8) + Array(bytes[place...]) + Array("\r\nEND:X\r\n".utf8)
            let lines = ContentLine.lines(in: folded)
            #expect(lines.count == 2 && lines.first == whole, "folded at byte \(place)")
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func runsOfMarksAreBounded() throws {
        let marks = String(repeating: "\u{301}\u{316}", count: 100_000)
        let lines = ContentLine.lines(in: Array("\(marks);X\(marks)=\(marks):\(marks)\r\n".utf8))
        let line = try #require(lines.first)
        #expect(line.name.isStreamSafe && line.value.isStreamSafe && line.text.isStreamSafe)
        #expect(line.parameters.allSatisfy { $0.name.isStreamSafe && $0.value.isStreamSafe })
        #expect(line.name != "FN")
    }

    @Test func escapesAndListsAreRead() throws {
        let line = try #require(ContentLine.lines(in: Array(#"n:Le\;Roy;Chi\, Ann;;a\\b\nc,d"#.utf8)).first)
        #expect(line.components == ["Le;Roy", "Chi, Ann", "", "a\\b\nc,d"])
    }

    /// Text in the encodings of vCard 2.1, also broken into lines by equals signs.
    @Test(arguments: [
        ("FN;ENCODING=QUOTED-PRINTABLE:=E7=88=B6", "父"), ("FN;CHARSET=UTF-8;QUOTED-PRINTABLE:=e7=88=b6!", "父!"),
        ("FN;ENCODING=QUOTED-PRINTABLE:=E7=\n=88=\r\n=B6", "父"), ("FN;ENCODING=QUOTED-PRINTABLE:a=\n b", "a b"),
        ("FN;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:J=FCrgen", "Jürgen"),
        ("FN;ENCODING=QUOTED-PRINTABLE;CHARSET=SHIFT_JIS:=89=D4=8E=71", "花子"),
        ("FN;ENCODING=QUOTED-PRINTABLE:a=b=3=", "a=b=3"), ("FN;ENCODING=QUOTED-PRINTABLE:=3D=", "="),
        ("FN;ENCODING=BASE64:54i2", "父"), ("FN;ENCODING=b:54i2", "父"), ("FN;ENCODING=8BIT:=41", "=41"),
        ("FN;ENCODING=QUOTED-PRINTABLE:J=C3=\r\n =BCrgen", "Jürgen"),
        ("FN;ENCODING=QUOTED-PRINTABLE:J=\n =C3=BCrgen", "J ürgen"),
        ("FN:a=\nFN:b", "a="), ("FN;ENCODING=QUOTED-PRINTABLE:=C3", "\u{FFFD}"),
    ])
    func encodedTextIsDecoded(line: String, text: String) throws {
        #expect(try #require(ContentLine.lines(in: Array(line.utf8)).first).text == text)
    }

    /// Bytes as they are, in the encoding that the line names.
    @Test(
        arguments: [
            ("FN;CHARSET=ISO-8859-1:", [0x4A, 0xFC], "Jü"), ("FN;CHARSET=windows-1252:", [0x92], "’"),
            ("FN:", [0x4A, 0xFC], "J\u{FFFD}"),
            ("FN;CHARSET=ISO-8859-1:", [0xC3, 0xBC], "ü"), ("FN;CHARSET=nothing:", [0xFC], "\u{FFFD}"),
        ] as [(String, [UInt8], String)]
    )
    func bytesInAnotherEncoding(head: String, bytes: [UInt8], text: String) throws {
        #expect(try #require(ContentLine.lines(in: Array(head.utf8) + bytes).first).text == text)
    }

    /// The parts of a name are split before they are decoded, and a note's further lines are no lines of their own.
    @Test func encodedNamesAndNotes() throws {
        let card =
            "N;ENCODING=QUOTED-PRINTABLE:=E5=B1=B1=3B;=E8=8A=B1\nNOTE;ENCODING=QUOTED-PRINTABLE:a=\nFN:no=\nend\nFN:yes"
        let lines = ContentLine.lines(in: Array(card.utf8)) { $0 != "NOTE" }
        #expect(lines.map(\.name) == ["N", "FN"] && lines.last?.text == "yes")
        #expect(lines.first?.components == ["山;", "花"])
    }

    /// A name of a zone may have colons without quotation marks; the value is the moment behind the last of them.
    @Test(arguments: [
        ("DTSTART;TZID=GMT+05:30:20120101T000000", "GMT+05:30", "20120101T000000"),
        ("DTSTART;TZID=(UTC+01:00) Rome; Bern:20120101T000000", "(UTC+01:00) Rome; Bern", "20120101T000000"),
        ("DTSTART;TZID=Europe/Berlin:2012-01-01T00:00:00", "Europe/Berlin", "2012-01-01T00:00:00"),
        ("DTSTART;TZID=\"Europe/Berlin:20120101T000000", "Europe/Berlin", "20120101T000000"),
        ("DTSTART;TZID=\"GMT+05:30\":20120101", "GMT+05:30", "20120101"),
        ("EXDATE;TZID=UTC+02:00:20120101T000000,20120102T000000", "UTC+02:00", "20120101T000000,20120102T000000"),
        ("RDATE;TZID=A:B:20120101T000000/PT1H", "A:B", "20120101T000000/PT1H"),
        ("DTSTART;TZID=A:B:soon", "A", "B:soon"),
    ])
    func zonesWithColons(line: String, zone: String, value: String) throws {
        let line = try #require(ContentLine.lines(in: Array(line.utf8)).first)
        #expect(line.parameter("TZID") == zone && line.value == value)
    }

    @Test func aByteOrderMarkAndAnUnclosedQuotationAreSkipped() {
        let lines = ContentLine.lines(in: [0xEF, 0xBB, 0xBF] + Array("BEGIN:VCARD\nA;B=\"un;C=2:v:w".utf8))
        #expect(lines.map(\.name) == ["BEGIN", "A"])
        #expect(lines.last?.value == "v:w" && lines.last?.parameter("B") == "un" && lines.last?.parameter("C") == "2")
    }

    @Test(arguments: ["", "no colon", ":value", ";x=1:v", " \n \n"])
    func invalidLinesAreLeftOut(text: String) { #expect(ContentLine.lines(in: Array(text.utf8)).isEmpty) }

    @Test func unwantedLinesAreSkipped() {
        let text = "FN:A\nPHOTO:\(String(repeating: "A", count: 10_000))\nBDAY:--0101"
        #expect(ContentLine.lines(in: Array(text.utf8)) { $0 != "PHOTO" }.map(\.name) == ["FN", "BDAY"])
    }
}
