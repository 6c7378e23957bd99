import Testing

@testable import Accounts

@Suite struct RateBucketTests {
    @Test func theAmountOfAMinuteIsAvailableAtOnceAndRefillsEvenly() {
        var bucket = RateBucket(limit: 60, at: 0)
        #expect(bucket.available == 60 && bucket.milliseconds(until: 60) == 0)
        bucket.remove(60)
        #expect(bucket.available == 0)
        #expect(bucket.milliseconds(until: 1) == 1000 && bucket.milliseconds(until: 60) == 60_000)
        bucket.fill(at: 999)
        #expect(bucket.available == 0 && bucket.milliseconds(until: 1) == 1)
        bucket.fill(at: 1000)
        #expect(bucket.available == 1)
        bucket.fill(at: 3_600_000)
        #expect(bucket.available == 60)
    }

    @Test func anAmountBeyondTheCapacityIsNeverAvailable() {
        let bucket = RateBucket(limit: 10, at: 0)
        #expect(bucket.milliseconds(until: 11) == nil && bucket.milliseconds(until: 10) == 0)
    }

    /// Filling in many small steps adds as much as one large step.
    @Test(arguments: [1, 7, 59, 60_001, 1_000_000_000_000])
    func roundingLosesNothing(limit: Int) {
        var small = RateBucket(limit: limit, at: 0)
        small.remove(limit)
        var large = small
        for time in 1...997 { small.fill(at: time) }
        large.fill(at: 997)
        #expect(small == large)
    }

    @Test func overdrawnAmountsAreADebtAndReturnedAmountsStayWithinTheCapacity() {
        var bucket = RateBucket(limit: 60, at: 0)
        bucket.remove(90)
        #expect(bucket.available == 0 && bucket.milliseconds(until: 1) == 31_000)
        bucket.remove(-1000)
        #expect(bucket.available == 60)
    }

    @Test func aClockSetBackAddsNothingTwice() {
        var bucket = RateBucket(limit: 60, at: 1_000_000)
        bucket.remove(60)
        bucket.fill(at: 0)
        #expect(bucket.available == 0)
        bucket.fill(at: 1000)
        #expect(bucket.available == 1)
    }

    @Test func aChangedLimitKeepsRemovedAmounts() {
        var bucket = RateBucket(limit: 60, at: 0)
        bucket.remove(20)
        bucket.resize(to: 100)
        #expect(bucket.available == 80)
        bucket.resize(to: 10)
        #expect(bucket.available == 0 && bucket.milliseconds(until: 1) == 66_000)
    }

    @Test func hugeTimesDoNotOverflow() {
        var bucket = RateBucket(limit: 1_000_000_000_000, at: 0)
        for _ in 0..<100 { bucket.remove(1_000_000_000_000) }
        bucket.fill(at: .max)
        #expect(bucket.available == 1_000_000_000_000)
    }
}
