import BenchmarkReport
import Foundation

/// A recorded stream from the tests, lengthened by repeating the events of its tokens.
struct LongStream {
    /// The stream's bytes, one event in each piece.
    let pieces: [[UInt8]]
    /// The data of each event, for a parser of the data alone.
    let data: [Data]

    /// Lengthens a fixture.
    ///
    /// - Parameters:
    ///   - fixture: The name of the fixture.
    ///   - marker: A text that only the events of tokens contain.
    ///   - tokenCount: The number of tokens.
    init(_ fixture: String, repeating marker: String, tokenCount: Int) throws {
        let path = "Tests/Language/ModelProvidersTests/Fixtures/\(fixture)"
        guard let text = FileManager.default.contents(atPath: path).map({ String(decoding: $0, as: UTF8.self) }) else {
            throw BenchmarkFailure("There is no \(path) here; scripts/bench runs this in the right folder.")
        }
        let isLines = fixture.hasSuffix(".ndjson")
        let end = isLines ? "\n" : text.contains("\r\n\r\n") ? "\r\n\r\n" : text.contains("\n\r\n") ? "\n\r\n" : "\n\n"
        let events = text.components(separatedBy: end).filter { !$0.isEmpty }.map { $0 + end }
        let tokens = events.filter { $0.contains(marker) }
        guard let first = events.firstIndex(where: { $0.contains(marker) }),
            let last = events.lastIndex(where: { $0.contains(marker) })
        else { throw BenchmarkFailure("No event of \(fixture) has \(marker) in it.") }
        let long =
            events[..<first] + (0..<tokenCount).map { tokens[$0 % tokens.count] } + events[(last + 1)...]
        pieces = long.map { Array($0.utf8) }
        data = long.compactMap { event in
            let line =
                isLines ? event[...] : event.split(separator: "\n").first { $0.hasPrefix("data: ") }?.dropFirst(6)
            guard let line, line != "[DONE]" else { return nil }
            return Data(line.utf8)
        }
    }

    /// Returns the stream in pieces of a size, as a fast stream arrives.
    func pieces(of size: Int) -> [[UInt8]] {
        let whole = pieces.flatMap(\.self)
        return stride(from: 0, to: whole.count, by: size).map { Array(whole[$0..<min($0 + size, whole.count)]) }
    }
}
