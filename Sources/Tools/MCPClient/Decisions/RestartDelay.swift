/// The time before a server is started or connected again after a failure.
struct RestartDelay: Sendable, Equatable {
    private static let shortest: Duration = .milliseconds(500)
    private static let longest: Duration = .seconds(60)
    /// A server that worked for this long starts again without delay.
    private static let longEnough: Duration = .seconds(60)

    private var failures = 0

    /// Returns the time to wait after a server worked for some time and ended.
    mutating func next(after uptime: Duration) -> Duration {
        if uptime >= Self.longEnough { failures = 0 }
        defer { failures += 1 }
        return failures >= 7 ? Self.longest : min(Self.shortest * (1 << failures), Self.longest)
    }
}
