/// One entry of a conversation's transcript, opaque to the store apart from its place.
public struct TranscriptEntryRecord: Sendable, Equatable {
    /// The entry's own id, as the transcript names it.
    public var id: String

    /// The entry's place in the conversation, counted from 0.
    public var position: Int

    /// What kind of entry it is (`prompt`, `response`, `toolCalls`, …), so that it can be counted without parsing.
    public var kind: String

    /// The entry itself, as JSON text.
    public var json: String

    /// Makes a record.
    ///
    /// The position is set anew when the entry is committed.
    public init(id: String, position: Int, kind: String, json: String) {
        self.id = id
        self.position = position
        self.kind = kind
        self.json = json
    }

    /// The kind of the entries that begin turns.
    package static var promptKind: String { "prompt" }
}
