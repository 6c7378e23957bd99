/// The streams of a session that can be resumed, within bounds of number, size and time.
struct KeptStreams {
    /// The most streams.
    private static let most = 16
    /// The most bytes of finished streams.
    private static let mostBytes = 2 << 20
    /// The time for which an answer is kept that was not read to its end.
    private static let unreadTime = Duration.seconds(300)

    /// The streams, oldest first.
    private var streams: [MessageStream] = []
    /// The times at which finished streams without a reader were first seen, by their numbers.
    private var finishedAt: [Int: ContinuousClock.Instant] = [:]

    /// Returns a stream by its number.
    subscript(_ number: Int) -> MessageStream? { streams.first { $0.number == number } }

    /// Adds a stream, and drops finished ones beyond the bounds, oldest first.
    mutating func append(_ stream: MessageStream) {
        var bytes = 0
        var count = 0
        let kept = streams.reversed().filter { stream in
            bytes += stream.byteCount
            count += 1
            return !stream.isFinished || count < Self.most && bytes <= Self.mostBytes
        }
        streams = kept.reversed() + [stream]
    }

    /// Drops finished streams some time after they had their last reader.
    mutating func dropFinished(at now: ContinuousClock.Instant, after time: Duration) {
        var still: [Int: ContinuousClock.Instant] = [:]
        streams.removeAll { stream in
            guard stream.isFinished, !stream.hasReader else { return false }
            let since = finishedAt[stream.number] ?? now
            still[stream.number] = since
            return now - since >= (stream.isSpent ? time : max(time, Self.unreadTime))
        }
        finishedAt = still
    }

    /// Drops the streams whose answer was read.
    mutating func dropSpent() { streams.removeAll(where: \.isSpent) }
}
