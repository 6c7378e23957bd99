import AgentWire
import Testing

@testable import AgentRuntime

@Suite struct ItemNumbersTests {
    @Test func anItemNotEmittedBeforeAKillKeepsItsNumber() {
        var numbers = ItemNumbers(count: 3)
        numbers.restore(call: "a", item: 3)
        #expect(numbers.add(call: "b") == 4)
        numbers.restore(call: "c", item: 1)
        #expect(numbers.add() == 5)
        #expect(numbers.add(call: "d") == 6)
        #expect(["a", "b", "c", "d"].map { numbers.number(of: $0) } == [3, 4, 1, 6])
    }

    @Test func anIDThatIsUsedAgainHasTheLatestNumber() {
        var numbers = ItemNumbers()
        #expect(numbers.number(of: "a") == RunItem.unnumbered)
        #expect(numbers.add(call: "a") == 0)
        #expect(numbers.add(call: "a") == 1)
        #expect(numbers.number(of: "a") == 1)
    }
}
