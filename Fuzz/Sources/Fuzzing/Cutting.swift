/// Ways to cut an input into pieces, to check that decoders do not depend on the cuts.
///
/// The cuts depend on the input alone, so a finding can be reproduced from its file.
public enum Cutting: Sendable {
    /// One piece.
    case whole
    /// One byte a piece.
    case bytes
    /// Two pieces, the first of this length.
    case at(Int)
    /// Pieces of 0 to `longest` bytes, drawn from the input's digest and a salt.
    case random(longest: Int, salt: UInt64)

    /// Returns a set of ways for an input: the extreme ones, some random ones, and for a short input every cut into two.
    public static func all(for input: [UInt8]) -> [Cutting] {
        let twos = input.count <= 48 ? (0...input.count).map(Cutting.at) : []
        return [.bytes, .random(longest: 3, salt: 1), .random(longest: 40, salt: 2), .random(longest: 400, salt: 3)]
            + twos
    }

    /// Returns the pieces in order; joined, they are the input.
    public func pieces(of input: [UInt8]) -> [ArraySlice<UInt8>] {
        switch self {
        case .whole:
            return [input[...]]
        case .bytes:
            return input.indices.map { input[$0...$0] }
        case .at(let place):
            return [input[..<place], input[place...]]
        case .random(let longest, let salt):
            var state = Self.digest(of: input) ^ salt
            var pieces: [ArraySlice<UInt8>] = []
            var rest = input[...]
            while !rest.isEmpty {
                // Knuth's linear congruential generator; its high bits are the random ones.
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let length = Int(state >> 33) % (longest + 1)
                pieces.append(rest.prefix(length))
                rest = rest.dropFirst(length)
            }
            return pieces
        }
    }

    /// Returns the FNV-1a hash, a number that depends on every byte.
    public static func digest(of input: [UInt8]) -> UInt64 {
        input.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
