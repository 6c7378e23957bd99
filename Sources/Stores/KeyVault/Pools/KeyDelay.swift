/// The delays after failures of a key, in seconds.
enum KeyDelay {
    /// Returns the delay until the next check of a dead key, after a check that did not accept it: a minute, doubling up to six
    /// hours.
    static func dead(afterChecks count: Int) -> Double {
        doubled(60, times: count - 1, upTo: 6 * 3600)
    }

    /// The time during which an accepting check outweighs refused calls.
    static let trust: Double = 60

    /// Returns the time for which other keys are preferred to one that its check accepts and its calls do not: five seconds,
    /// doubling up to five minutes.
    static func doubt(afterFailures count: Int) -> Double {
        doubled(5, times: count - 1, upTo: 300)
    }

    /// Returns the delay until a key without credit is tried again: an hour, doubling up to a day.
    static func withoutCredit(afterFailures count: Int) -> Double {
        doubled(3600, times: count - 1, upTo: 24 * 3600)
    }

    /// Returns the delay until a rate-limited key is lent again if the upstream names no time: a second, doubling up to a minute.
    static func limited(afterFailures count: Int) -> Double {
        doubled(1, times: count - 1, upTo: 60)
    }

    /// Returns the delay until a rate-limited key is lent again if the upstream names a time: that time, up to a day.
    static func limited(asking requestedDelay: Duration) -> Double {
        min(max(requestedDelay.seconds, 0), 24 * 3600)
    }

    private static func doubled(_ first: Double, times: Int, upTo limit: Double) -> Double {
        (0..<max(0, min(times, 30))).reduce(first) { delay, _ in min(delay * 2, limit) }
    }
}

extension Duration {
    /// The duration in seconds, with its fraction.
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
