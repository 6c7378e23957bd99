import Foundation
import Testing

@testable import Accounts

@Suite struct ErasureBudgetTests {
    private let start = Date(timeIntervalSince1970: 1_795_000_000)

    @Test func aPersonHasThreeInADay() {
        var budget = ErasureBudget()
        var waits: [Int?] = []
        for time in [0, 100, 200, 300, 86_399.5, 86_400] {
            waits.append(budget.spend(person: "a", client: "app", at: start + time))
        }
        #expect(waits == [nil, nil, nil, 86_100, 1, nil])
        let other = budget.spend(person: "b", client: "app", at: start + 300)
        #expect(other == nil)
    }

    @Test func aClientHasTenInAMinute() {
        var budget = ErasureBudget()
        let waits = (0..<11).map { budget.spend(person: "\($0)", client: "app", at: start + 20) }
        #expect(waits.dropLast().allSatisfy { $0 == nil } && waits.last == .some(60))
        let others = [
            budget.spend(person: "11", client: "other", at: start + 20),
            budget.spend(person: "10", client: "app", at: start + 80),
        ]
        #expect(others == [nil, nil])
    }
}
