import Telemetry
import Testing

@Suite struct DurationHistogramTests {
    @Test(arguments: [
        (Duration.zero, 0), (.milliseconds(5), 0), (.nanoseconds(5_000_001), 1), (.milliseconds(10), 1),
        (.milliseconds(11), 2), (.seconds(1), 7), (.seconds(60), 12), (.nanoseconds(60_000_000_001), 13),
        (.seconds(86_400), 13),
    ]) func aDurationCountsInTheFirstBucketThatContainsIt(duration: Duration, bucket: Int) {
        var histogram = DurationHistogram(bounds: DurationHistogram.answers)
        histogram.record(duration)
        #expect(histogram.counts.firstIndex(of: 1) == bucket)
        #expect(histogram.counts.count == DurationHistogram.answers.count + 1)
        #expect(histogram.count == 1)
        #expect(histogram.sum == duration)
    }

    @Test func countsOfTwoHistogramsAddUp() {
        var histogram = DurationHistogram(bounds: [.seconds(1)])
        var other = histogram
        histogram.record(.milliseconds(500))
        other.record(.seconds(2))
        other.record(.seconds(1))
        histogram.add(other)
        #expect(histogram.counts == [2, 1])
        #expect(histogram.sum == .milliseconds(3500))
    }
}
