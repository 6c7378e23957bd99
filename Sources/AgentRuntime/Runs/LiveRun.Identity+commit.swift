import Foundation
import LanguageModels
import Storage
import StreamingJSON

extension LiveRun.Identity {
    /// The turn that the run adds to its conversation; `nil` when it has none.
    func commit(_ entries: [Transcript.Entry], after count: Int, at time: Date) -> TurnCommit? {
        guard !conversation.isEmpty else { return nil }
        return TurnCommit(
            // Of a conversation that is there already, only the time of its latest turn is set.
            conversation: ConversationRecord(
                id: conversation,
                client: client,
                title: title,
                createdAt: createdAt,
                updatedAt: time
            ),
            entries: entries.enumerated().map { offset, entry in
                TranscriptEntryRecord(
                    id: entry.id,
                    position: count + offset,
                    kind: entry.kind,
                    json: entry.jsonValue.serialized()
                )
            },
            expectedCount: count
        )
    }

    /// The conversation that the run begins, as it is before the first turn has ended; `nil` when it continues one or has none.
    var opening: ConversationRecord? {
        title.map { title in
            ConversationRecord(
                id: conversation,
                client: client,
                title: title,
                createdAt: createdAt,
                updatedAt: createdAt
            )
        }
    }
}
