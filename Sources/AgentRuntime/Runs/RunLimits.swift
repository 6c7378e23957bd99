public import Storage

/// How long things may take, and how long what is left of them is kept.
public struct RunLimits: Sendable {
    /// How long a run goes on when nobody reads it.
    public var disconnectGrace: Duration
    /// How long a run may take, the time in which it waits for its conversation included, that for its client not.
    public var runDeadline: Duration
    /// How long a model may take for one round.
    public var roundDeadline: Duration
    /// How long a tool may take that sets no time of its own.
    public var toolDeadline: Duration
    /// How long a run waits for an approval or an output of the client.
    public var actionDeadline: Duration
    /// After how long the store has what a run has told.
    public var storeDelay: Duration
    /// How long a run that has ended can be read, unless it is a direct call.
    public var runRetention: Duration
    /// How long a direct call that has ended can be read; never longer than other runs.
    public var callRetention: Duration
    /// The most direct calls that have ended and stay in memory because the store does not have them yet, of all clients together.
    public var unstoredCalls: CallBounds
    /// How long a conversation is kept after its latest turn; `nil` for good.
    public var conversationRetention: Duration?

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
        conversationRetention: Duration? = nil
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
    }
}
