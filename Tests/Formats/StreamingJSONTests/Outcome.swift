import SeededRandom
import StreamingJSON

/// The result of reading a text: a value, or the fault and its place.
struct Outcome: Equatable {
    private(set) var value: JSONValue?
    private(set) var error: JSONParseError?
    private(set) var repeatedNames: [JSONRepeatedName] = []

    /// Read at once.
    init(whole bytes: [UInt8], options: JSONParseOptions = JSONParseOptions()) {
        do throws(JSONParseError) {
            let document = try JSONDocument(parsing: bytes, options: options)
            (value, repeatedNames) = (document.value, document.repeatedNames)
        } catch {
            self.error = error
        }
    }

    /// Read in pieces.
    init(pieces: some Sequence<some Sequence<UInt8>>, options: JSONParseOptions = JSONParseOptions()) {
        var parser = JSONStreamParser(options: options)
        do throws(JSONParseError) {
            for piece in pieces { try parser.feed(piece) }
            value = try parser.finish()
            repeatedNames = parser.repeatedNames
        } catch {
            self.error = error
        }
    }
}

extension Array where Element == UInt8 {
    /// Returns the bytes cut into pieces of lengths from 1 to `longest`, by a generator with a fixed seed.
    func cutAtRandom(longest: Int, seed: UInt64) -> [ArraySlice<UInt8>] {
        var generator = SeededGenerator(seed: seed)
        var pieces: [ArraySlice<UInt8>] = []
        var rest = self[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Int.random(in: 1...longest, using: &generator))
            pieces.append(piece)
            rest = rest.dropFirst(piece.count)
        }
        return pieces
    }
}
