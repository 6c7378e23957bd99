public import FoundationEssentials

/// The store of runs and their events.
public protocol RunStore: Sendable {
    /// Stores what is new of several runs, in one transaction that is durable on return.
    ///
    /// A run that is not stored yet is made; of one that is, the status, the pending calls and the time are set. Events before
    /// those that are stored already are left out, so that a write can be repeated.
    ///
    /// When a client has more direct calls than ``CallBounds/stored``, those that have ended are deleted in the same transaction: first
    /// those without an idempotency key, the oldest first. So no write of a direct call is refused because its client has stored too much.
    /// - Returns: The runs of which nothing was written, because they do not fit what is stored: another turn of the conversation
    ///   was committed first, the conversation is another client's, or events before these are missing.
    func write(_ writes: [RunWrite]) async throws -> Set<String>

    /// The run with this id, or nil.
    func run(_ id: String) async throws -> RunRecord?

    /// The latest run that this client asked for under this key, or nil.
    func run(of client: String, idempotencyKey: String) async throws -> RunRecord?

    /// Stores what a request has answered; one that is stored under its key stays as it is.
    ///
    /// The run must be stored already.
    func keep(_ answer: KeyedAnswer) async throws

    /// What this client has answered by a request under this key, or nil.
    func keyedAnswer(of client: String, idempotencyKey: String) async throws -> KeyedAnswer?

    /// The runs that have not ended, in the order in which they were asked for.
    func unfinishedRuns() async throws -> [RunRecord]

    /// A page of a conversation's runs in the order in which they were asked for, as far as they are kept.
    ///
    /// - Parameter place: The last run of the page before; `nil` for the first page.
    func runs(of conversation: String, after place: RunSummary?, limit: Int) async throws -> [RunSummary]

    /// A run's events in order: from the chunk that holds the event `sequence` on, `limit` chunks at most.
    func events(of run: String, from sequence: Int, limit: Int) async throws -> [RunEventChunk]

    /// Deletes runs that ended before a time, with their events; direct calls stay.
    /// - Returns: How many were deleted, which is `limit` when there may be more.
    func deleteRuns(endedBefore time: Date, limit: Int) async throws -> Int

    /// Deletes direct calls that ended before a time, with their events.
    /// - Returns: As ``deleteRuns(endedBefore:limit:)``.
    func deleteCalls(endedBefore time: Date, limit: Int) async throws -> Int
}

/// A request under an idempotency key that answered what a run waited for: by a message that decided a call, or by outputs.
///
/// It is stored before the answer is taken, so that the same request gets the same reply and answers nothing else when it is repeated.
public struct KeyedAnswer: Sendable, Equatable {
    /// The client.
    public var client: String
    /// The request's idempotency key.
    public var idempotencyKey: String
    /// The request's body, or what tells its outputs from those of other calls.
    public var request: String
    /// The run that waited.
    public var run: String
    /// The place of the reply in the run: the number of the first event after a decision, or the number of waits before the answer to
    /// outputs.
    public var sequence: Int

    /// Makes one.
    public init(client: String, idempotencyKey: String, request: String, run: String, sequence: Int) {
        self.client = client
        self.idempotencyKey = idempotencyKey
        self.request = request
        self.run = run
        self.sequence = sequence
    }
}
