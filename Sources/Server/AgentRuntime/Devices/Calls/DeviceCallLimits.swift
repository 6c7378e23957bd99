/// The deadlines of calls on devices.
///
/// Apple ends an app's work in the background after 30 seconds; the other durations are of the same order.
public struct DeviceCallLimits: Sendable, Equatable {
    /// The time in which a live device must claim a call.
    public var claim: Duration
    /// The time between a claim and the start of the work.
    public var lease: Duration
    /// The time of the work in the background; a report of progress starts it again.
    public var background: Duration
    /// The time of the work in the foreground, where a person may be asked.
    public var foreground: Duration
    /// The time of the work with all its reports of progress.
    public var longestRun: Duration
    /// The time in which a device must answer a query about its entities.
    public var query: Duration
    /// The time for which a device is live after its last request.
    public var liveness: Duration
    /// The number of times that a call is offered to devices.
    public var attempts: Int
    /// The time for which an output that arrived too late is kept.
    public var lateOutputs: Duration

    /// Makes limits.
    public init(
        claim: Duration = .seconds(10),
        lease: Duration = .seconds(30),
        background: Duration = .seconds(30),
        foreground: Duration = .seconds(300),
        longestRun: Duration = .seconds(600),
        query: Duration = .seconds(5),
        liveness: Duration = .seconds(60),
        attempts: Int = 3,
        lateOutputs: Duration = .seconds(86_400)
    ) {
        (self.claim, self.lease) = (claim, lease)
        (self.background, self.foreground, self.longestRun) = (background, foreground, longestRun)
        (self.query, self.liveness, self.attempts, self.lateOutputs) = (query, liveness, attempts, lateOutputs)
    }
}
