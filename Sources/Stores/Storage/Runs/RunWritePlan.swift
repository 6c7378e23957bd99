/// The changes that a ``RunWrite`` makes to the store, decided from the facts that a backend has read.
///
/// A backend reads the facts and makes the changes in one transaction.
package struct RunWritePlan: Sendable, Equatable {
    /// A change to the run's conversation, made before the run is written.
    package enum ConversationStep: Sendable, Equatable {
        /// The conversation stays as it is.
        case none
        /// The conversation is created without a turn, unless it exists.
        case open(ConversationRecord)
        /// The turn is appended to the conversation, which is created if it does not exist.
        case commit(TurnCommit)
    }

    /// Whether the run is inserted; otherwise its status, pending calls, model and time are updated.
    package let isNew: Bool

    /// The change to the run's conversation.
    package let conversation: ConversationStep

    /// The events that are not stored yet; `nil` for none.
    package let events: RunEventChunk?

    /// The number of events that are stored afterwards.
    package let eventCount: Int

    /// The number of entries of the conversation after the run's turn; `nil` if the write has no turn, and then a stored number stays.
    package let entryCount: Int?

    /// Decides about a write; `nil` if nothing of it may be written because it does not fit what is stored.
    ///
    /// - Parameters:
    ///   - write: The write.
    ///   - storedEventCount: The number of the run's stored events; `nil` if the run is not stored.
    ///   - storedWorker: The worker of the stored run; `nil` if the run is not stored.
    ///   - conversation: The state of the conversation to which the write commits a turn; `nil` if it commits none.
    package init?(
        _ write: RunWrite,
        storedEventCount: Int?,
        storedWorker: Worker? = nil,
        conversation: ConversationState?
    ) {
        // A worker that was thought to be gone has lost its run, and must not change it any more.
        if let storedWorker, storedWorker != write.record.worker, storedWorker != write.formerWorker { return nil }
        if let turn = write.turn, conversation?.misfit(of: turn) != nil { return nil }
        let known = storedEventCount ?? 0
        let events = write.events?.dropping(before: known)
        if let events, events.count > 0 {
            // Readers would not notice the gap between the stored events and these.
            guard events.first == known else { return nil }
            self.events = events
        } else {
            self.events = nil
        }
        isNew = storedEventCount == nil
        entryCount = write.turn?.entryCount
        eventCount = self.events?.end ?? known
        self.conversation =
            if let turn = write.turn { .commit(turn) } else if isNew, let opening = write.opening {
                .open(opening)
            } else { .none }
    }
}
