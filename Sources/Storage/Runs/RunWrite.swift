/// What is stored of a run at once: where it stands, its new events and, when it has ended, its turn in the conversation.
public struct RunWrite: Sendable, Equatable {
    /// The run, with ``RunRecord/eventCount`` as it is before these events.
    public var record: RunRecord

    /// The events that follow those stored before; `nil` for none.
    public var events: RunEventChunk?

    /// What the run adds to its conversation; `nil` for nothing yet.
    public var turn: TurnCommit?

    /// The conversation that the run begins, which is made with the run unless it exists; `nil` for a run that continues one.
    public var opening: ConversationRecord?

    /// Makes a write.
    public init(
        record: RunRecord,
        events: RunEventChunk? = nil,
        turn: TurnCommit? = nil,
        opening: ConversationRecord? = nil
    ) {
        self.record = record
        self.events = events
        self.turn = turn
        self.opening = opening
    }
}

/// A turn's place in its conversation.
public struct TurnCommit: Sendable, Equatable {
    /// The conversation, made or touched.
    public var conversation: ConversationRecord

    /// The entries that the turn adds.
    public var entries: [TranscriptEntryRecord]

    /// How many entries the conversation must hold before.
    public var expectedCount: Int

    /// Makes a commit.
    public init(conversation: ConversationRecord, entries: [TranscriptEntryRecord], expectedCount: Int) {
        self.conversation = conversation
        self.entries = entries
        self.expectedCount = expectedCount
    }

    /// The number of turns that the entries are: their prompts.
    package var turnCount: Int { entries.count { $0.kind == TranscriptEntryRecord.promptKind } }

    /// The bytes of the entries as JSON text.
    package var byteCount: Int { entries.reduce(0) { $0 + $1.json.utf8.count } }
}
