import EventStreams
import SeededRandom
import Testing

@Suite struct NDJSONDecoderTests {
    /// The lines, with `limit` in place of the line that is too long.
    private func decode(_ pieces: [[UInt8]], limit: Int = 1000) -> [String] {
        var decoder = NDJSONDecoder(maximumLineBytes: limit)
        var lines: [String] = []
        do throws(EventTooLarge) {
            for piece in pieces {
                decoder.feed(piece)
                while let line = try decoder.next() { lines.append(String(decoding: line, as: UTF8.self)) }
            }
            if let line = try decoder.finish() { lines.append(String(decoding: line, as: UTF8.self)) }
        } catch {
            lines.append("limit")
        }
        return lines
    }

    static let rows: [(input: String, lines: [String])] = [
        ("", []), ("\n", []), ("\r\n\r\n\n", []), ("{}", ["{}"]), ("{}\n", ["{}"]), ("{}\r\n", ["{}"]),
        ("{}\r", ["{}"]),
        ("{\"a\":1}\n{\"b\":2}\n", ["{\"a\":1}", "{\"b\":2}"]), ("1\r\n2\n3", ["1", "2", "3"]),
        ("1\n\n\r\n2\n", ["1", "2"]), ("a\rb\nc", ["a\rb", "c"]), ("a\r\r\nb", ["a\r", "b"]),
        ("\"日本\"\n\"語\"", ["\"日本\"", "\"語\""]),
        (" \n", [" "]), ("12345\n123456\r\n12345\n", ["12345", "123456", "12345"]),
        // Seven bytes are too many, with or without the line end.
        ("123456\n1234567\n1\n", ["123456", "limit"]), ("1\n1234567", ["1", "limit"]),
        ("123456\r\n1\n", ["123456", "1"]),
        ("123456\r", ["123456"]), ("1234567\r\n", ["limit"]), ("123456\r\r\n", ["limit"]),
    ]

    private static func limit(of row: Int) -> Int { rows[row].lines.contains("limit") || row >= 14 ? 6 : 1000 }

    /// Every division of the input into three pieces, and the division into single bytes.
    @Test(arguments: rows.indices) func anySplitGivesTheSameLines(row: Int) {
        let bytes = Array(Self.rows[row].input.utf8)
        let expected = Self.rows[row].lines
        let limit = Self.limit(of: row)
        #expect(decode(bytes.map { [$0] }, limit: limit) == expected)
        for first in 0...bytes.count {
            for second in first...bytes.count {
                let pieces = [Array(bytes[..<first]), Array(bytes[first..<second]), Array(bytes[second...])]
                #expect(decode(pieces, limit: limit) == expected, "\(first), \(second)")
            }
        }
    }

    @Test func randomBytesInRandomPieces() {
        var generator = SeededGenerator(seed: 5)
        let alphabet: [UInt8] = [0x0A, 0x0A, 0x0D, 0x20, 0x61, 0x62, 0x63, 0xE6, 0x00]
        var unequal: [[UInt8]] = []
        for _ in 0..<RandomRounds.count {
            let bytes = (0..<Int.random(in: 0...60, using: &generator)).compactMap { _ in
                alphabet.randomElement(using: &generator)
            }
            var rest = bytes[...]
            var pieces: [[UInt8]] = []
            while !rest.isEmpty {
                let count = Int.random(in: 1...min(9, rest.count), using: &generator)
                pieces.append(Array(rest.prefix(count)))
                rest = rest.dropFirst(count)
            }
            if decode(pieces, limit: 8) != decode([bytes], limit: 8) { unequal.append(bytes) }
        }
        #expect(unequal == [])
    }

    @Test func aDecoderFailsAgainAfterAnError() throws {
        var decoder = NDJSONDecoder(maximumLineBytes: 3)
        decoder.feed(Array("1\n12345".utf8))
        let first = try decoder.next()
        #expect(first == [0x31])
        for _ in 0..<3 {
            let error = #expect(throws: EventTooLarge.self) { try decoder.next() }
            #expect(error?.description == "A line of the stream is longer than 3 bytes.")
            decoder.feed(Array("\n2\n".utf8))
        }
    }

    /// A long line that arrives in many pieces is searched once, not once for each piece.
    @Test func aLongLineInManyPiecesIsSearchedOnce() throws {
        var decoder = NDJSONDecoder()
        let piece = [UInt8](repeating: 0x61, count: 64)
        var early = 0
        for _ in 0..<20_000 {
            decoder.feed(piece)
            if try decoder.next() != nil { early += 1 }
        }
        #expect(early == 0)
        decoder.feed([0x0A])
        let line = try decoder.next()
        #expect(line?.count == 64 * 20_000)
    }
}
