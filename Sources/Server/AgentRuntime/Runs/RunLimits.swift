public import Storage

/// The time limits of runs, and the retention periods of their data.
public struct RunLimits: Sendable {
    /// The grace window: the time for which a run continues without readers.
    public var disconnectGrace: Duration
    /// The time limit of a run, including the wait for its conversation but not for its client.
    public var runDeadline: Duration
    /// The time limit of a model for one round.
    public var roundDeadline: Duration
    /// The time limit of a tool that sets none itself.
    public var toolDeadline: Duration
    /// The time for which a run waits for an approval or an output of the client.
    public var actionDeadline: Duration
    /// The interval at which events are stored.
    public var storeDelay: Duration
    /// The time for which an ended run can be read, unless it is a direct call.
    public var runRetention: Duration
    /// The time for which an ended direct call can be read; never longer than other runs.
    public var callRetention: Duration
    /// The most ended direct calls that stay in memory because the store does not have them yet, for all clients together.
    public var unstoredCalls: CallBounds
    /// The time for which a conversation is kept after its latest turn; `nil` for no limit.
    public var conversationRetention: Duration?
    /// The deadlines of calls on devices.
    public var deviceCalls: DeviceCallLimits

    /// Makes limits.
    public init(
        disconnectGrace: Duration = .seconds(10),
        runDeadline: Duration = .seconds(1800),
        roundDeadline: Duration = .seconds(600),
        toolDeadline: Duration = .seconds(120),
        actionDeadline: Duration = .seconds(300),
        storeDelay: Duration = .seconds(1),
        runRetention: Duration = .seconds(86_400),
        callRetention: Duration = .seconds(600),
        unstoredCalls: CallBounds = CallBounds(count: 1000, bytes: 16 << 20),
        conversationRetention: Duration? = nil,
        deviceCalls: DeviceCallLimits = DeviceCallLimits()
    ) {
        self.disconnectGrace = disconnectGrace
        self.runDeadline = runDeadline
        self.roundDeadline = roundDeadline
        self.toolDeadline = toolDeadline
        self.actionDeadline = actionDeadline
        self.storeDelay = storeDelay
        self.runRetention = runRetention
        self.callRetention = callRetention
        self.unstoredCalls = unstoredCalls
        self.conversationRetention = conversationRetention
        self.deviceCalls = deviceCalls
    }
}
