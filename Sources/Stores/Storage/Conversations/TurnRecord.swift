public import FoundationEssentials

/// The facts about a run's turn that its entries do not have: what people see beside the messages, and whether a later turn replaced it.
public struct TurnDetails: Sendable, Equatable {
    /// The run's id.
    public var run: String

    /// The model that answered; the requested one if none did.
    public var model: String

    /// The run's last status.
    public var status: RunStatus

    /// The time of the request.
    public var createdAt: Date

    /// The time of the run's end.
    public var endedAt: Date

    /// The calls with their results, and the texts that are no entries, as JSON text that is opaque to the store.
    public var content: String

    /// The message and the answer as they are searched, folded by ``Swift/String/foldedForSearch``.
    public var searchText: String

    /// The id of an earlier run of the conversation that this turn replaces, with all turns after it; `nil` for none.
    public var replaces: String?

    /// Makes details; times are kept to the millisecond.
    public init(
        run: String,
        model: String,
        status: RunStatus,
        createdAt: Date,
        endedAt: Date,
        content: String,
        searchText: String,
        replaces: String? = nil
    ) {
        self.run = run
        self.model = model
        self.status = status
        self.createdAt = createdAt
        self.endedAt = endedAt
        self.content = content
        self.searchText = searchText
        self.replaces = replaces
    }

    /// The bytes that the details count toward the size of the conversation.
    package var byteCount: Int { content.utf8.count + searchText.utf8.count }
}

/// A stored turn of a run.
public struct TurnRecord: Sendable, Equatable {
    /// The id of its conversation.
    public var conversation: String

    /// The position of its first entry; for a turn without entries, the position that the next entry got.
    public var position: Int

    /// The number of its entries.
    public var entryCount: Int

    /// The position of the first entry of the turn that replaced it; `nil` if it counts.
    public var supersededAt: Int?

    /// The other facts, without ``TurnDetails/searchText`` and ``TurnDetails/replaces``.
    public var details: TurnDetails

    /// Makes a record.
    public init(
        conversation: String,
        position: Int,
        entryCount: Int,
        supersededAt: Int? = nil,
        details: TurnDetails
    ) {
        self.conversation = conversation
        self.position = position
        self.entryCount = entryCount
        self.supersededAt = supersededAt
        self.details = details
    }
}

/// A window on the end or the middle of a conversation: whole turns with their entries.
public struct TurnWindow: Sendable, Equatable {
    /// The position of the first entry of the window; 0 if nothing is before it.
    public var start: Int

    /// The entries that people see, the messages and the answers, in order and without replaced ones.
    public var entries: [TranscriptEntryRecord]

    /// The turns, in the order in which they ended, without replaced ones.
    public var turns: [TurnRecord]

    /// Makes a window.
    public init(start: Int, entries: [TranscriptEntryRecord], turns: [TurnRecord]) {
        self.start = start
        self.entries = entries
        self.turns = turns
    }
}
