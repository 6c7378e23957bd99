import Testing

@testable import Phrasebook

@Suite struct LinesTests {
    @Test(arguments: [
        ("", []), ("a", ["a"]), ("a\nb\r\nc", ["a", "b", "c"]), ("\n\nあ\n", ["あ"]), ("a\rb", ["a", "b"]),
    ])
    func cutsLines(text: String, lines: [String]) { #expect(text.lines.map(String.init) == lines) }

    @Test(arguments: [
        ("a\nx\nb", "a\nb"), ("x\na", "a"), ("a\nx", "a"), ("x", ""), ("x\nx", ""), ("\nx\na", "\na"),
        ("x\n\na", "\na"), ("a\n\nb\n", "a\n\nb\n"), ("", ""), ("あ\nx\nい\n", "あ\nい\n"),
    ])
    func removesLines(text: String, rest: String) {
        #expect(text.removingLines { $0.begins(with: Array("x".utf8)) } == rest)
    }

    @Test(arguments: [
        ("abcabc", "bc", 1, 4), ("あいあ", "あ", 0, 6), ("abc", "d", -1, -1), ("ab", "abc", -1, -1), ("aaa", "aa", 0, 1),
    ])
    func findsPlaces(text: String, sought: String, first: Int, last: Int) {
        let offset = { (range: Range<String.Index>?) in
            range.map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) } ?? -1
        }
        #expect(offset(text[...].firstPlace(of: sought)) == first)
        #expect(offset(text[...].lastPlace(of: sought)) == last)
        #expect(text.hasBytes(of: sought) == (first >= 0))
    }

    @Test(arguments: [("ID: 12 - a", "12 - a", "12"), ("ID: x", "x", ""), ("IX: 1", nil, "")])
    func readsPrefixes(line: String, rest: String?, digits: String) {
        let found = line[...].rest(after: "ID: ")
        #expect(found.map(String.init) == rest)
        #expect(String(found?.leadingDigits ?? "") == digits)
    }
}
