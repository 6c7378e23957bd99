import Testing

@testable import LanguageModels

@Suite struct RandomSupplyTests {
    /// More numbers than one fetch, from two buffers: no number occurs twice.
    @Test func noNumberIsReturnedTwice() {
        var (first, second) = (RandomSupply(), RandomSupply())
        let numbers = (0..<1000).flatMap { _ in [first.next(), second.next()] }
        #expect(Set(numbers).count == numbers.count)
        // That 2000 numbers share the value of one bit is practically impossible.
        for bit in 0..<UInt64.bitWidth { #expect(Set(numbers.map { $0 >> bit & 1 }).count == 2) }
    }
}
