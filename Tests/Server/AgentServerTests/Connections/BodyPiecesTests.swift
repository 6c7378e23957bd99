import NIOCore
import Testing

@testable import AgentServer

@Suite struct BodyPiecesTests {
    /// Joins pieces of these sizes; returns the buffers that are passed on, including the rest at the end.
    private func join(_ sizes: [Int]) throws(BodyPieces.TooMany) -> [[UInt8]] {
        var pieces = BodyPieces()
        pieces.reset()
        var found: [[UInt8]] = []
        for (number, size) in sizes.enumerated() {
            let piece = ByteBuffer(repeating: UInt8(truncatingIfNeeded: number), count: size)
            let (first, second) = try pieces.add(piece, ByteBufferAllocator())
            for buffer in [first, second] { if let buffer { found.append(Array(buffer.readableBytesView)) } }
        }
        if let rest = pieces.removeJoined() { found.append(Array(rest.readableBytesView)) }
        return found
    }

    @Test(
        arguments: [
            ([], []), ([1], [1]), ([1, 1, 1], [3]), ([5000, 5000], [5000, 5000]), ([1, 2, 5000, 3], [3, 5000, 3]),
            (Array(repeating: 4000, count: 20), [68_000, 12_000]),
            (Array(repeating: 1, count: 32_768), [32_768]),
        ] as [([Int], [Int])]
    )
    func smallPiecesAreJoinedInOrder(_ sizes: [Int], _ expected: [Int]) throws {
        let joined = try join(sizes)
        #expect(joined.map(\.count) == expected)
        let bytes = sizes.enumerated().flatMap { Array(repeating: UInt8(truncatingIfNeeded: $0), count: $1) }
        #expect(Array(joined.joined()) == bytes)
    }

    @Test(
        arguments: [
            // The pieces have this size, and the piece with this number is refused; `nil` for none.
            (1, 34_953), (4, 43_691), (8, 65_537), (15, 524_289), (16, nil),
        ] as [(Int, Int?)]
    )
    func aBodyInTooManyTinyPiecesIsRefused(size: Int, limit: Int?) throws {
        guard let limit else {
            #expect(throws: Never.self) { try join(Array(repeating: size, count: 1_000_000)) }
            return
        }
        #expect(throws: Never.self) { try join(Array(repeating: size, count: limit - 1)) }
        #expect(throws: BodyPieces.TooMany.self) { try join(Array(repeating: size, count: limit)) }
    }

    @Test func eachBodyIsCountedSeparately() throws {
        var pieces = BodyPieces()
        for _ in 0..<10 {
            pieces.reset()
            for _ in 0..<BodyPieces.freePieces { _ = try pieces.add(ByteBuffer(bytes: [1]), ByteBufferAllocator()) }
        }
    }
}
