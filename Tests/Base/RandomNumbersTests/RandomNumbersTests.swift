import Testing

@testable import RandomNumbers

/// The buffer of random numbers behind unique values.
@Suite struct RandomNumbersTests {
    /// More numbers than one fetch, from two buffers: no number occurs twice.
    @Test func noNumberIsReturnedTwice() {
        var (first, second) = (RandomSupply(), RandomSupply())
        let numbers = (0..<1000).flatMap { _ in [first.next(), second.next()] }
        #expect(Set(numbers).count == numbers.count)
        // That 2000 numbers share the value of one bit is practically impossible.
        for bit in 0..<UInt64.bitWidth { #expect(Set(numbers.map { $0 >> bit & 1 }).count == 2) }
    }

    @Test func theBufferIsFilledAgainWhenItIsEmpty() {
        var supply = RandomSupply()
        #expect(supply.numbers.isEmpty)
        let first = (0..<RandomSupply.size).map { _ in supply.next() }
        #expect(supply.numbers.isEmpty)
        let next = supply.next()
        #expect(supply.numbers.count == RandomSupply.size - 1)
        #expect(Set(first).isDisjoint(with: supply.numbers + [next]))
    }

    /// The tasks run on several threads.
    @Test func tasksShareTheBufferWithoutSharingNumbers() async {
        let numbers = await withTaskGroup(of: [UInt64].self, returning: [UInt64].self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var generator = SharedRandomNumbers()
                    return (0..<1000).map { _ in generator.next() }
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(numbers.count == 8000)
        #expect(Set(numbers).count == 8000)
    }
}
