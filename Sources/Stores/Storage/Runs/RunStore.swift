public import FoundationEssentials

/// A store of runs and their events.
public protocol RunStore: Sendable {
    /// Stores what is new of several runs, in one transaction that is durable on return.
    ///
    /// A run that is not stored yet is inserted; of a stored run, the status, the model, the pending calls and the time are updated. Events
    /// that are stored already are left out, so a write can be repeated. ``RunWritePlan`` decides.
    ///
    /// If an owner has more direct calls than ``CallBounds/stored``, ended ones are deleted in the same transaction: first those without
    /// an idempotency key, the oldest first. So a direct call is never refused because its owner has stored too much.
    /// - Returns: The ids of the runs of which nothing was written because they do not fit what is stored: another turn of the conversation
    ///   was committed first, the conversation belongs to another owner, earlier events are missing, or the run has another worker now.
    func write(_ writes: [RunWrite]) async throws -> Set<String>

    /// Writes something small, durably, and changes nothing: a probe of a store that has failed.
    func verifyWritable() async throws

    /// Returns the run with this id, or `nil`.
    func run(_ id: String) async throws -> RunRecord?

    /// Returns the latest run that this owner requested under this key, or `nil`.
    func run(of owner: Owner, idempotencyKey: String) async throws -> RunRecord?

    /// Stores a request that answered a waiting run; an answer that is stored under its key already stays as it is.
    ///
    /// The run must be stored before.
    func saveKeyedAnswer(_ answer: KeyedAnswer) async throws

    /// Returns this owner's answer under this key, or `nil`.
    func keyedAnswer(of owner: Owner, idempotencyKey: String) async throws -> KeyedAnswer?

    /// Returns the runs that processes have left unfinished, in the order of their requests.
    func unfinishedRuns(of left: LeftWork) async throws -> [RunRecord]

    /// Returns runs that have not ended and belong to other nodes, by their ids, the least first.
    ///
    /// - Parameters:
    ///   - node: The node whose runs are left out.
    ///   - owner: Their owner; `nil` for all.
    ///   - conversation: Their conversation; `nil` for all.
    ///   - id: The run after which the page starts; `nil` for the first page.
    func unfinishedRuns(
        besides node: NodeID,
        of owner: Owner?,
        in conversation: String?,
        after id: String?,
        limit: Int
    ) async throws -> [RunRecord]

    /// Returns the numbers of runs that have not ended, by their statuses.
    ///
    /// - Parameter node: A node whose runs are left out; `nil` for none.
    func countsOfUnfinishedRuns(besides node: NodeID?) async throws -> [RunStatus: Int]

    /// Returns a page of a conversation's stored runs, in the order of their requests.
    ///
    /// - Parameter place: The last run of the page before; `nil` for the first page.
    func runs(of conversation: String, after place: RunSummary?, limit: Int) async throws -> [RunSummary]

    /// Returns the status of the latest run of each conversation; none for a conversation without runs.
    func latestStatuses(of conversations: [String]) async throws -> [String: RunStatus]

    /// Returns the runs of all owners that a filter includes, by their ids, the greatest first.
    ///
    /// The cost is bounded: the store looks at a limited number of runs, so it may return fewer than `limit` although there are more.
    ///
    /// - Parameters:
    ///   - limit: The most runs to return.
    ///   - lookLimit: The most runs to look at.
    func runs(matching filter: RunFilter, limit: Int, lookingAt lookLimit: Int) async throws -> RunListPage

    /// Returns the stored times and counts of a run; `nil` for none.
    func timeline(of run: String) async throws -> RunTimelineRecord?

    /// Returns the numbers of stored runs that ended since a time, by their statuses.
    ///
    /// - Parameter ids: The runs that are not counted.
    func countsOfRuns(endedSince time: Date, except ids: [String]) async throws -> [RunStatus: Int]

    /// Returns a run's events in order: at most `limit` chunks, starting with the chunk that has the event `sequence`.
    func events(of run: String, from sequence: Int, limit: Int) async throws -> [RunEventChunk]

    /// Deletes runs that ended before a time, with their events, but no direct calls.
    /// - Returns: The number of deleted runs; if it is `limit`, there may be more.
    func deleteRuns(endedBefore time: Date, limit: Int) async throws -> Int

    /// Deletes one run that has ended, with its events, its idempotency key and its keyed answers; its turn stays in the conversation.
    /// - Returns: False, and nothing is deleted, if there is no such run or it has not ended.
    func deleteRun(_ id: String) async throws -> Bool

    /// Deletes direct calls that ended before a time, with their events.
    /// - Returns: As ``deleteRuns(endedBefore:limit:)``.
    func deleteCalls(endedBefore time: Date, limit: Int) async throws -> Int
}

/// A request with an idempotency key that answered a waiting run: a message that decided about a call, or a list of outputs.
///
/// It is stored before the answer takes effect, so that a repeated request gets the same reply and answers nothing else.
public struct KeyedAnswer: Sendable, Equatable {
    /// The owner.
    public var owner: Owner
    /// The request's idempotency key.
    public var idempotencyKey: String
    /// The request's body, or a text that identifies its outputs.
    public var request: String
    /// The run that was waiting.
    public var run: String
    /// The place of the reply in the run: after a decision the number of the next event, after outputs the number of earlier waits.
    public var sequence: Int

    /// Makes an answer.
    public init(owner: Owner, idempotencyKey: String, request: String, run: String, sequence: Int) {
        self.owner = owner
        self.idempotencyKey = idempotencyKey
        self.request = request
        self.run = run
        self.sequence = sequence
    }
}
