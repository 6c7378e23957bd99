import Foundation
import LanguageModels
import Storage
import StreamingJSON

extension LiveRun.Identity {
    /// Returns the turn that the run adds to its conversation; `nil` when it has no conversation.
    func commit(_ entries: [Transcript.Entry], after count: Int, at time: Date) -> TurnCommit? {
        guard !conversation.isEmpty else { return nil }
        return TurnCommit(
            // If the conversation exists already, only the time of its latest turn is updated, and a missing title is set.
            conversation: ConversationRecord(
                id: conversation,
                owner: owner,
                // A conversation may have been created without messages.
                title: title ?? (count == 0 ? question.map { ConversationTitle.of($0.message) } : nil),
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

    /// The conversation that the run starts, as it is before the end of the first turn; `nil` when it continues one or has none.
    var opening: ConversationRecord? {
        title.map { title in
            ConversationRecord(
                id: conversation,
                owner: owner,
                title: title,
                createdAt: createdAt,
                updatedAt: createdAt
            )
        }
    }
}
