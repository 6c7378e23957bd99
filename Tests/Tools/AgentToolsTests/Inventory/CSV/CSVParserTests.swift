import StreamSafeText
import Testing

@testable import AgentTools
@testable import BuiltInTools

@Suite struct CSVParserTests {
    private func records(_ pieces: [ArraySlice<UInt8>]) throws -> [CSVRecord] {
        var parser = CSVParser()
        var records: [CSVRecord] = []
        for piece in pieces { try parser.feed(Array(piece)) { records.append($0) } }
        try parser.finish { records.append($0) }
        return records
    }

    /// Parses a text whole, cut in two at every place, and byte by byte; all ways must have the same outcome.
    private func everyWay(_ bytes: [UInt8]) -> Result<[CSVRecord], CSVFault> {
        func outcome(_ pieces: [ArraySlice<UInt8>]) -> Result<[CSVRecord], CSVFault> {
            do { return .success(try records(pieces)) } catch {
                return .failure(error as? CSVFault ?? CSVFault(line: -1, message: "\(error)"))
            }
        }
        let whole = outcome([bytes[...]])
        for cut in 0...bytes.count { #expect(outcome([bytes[..<cut], bytes[cut...]]) == whole, "cut at \(cut)") }
        #expect(outcome(bytes.indices.map { bytes[$0...$0] }) == whole)
        return whole
    }

    @Test(
        arguments: [
            ("a,b\r\n1,2\r\n", [(1, ["a", "b"]), (2, ["1", "2"])]),
            ("a,b\n1,2", [(1, ["a", "b"]), (2, ["1", "2"])]),
            ("a,b\r1,2\r", [(1, ["a", "b"]), (2, ["1", "2"])]),
            ("\u{FEFF}a,b", [(1, ["a", "b"])]),
            ("\u{FEFF}\"a\",b", [(1, ["a", "b"])]),
            ("a,\u{FEFF}b", [(1, ["a", "\u{FEFF}b"])]),
            ("", []), ("\u{FEFF}", []), ("\r\n\r\n", []),
            ("a\r\n\r\n\nb", [(1, ["a"]), (4, ["b"])]),
            ("a,,\n,\n", [(1, ["a", "", ""]), (2, ["", ""])]),
            ("\"\"\n", [(1, [""])]),
            ("\"a\"\"b\",\"\"\"\"", [(1, ["a\"b", "\""])]),
            ("\"x,y\",\"two\r\nlines\"\nnext", [(1, ["x,y", "two\r\nlines"]), (3, ["next"])]),
            ("\"a\n\n\rb\"\r\nc", [(1, ["a\n\n\rb"]), (5, ["c"])]),
            (" a , b ", [(1, [" a ", " b "])]),
            ("在庫,用紙\n倉庫Ａ,👩‍👩‍👧‍👧", [(1, ["在庫", "用紙"]), (2, ["倉庫Ａ", "👩‍👩‍👧‍👧"])]),
        ] as [(String, [(Int, [String])])]
    )
    func readsRecords(text: String, expected: [(line: Int, fields: [String])]) {
        #expect(everyWay(Array(text.utf8)) == .success(expected.map { CSVRecord(line: $0.line, fields: $0.fields) }))
    }

    @Test(
        arguments: [
            (Array("a\n\"b\n".utf8), 2, "never closed"), (Array("a\n\"b\"c\n".utf8), 2, "after a closing"),
            (Array("a\n\nb\"c\"\n".utf8), 3, "inside a field"), (Array("a\n\"\nb\" x".utf8), 3, "after a closing"),
            ([0x61, 0x0A, 0x82, 0xA0], 2, "UTF-8"), ([0xEF, 0xBB, 0x0A], 1, "UTF-8"),
            ([0xFF, 0xFE, 0x61, 0x00], 1, "UTF-8"),
        ] as [([UInt8], Int, String)]
    )
    func refusesInvalidText(bytes: [UInt8], line: Int, words: String) {
        guard case .failure(let fault) = everyWay(bytes) else {
            Issue.record("It was taken.")
            return
        }
        #expect(fault.line == line && fault.message.contains(words))
    }

    @Test func aFieldHasALimit() {
        let endless = [UInt8(ascii: "\"")] + [UInt8](repeating: UInt8(ascii: "x"), count: 2 << 20)
        #expect(throws: CSVFault.self) { try records([endless[...]]) }
        #expect(throws: CSVFault.self) { try records([[UInt8](repeating: UInt8(ascii: ","), count: 2000)[...]]) }
    }

    @Test func longRunsOfMarksAreBrokenUp() throws {
        let marks = String(repeating: "\u{301}\u{316}", count: 200)
        let records = try records([Array("x\(marks),\"\(marks)\"\r\n".utf8)[...]])
        #expect(records.map { $0.fields.map(\.isStreamSafe) } == [[true, true]])
    }

    @Test(arguments: [
        ["a", "b"], ["", ""], [""], ["x,y", "say \"hi\"", "two\r\nlines", " blank ", "\u{FEFF}mark", "=1+1", "在庫"],
        ["x\"\u{301},=HYPERLINK(1)", "\"\u{301}", ",\u{301}"], ["\r\u{301}\n\u{301}", " \u{301}"],
    ])
    func writtenFieldsAreReadBack(fields: [String]) throws {
        let line = CSVWriter.line(fields)
        let isEmptyLine = line == "\r\n"
        #expect(try records([Array(line.utf8)[...]]).map(\.fields) == (isEmptyLine ? [] : [fields]))
    }
}

@Suite struct CSVFormulaTests {
    @Test(arguments: [
        ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@SUM(1)", "'@SUM(1)"), ("\t=1", "'\t=1"), ("\r=1", "'\r=1"),
        ("\n=1", "'\n=1"), ("'=1", "''=1"), ("''@", "'''@"), ("", ""), ("'", "'"), ("'x'", "'x'"), ("a=1", "a=1"),
        (" =1", " =1"), ("12", "12"), ("=\u{301}1", "'=\u{301}1"), ("＝1", "'＝1"), ("＋1", "'＋1"), ("－1", "'－1"),
        ("＠1", "'＠1"), ("｜1", "｜1"), ("\r\n=1", "'\r\n=1"),
    ]) func noTextIsWrittenAsAFormula(text: String, written: String) {
        #expect(CSVWriter.guarded(text) == written)
        #expect(Array(CSVWriter.unguarded(written).utf8) == Array(text.utf8))
    }

    /// Texts that a person has typed into the file.
    @Test(arguments: [("=1", "=1"), ("'=1", "=1"), ("'tis", "'tis"), ("'", "'"), ("'-", "-")])
    func oneApostropheIsRemoved(written: String, text: String) { #expect(CSVWriter.unguarded(written) == text) }
}
