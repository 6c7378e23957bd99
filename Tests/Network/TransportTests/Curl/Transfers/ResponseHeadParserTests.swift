import Testing

@testable import Transport

@Suite struct ResponseHeadParserTests {
    private static func parse(_ lines: [String], maximumBytes: Int = 1000) -> [ResponseHeadParser.Outcome] {
        var parser = ResponseHeadParser(maximumBytes: maximumBytes)
        return lines.map { line in Array(line.utf8).withUnsafeBytes { parser.feed($0) } }
    }

    @Test func fieldsKeepTheirOrderAndLoseTheirBlanks() {
        let outcomes = Self.parse([
            "HTTP/1.1 201 Created\r\n", "A: 1\r\n", "B:\t two \t\r\n", "a:3\r\n", "Empty:\r\n", "no field\r\n", "\r\n",
        ])
        let headers: HTTPHeaders = ["A": "1", "B": "two", "a": "3", "Empty": ""]
        #expect(outcomes.last == .head(HTTPResponseHead(status: 201, headers: headers)))
        #expect(outcomes.dropLast().allSatisfy { $0 == .incomplete })
    }

    @Test func headersThatAnnounceAnotherAreSkipped() {
        let outcomes = Self.parse([
            "HTTP/1.1 100 Continue\r\n", "\r\n", "HTTP/1.1 103 Early Hints\r\n", "Link: x\r\n", "\r\n",
            "HTTP/2 200\r\n",
            "A: 1\r\n", "\r\n",
        ])
        #expect(outcomes.last == .head(HTTPResponseHead(status: 200, headers: ["A": "1"])))
        #expect(outcomes.dropLast().allSatisfy { $0 == .incomplete })
    }

    @Test func trailersAreIgnored() {
        let outcomes = Self.parse(["HTTP/1.1 200 OK\r\n", "\r\n", "Trailer: 1\r\n", "\r\n"])
        #expect(outcomes[1] == .head(HTTPResponseHead(status: 200, headers: [:])))
        #expect(outcomes[2...] == [.incomplete, .incomplete])
    }

    @Test func foldedLinesAreOne() {
        let outcomes = Self.parse(["HTTP/1.1 200 OK\r\n", "A: 1\r\n", "\t 2\r\n", " 3\r\n", "\r\n"])
        #expect(outcomes.last == .head(HTTPResponseHead(status: 200, headers: ["A": "1 2 3"])))
    }

    @Test func tooLong() {
        #expect(Self.parse(["HTTP/1.1 200 OK\r\n", "A: 123\r\n"], maximumBytes: 20).last == .tooLong)
    }
}
