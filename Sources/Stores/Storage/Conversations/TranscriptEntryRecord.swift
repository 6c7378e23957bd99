/// An entry of a conversation's transcript, opaque to the store apart from its position and kind.
public struct TranscriptEntryRecord: Sendable, Equatable {
    /// The entry's id in the transcript.
    public var id: String

    /// The entry's position in the conversation, counted from 0.
    public var position: Int

    /// The kind of entry (`prompt`, `response`, `toolCalls`, …), so that entries can be counted without parsing.
    public var kind: String

    /// The entry as JSON text.
    public var json: String

    /// The position of the first entry of the turn that replaced this one; `nil` for an entry that counts.
    ///
    /// A store sets it and ignores the value in a commit.
    public var supersededAt: Int?

    /// Makes a record.
    ///
    /// A store replaces the position when it commits the entry.
    public init(id: String, position: Int, kind: String, json: String, supersededAt: Int? = nil) {
        self.id = id
        self.position = position
        self.kind = kind
        self.json = json
        self.supersededAt = supersededAt
    }

    /// Whether the entry belonged to the conversation when that had a number of entries.
    public func counts(atCount count: Int) -> Bool {
        position < count && supersededAt.map { $0 >= count } ?? true
    }

    /// The kind of the entries that start turns.
    package static var promptKind: String { "prompt" }

    /// The kind of the entries that have answers.
    package static var responseKind: String { "response" }
}
