/// A write for one run: its status, its new events and, when it has ended, its turn in the conversation.
public struct RunWrite: Sendable, Equatable {
    /// The run, whose ``RunRecord/eventCount`` does not include these events.
    public var record: RunRecord

    /// The worker that left the run to its present one; `nil` for a run with one worker from the start.
    public var formerWorker: Worker?

    /// The events that follow the stored ones; `nil` for none.
    public var events: RunEventChunk?

    /// The turn that the run adds to its conversation; `nil` until it has ended.
    public var turn: TurnCommit?

    /// The details of the turn, which are stored if the conversation exists; `nil` until the run has ended.
    public var details: TurnDetails?

    /// The times and counts so far; `nil` leaves the stored ones as they are.
    public var timeline: RunTimelineRecord?

    /// The conversation that the run opens, which is created with the run unless it exists; `nil` for a run that continues one.
    public var opening: ConversationRecord?

    /// Makes a write.
    public init(
        record: RunRecord,
        formerWorker: Worker? = nil,
        events: RunEventChunk? = nil,
        turn: TurnCommit? = nil,
        details: TurnDetails? = nil,
        timeline: RunTimelineRecord? = nil,
        opening: ConversationRecord? = nil
    ) {
        self.record = record
        self.formerWorker = formerWorker
        self.events = events
        self.turn = turn
        self.details = details
        self.timeline = timeline
        self.opening = opening
    }
}

/// A turn that is appended to a conversation.
public struct TurnCommit: Sendable, Equatable {
    /// The conversation, which is created or updated.
    public var conversation: ConversationRecord

    /// The entries of the turn.
    public var entries: [TranscriptEntryRecord]

    /// The number of entries that the conversation must have before.
    public var expectedCount: Int

    /// The ids of the calls whose late outputs the turn has seen.
    public var seenOutputs: [String]

    /// Makes a commit.
    public init(
        conversation: ConversationRecord,
        entries: [TranscriptEntryRecord],
        expectedCount: Int,
        seenOutputs: [String] = []
    ) {
        self.conversation = conversation
        self.entries = entries
        self.expectedCount = expectedCount
        self.seenOutputs = seenOutputs
    }

    /// The number of entries that the conversation has afterwards.
    package var entryCount: Int { expectedCount + entries.count }

    /// The number of turns: the prompts among the entries.
    package var turnCount: Int { entries.count { $0.kind == TranscriptEntryRecord.promptKind } }

    /// The bytes of the entries as JSON text.
    package var byteCount: Int { entries.reduce(0) { $0 + $1.json.utf8.count } }
}
