/// How long a key that failed is left alone, in seconds.
enum KeyDelay {
    /// Until a dead key is checked again, after a check that did not help: a minute, doubling up to six hours.
    static func dead(afterChecks count: Int) -> Double {
        doubled(60, times: count - 1, upTo: 6 * 3600)
    }

    /// For how long a check that accepted a key stands against a call that was refused.
    static let trust: Double = 60

    /// How long other keys are preferred to one that its check accepts and its calls do not: five seconds, doubling up to five minutes.
    static func doubt(afterFailures count: Int) -> Double {
        doubled(5, times: count - 1, upTo: 300)
    }

    /// Until a key without credit is tried again: an hour, doubling up to a day.
    static func withoutCredit(afterFailures count: Int) -> Double {
        doubled(3600, times: count - 1, upTo: 24 * 3600)
    }

    /// Until a key that was used too often is lent again, when the upstream does not say: a second, doubling up to a minute.
    static func limited(afterFailures count: Int) -> Double {
        doubled(1, times: count - 1, upTo: 60)
    }

    /// The same when the upstream does say: what it says, up to a day.
    static func limited(asking wish: Duration) -> Double {
        min(max(wish.seconds, 0), 24 * 3600)
    }

    private static func doubled(_ first: Double, times: Int, upTo limit: Double) -> Double {
        (0..<max(0, min(times, 30))).reduce(first) { delay, _ in min(delay * 2, limit) }
    }
}
