import Testing

@testable import Transport

@Suite struct HoldUpLimitTests {
    private static let start = ContinuousClock.now
    private let limit = HoldUpLimit(.seconds(10))

    private static func second(_ second: Double) -> ContinuousClock.Instant { start + .seconds(second) }

    @Test(arguments: [
        (0.0, 1, HoldUpLimit.Decision.checkAgain(at: second(10))), (9.9, 1, .checkAgain(at: second(10))),
        (10, 1, .end), (10, 5, .end), (60, 1, .end), (10, 0, .checkAgain(at: second(20))),
        (60, 0, .checkAgain(at: second(70))), (3, 0, .checkAgain(at: second(10))),
    ]) func decisions(now: Double, waiting: Int, decision: HoldUpLimit.Decision) {
        #expect(limit.decision(pausedSince: Self.start, waiting: waiting, at: Self.second(now)) == decision)
    }

    @Test(arguments: [(0.0, 0.0), (4, 4), (10, 10), (10.5, 10), (99, 10)])
    func theExcuseIsLimited(now: Double, end: Double) {
        #expect(limit.excuseEnd(since: Self.start, at: Self.second(now)) == Self.second(end))
    }

    @Test(arguments: [Duration.zero, .seconds(-1)]) func thereIsALeastLength(length: Duration) {
        let limit = HoldUpLimit(length)
        #expect(limit.firstCheck(at: Self.start) > Self.start)
        #expect(limit.decision(pausedSince: Self.start, waiting: 1, at: Self.start) != .end)
    }
}
