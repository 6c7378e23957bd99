public import FoundationEssentials

/// A run as it is stored: its client, its request and its status.
public struct RunRecord: Sendable, Equatable, Identifiable {
    /// Where a run stands.
    public enum Status: String, Sendable, CaseIterable {
        /// It waits for its conversation.
        case queued
        /// It is being worked on.
        case running
        /// It waits for calls that others must approve or carry out.
        case waiting
        /// It ended with an answer.
        case completed
        /// It ended without one.
        case failed
        /// It was stopped by whoever may stop it, or because nobody was there to read it.
        case cancelled
        /// The server stopped first.
        case interrupted

        /// Whether nothing more will happen.
        public var isOver: Bool {
            switch self {
            case .queued, .running, .waiting: false
            case .completed, .failed, .cancelled, .interrupted: true
            }
        }
    }

    /// The run's id, unique over all clients.
    public var id: String

    /// The id of the client it belongs to; no other client may see it.
    public var client: String

    /// The conversation whose turn it is; empty for a run that has none.
    public var conversation: String

    /// The model that answers; empty for a direct call.
    public var model: String

    /// The tool of a direct call; `nil` for any other run.
    public var tool: String?

    /// Where it stands.
    public var status: Status

    /// What was asked, as JSON text.
    public var request: String

    /// The key under which the client may ask for the same run again.
    public var idempotencyKey: String?

    /// The calls that a waiting run waits for and what it needs to go on, as JSON text; later what became of them.
    public var pendingCalls: String?

    /// How many events are stored.
    public var eventCount: Int

    /// When it was asked for.
    public var createdAt: Date

    /// When its status last changed.
    public var updatedAt: Date

    /// Makes a record; times are kept to the millisecond.
    public init(
        id: String,
        client: String,
        conversation: String,
        model: String,
        tool: String? = nil,
        status: Status,
        request: String,
        idempotencyKey: String? = nil,
        pendingCalls: String? = nil,
        eventCount: Int = 0,
        createdAt: Date,
        updatedAt: Date
    ) {
        self.id = id
        self.client = client
        self.conversation = conversation
        self.model = model
        self.tool = tool
        self.status = status
        self.request = request
        self.idempotencyKey = idempotencyKey
        self.pendingCalls = pendingCalls
        self.eventCount = eventCount
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}

/// A run in a conversation's list of runs, without its request and its events.
public struct RunSummary: Sendable, Equatable, Identifiable {
    /// The run's id.
    public var id: String

    /// The run's status.
    public var status: RunRecord.Status

    /// The time of its request.
    public var createdAt: Date

    /// Makes a summary.
    public init(id: String, status: RunRecord.Status, createdAt: Date) {
        self.id = id
        self.status = status
        self.createdAt = createdAt
    }
}
