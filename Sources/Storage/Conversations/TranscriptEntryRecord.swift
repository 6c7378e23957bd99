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

    /// Makes a record.
    ///
    /// A store replaces the position when it commits the entry.
    public init(id: String, position: Int, kind: String, json: String) {
        self.id = id
        self.position = position
        self.kind = kind
        self.json = json
    }

    /// The kind of the entries that start turns.
    package static var promptKind: String { "prompt" }
}
