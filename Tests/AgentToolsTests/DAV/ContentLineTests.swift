import StreamSafeText
import Testing

@testable import AgentTools

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
        #expect(line.members.count == 2)
    }

    @Test(arguments: ["", "no colon", ":value", ";x=1:v", "A;B=\"unclosed:v", " \n \n"])
    func invalidLinesAreLeftOut(text: String) { #expect(ContentLine.lines(in: Array(text.utf8)).isEmpty) }

    @Test func unwantedLinesAreSkipped() {
        let text = "FN:A\nPHOTO:\(String(repeating: "A", count: 10_000))\nBDAY:--0101"
        #expect(ContentLine.lines(in: Array(text.utf8)) { $0 != "PHOTO" }.map(\.name) == ["FN", "BDAY"])
    }
}
