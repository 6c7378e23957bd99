/// How much may go on at a time before turns are refused.
public struct LoadLimits: Sendable, Equatable {
    /// How many runs may be at work.
    public var runs: Int
    /// How many runs may wait: for one of those to end, or for their conversation.
    public var queuedRuns: Int
    /// How many runs may wait for their clients: for an approval, or for the output of a tool that the client runs.
    public var waitingRuns: Int
    /// How many bytes of memory may be in use when a turn comes; `nil` for any number.
    public var memoryBytes: Int?

    /// Makes limits.
    public init(runs: Int = 16_384, queuedRuns: Int = 4096, waitingRuns: Int = 4096, memoryBytes: Int? = nil) {
        self.runs = runs
        self.queuedRuns = queuedRuns
        self.waitingRuns = waitingRuns
        self.memoryBytes = memoryBytes
    }
}
