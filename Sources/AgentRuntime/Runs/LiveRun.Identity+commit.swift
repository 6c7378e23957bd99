import Foundation
import LanguageModels
import Storage
import StreamingJSON

extension LiveRun.Identity {
    /// What the run adds to its conversation.
    func commit(_ entries: [Transcript.Entry], after count: Int, at time: Date) -> TurnCommit {
        TurnCommit(
            // Of a conversation that is there already, only the time of its latest turn is set.
            conversation: ConversationRecord(id: conversation, client: client, createdAt: createdAt, updatedAt: time),
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
}
