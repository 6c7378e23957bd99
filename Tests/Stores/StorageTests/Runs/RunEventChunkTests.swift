import Storage
import Testing

@Suite struct RunEventChunkTests {
    /// Events `0 …`, one line each.
    private func chunk(_ range: Range<Int>) -> RunEventChunk {
        RunEventChunk(
            first: range.lowerBound,
            count: range.count,
            lines: range.flatMap { Array("event \($0)\n".utf8) }
        )
    }

    @Test(arguments: 0...5)
    func aChunkIsCutAtAnEvent(sequence: Int) {
        let cut = chunk(1..<4).dropping(before: sequence)
        #expect(
            cut == (sequence >= 4 ? RunEventChunk(first: sequence, count: 0, lines: []) : chunk(max(1, sequence)..<4))
        )
    }
}
