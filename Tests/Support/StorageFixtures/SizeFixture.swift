public import Foundation
public import Storage

/// A suite that counts the sizes of conversations and clients.
public protocol SizeFixture {}

extension SizeFixture {
    /// The time of all records.
    public var start: Date { Date(timeIntervalSince1970: 1_795_000_000) }

    /// Returns entries with texts.
    public func entries(_ texts: [String], kind: String = "prompt") -> [TranscriptEntryRecord] {
        texts.map { TranscriptEntryRecord(id: "entry", position: -1, kind: kind, json: $0) }
    }

    /// Returns a conversation without a title.
    public func conversation(_ id: String, owner: Owner = Owner(client: "alice")) -> ConversationRecord {
        ConversationRecord(id: id, owner: owner, createdAt: start, updatedAt: start)
    }

    /// Returns a completed run, whose request has ten bytes.
    public func run(
        _ id: String,
        owner: Owner = Owner(client: "alice"),
        conversation: String = "c",
        pendingCalls: String? = nil
    ) -> RunRecord {
        RunRecord(
            id: id,
            owner: owner,
            conversation: conversation,
            model: "m",
            status: .completed,
            request: "request é",
            pendingCalls: pendingCalls,
            createdAt: start,
            updatedAt: start
        )
    }

    /// Returns one event.
    public func events(from first: Int, _ text: String) -> RunEventChunk {
        RunEventChunk(first: first, count: 1, lines: Array("\(text)\n".utf8))
    }
}
