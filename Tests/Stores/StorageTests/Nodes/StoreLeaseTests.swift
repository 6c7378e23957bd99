import Storage
import Testing

/// The holder of a lease ends and continues the work of processes that are gone.
@Suite struct StoreLeaseTests {
    private struct Lease: StoreLease {
        var worker = Worker(node: NodeID("a"), epoch: 2)
        var isExclusive: Bool
    }

    struct Row: Sendable {
        var isExclusive: Bool
        var node: String
        var epoch: Int64
        var isLeft: Bool
        var answers: Bool
    }

    @Test(arguments: [
        Row(isExclusive: true, node: "a", epoch: 2, isLeft: false, answers: true),
        Row(isExclusive: true, node: "a", epoch: 1, isLeft: true, answers: true),
        Row(isExclusive: true, node: "b", epoch: 2, isLeft: true, answers: true),
        Row(isExclusive: false, node: "a", epoch: 2, isLeft: false, answers: true),
        Row(isExclusive: false, node: "a", epoch: 1, isLeft: true, answers: true),
        Row(isExclusive: false, node: "b", epoch: 2, isLeft: false, answers: false),
    ])
    func workIsLeftByProcessesThatAreGone(_ row: Row) {
        let lease = Lease(isExclusive: row.isExclusive)
        let other = Worker(node: NodeID(row.node), epoch: row.epoch)
        #expect(lease.leftWork.includes(other) == row.isLeft)
        #expect(lease.answers(for: other) == row.answers)
    }

    @Test func eachStartIsAnotherWorker() {
        #expect(SoleLease().worker != SoleLease().worker)
        #expect(SoleLease().worker.node == .local)
    }
}
