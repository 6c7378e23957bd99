package import ToolRecords

/// The stored facts about a conversation that decide whether a turn fits.
package struct ConversationState: Sendable, Equatable {
    /// The owner of the conversation; `nil` if there is no such conversation.
    package var owner: Owner?

    /// The number of the conversation's entries.
    package var entryCount: Int

    /// Creates a state from the facts that a backend has read.
    package init(owner: Owner?, entryCount: Int) {
        self.owner = owner
        self.entryCount = entryCount
    }

    /// Returns the reason why a turn cannot be committed, or `nil` if it fits.
    package func misfit(of turn: TurnCommit) -> TurnMisfit? {
        if let owner, owner != turn.conversation.owner { return .otherClient }
        return entryCount == turn.expectedCount ? nil : .otherTurn
    }
}

/// A reason why a turn cannot be committed to its conversation.
package enum TurnMisfit: Sendable, Equatable {
    /// The conversation belongs to another owner.
    case otherClient

    /// Another turn of the conversation was committed first.
    case otherTurn

    /// The error that describes it.
    package var error: StoreError {
        switch self {
        case .otherClient: StoreError(.conflict, "The conversation belongs to another client. Start a new one.")
        case .otherTurn:
            StoreError(.conflict, "Another turn of the conversation was committed first. Send this one again.")
        }
    }
}
