import Testing

@testable import LanguageModels

@Suite struct RandomSupplyTests {
    /// More than are fetched at once, in two supplies: no number comes twice.
    @Test func noNumberIsGivenTwice() {
        var (first, second) = (RandomSupply(), RandomSupply())
        let numbers = (0..<1000).flatMap { _ in [first.next(), second.next()] }
        #expect(Set(numbers).count == numbers.count)
        // 2000 numbers with one bit at the same value are as likely as none.
        for bit in 0..<UInt64.bitWidth { #expect(Set(numbers.map { $0 >> bit & 1 }).count == 2) }
    }
}
