import Testing

@testable import StorageSQLite

@Suite struct InventoryIndexPlanTests {
    private let always = Array(repeating: true, count: 48)

    private func every(_ step: Int) -> [Bool] { (0..<48).map { $0 % step == 0 } }

    @Test func fewRowsNeedNoSample() {
        let plan = InventoryIndexPlan([.init(share: 0.001, lists: 1), .init(share: 0.1, lists: 1)])
        #expect(plan.isLeadEnough(among: 100_000) && !plan.isLeadEnough(among: 1_000_000))
    }

    @Test func theRarestLeads() {
        let plan = InventoryIndexPlan([
            .init(share: 0.3, lists: 1), .init(share: 0.01, lists: 1), .init(share: 1, lists: 9),
        ])
        #expect(plan.lead == 1)
        #expect(plan.asked(sample: []) == [1])
    }

    @Test func aConditionThatAlwaysHoldsWithTheLeadIsNotAskedAbout() {
        let plan = InventoryIndexPlan([
            .init(share: 0.02, lists: 1), .init(share: 0.1, lists: 1), .init(share: 0.1, lists: 1),
        ])
        // The second is a piece of the same word; the third drops nine of ten.
        let sample = [always, always, every(10)]
        #expect(plan.asked(sample: sample) == [0, 2])
    }

    @Test func aLongListForFewRowsIsNotRead() {
        // Two thousandths of all items are read as rows: cheaper than a list with every third item.
        let plan = InventoryIndexPlan([.init(share: 0.002, lists: 1), .init(share: 0.35, lists: 1)])
        #expect(plan.asked(sample: [always, every(3)]) == [0])
        let dense = InventoryIndexPlan([.init(share: 0.2, lists: 1), .init(share: 0.35, lists: 1)])
        #expect(dense.asked(sample: [always, every(3)]) == [0, 1])
    }

    @Test func manyListsCostMoreThanOne() {
        for (lists, asked) in [(1, [0, 1]), (70, [0])] {
            let plan = InventoryIndexPlan([.init(share: 0.01, lists: 1), .init(share: 0.5, lists: lists)])
            #expect(plan.asked(sample: [always, every(2)]) == asked, "\(lists)")
        }
    }
}
