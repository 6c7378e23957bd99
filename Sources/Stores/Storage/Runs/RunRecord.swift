public import FoundationEssentials

/// A stored run: its owner, its request and its status.
public struct RunRecord: Sendable, Equatable, Identifiable {
    /// The run's id, unique over all clients.
    public var id: String

    /// The owner; no other owner may see it.
    public var owner: Owner

    /// The process that performs the run, or has performed it.
    public var worker: Worker

    /// The id of its conversation; empty for a run without one.
    public var conversation: String

    /// The model that answers; empty for a direct call.
    public var model: String

    /// The tool of a direct call; `nil` for any other run.
    public var tool: String?

    /// The status.
    public var status: RunStatus

    /// The request, as JSON text.
    public var request: String

    /// The request's idempotency key.
    public var idempotencyKey: String?

    /// The calls that a waiting run waits for and its state, as JSON text; later the answers to the calls.
    public var pendingCalls: String?

    /// The number of stored events.
    public var eventCount: Int

    /// The number of entries of its conversation right after its turn; `nil` until the turn is stored, for a run without a conversation,
    /// and for a run of an earlier version.
    ///
    /// A store sets it from ``RunWrite/turn`` and ignores the value in a write.
    public var entryCount: Int?

    /// The time of the request.
    public var createdAt: Date

    /// The time of the last change of the status.
    public var updatedAt: Date

    /// Makes a record; times are kept to the millisecond.
    public init(
        id: String,
        owner: Owner,
        worker: Worker = Worker(),
        conversation: String,
        model: String,
        tool: String? = nil,
        status: RunStatus,
        request: String,
        idempotencyKey: String? = nil,
        pendingCalls: String? = nil,
        eventCount: Int = 0,
        entryCount: Int? = nil,
        createdAt: Date,
        updatedAt: Date
    ) {
        self.id = id
        self.owner = owner
        self.worker = worker
        self.conversation = conversation
        self.model = model
        self.tool = tool
        self.status = status
        self.request = request
        self.idempotencyKey = idempotencyKey
        self.pendingCalls = pendingCalls
        self.eventCount = eventCount
        self.entryCount = entryCount
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}

/// A run in a conversation's list of runs, without its request and its events.
public struct RunSummary: Sendable, Equatable, Identifiable {
    /// The run's id.
    public var id: String

    /// The run's status.
    public var status: RunStatus

    /// The time of its request.
    public var createdAt: Date

    /// Makes a summary.
    public init(id: String, status: RunStatus, createdAt: Date) {
        self.id = id
        self.status = status
        self.createdAt = createdAt
    }
}
