/// The amount of work that the server accepts at a time before it refuses turns.
public struct LoadLimits: Sendable, Equatable {
    /// The most runs that execute at a time.
    public var runs: Int
    /// The most runs that wait for a slot or for their conversation.
    public var queuedRuns: Int
    /// The most runs that wait for their clients: for an approval, or for the output of a tool that the client runs.
    public var waitingRuns: Int
    /// The most bytes of memory in use when a turn is accepted; `nil` for no limit.
    public var memoryBytes: Int?
    /// The most bytes of the requests and the conversations of active turns; `nil` for a quarter of the memory.
    public var turnBytes: Int?

    /// Makes limits.
    public init(
        runs: Int = 16_384,
        queuedRuns: Int = 4096,
        waitingRuns: Int = 4096,
        memoryBytes: Int? = nil,
        turnBytes: Int? = nil
    ) {
        self.runs = runs
        self.queuedRuns = queuedRuns
        self.waitingRuns = waitingRuns
        self.memoryBytes = memoryBytes
        self.turnBytes = turnBytes
    }

    /// The bytes of memory for each byte of JSON text: the text, its value and its entry.
    static let memoryForByte = 4

    /// The bytes that active turns may have: each one becomes about four bytes of memory.
    var bytesOfTurns: Int { turnBytes ?? memoryBytes.map { $0 / Self.memoryForByte } ?? .max }
}
