import Storage
import Testing

@Suite struct CallSurplusTests {
    /// The stored calls, their bytes, the bytes of the calls that are offered for deletion, and the number of those deleted.
    @Test(
        arguments: [
            (0, 0, [], 0), (3, 100, [10], 0), (4, 40, [10, 10], 1), (6, 60, [10, 10, 10, 10], 3),
            (2, 130, [20, 20, 20], 2), (2, 101, [1, 50], 1), (9, 10, [1, 1], 2),
        ] as [(Int, Int, [Int], Int)]
    )
    func asManyCallsAreDeletedAsAreBeyondTheBounds(count: Int, bytes: Int, offered: [Int], deleted: Int) {
        var surplus = CallSurplus(count: count, bytes: bytes, bounds: CallBounds(count: 3, bytes: 100))
        var removed = 0
        for call in offered where surplus.isExceeded {
            surplus.remove(bytes: call)
            removed += 1
        }
        #expect(removed == deleted)
    }
}
