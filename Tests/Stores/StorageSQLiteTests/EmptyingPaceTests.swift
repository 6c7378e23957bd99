import Testing

@testable import StorageSQLite

@Suite struct EmptyingPaceTests {
    /// Four erasures wait for nothing; from then on the log is emptied once in three seconds, however many there are.
    @Test func aFewAtOnceAndThenOneInThreeSeconds() {
        var pace = EmptyingPace()
        let start = ContinuousClock.now
        var waits = (0..<5).map { _ in pace.wait(at: start) }
        #expect(waits == [.zero, .zero, .zero, .zero, .seconds(3)])
        waits = [pace.wait(at: start + .seconds(3)), pace.wait(at: start + .seconds(60))]
        #expect(waits == [.seconds(3), .zero])
    }
}
