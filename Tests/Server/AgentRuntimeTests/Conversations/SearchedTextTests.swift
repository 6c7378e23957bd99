import Testing

@testable import AgentRuntime

/// The part of a turn's texts that can be searched.
@Suite struct SearchedTextTests {
    @Test(arguments: [
        ("a", 20_000, 20_000), ("日", 20_000, 60_000), ("a", 20_001, 20_000), ("日", 30_000, 60_000),
        ("😀", 30_000, 80_000),
        // A character of any number of marks.
        ("\u{301}", 500_000, 80_000), ("👩‍👩‍👧‍👦", 10_000, 80_000),
    ])
    func itHasLimitsInCharactersAndBytes(piece: String, count: Int, bytes: Int) {
        let searched = TurnContent.searched(String(repeating: piece, count: count))
        #expect(searched.utf8.count == bytes)
        #expect(searched.count <= 20_000)
    }
}
