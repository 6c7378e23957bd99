public import AgentWire
public import Storage

/// The stored conversations of all owners, for operators.
public struct ConversationListings: Sendable {
    /// A stored conversation, without what was said.
    public struct Conversation: Sendable {
        fileprivate let record: ConversationRecord

        /// The id.
        public var id: String { record.id }

        /// The conversation in the form of the admin interface.
        public var wire: WireClientConversations.Conversation {
            .init(id: record.id, createdAt: record.createdAt, updatedAt: record.updatedAt)
        }
    }

    private let store: any ConversationStore & RunStore

    /// Makes the lists of a store.
    public init(store: any ConversationStore & RunStore) { self.store = store }

    /// Returns a page of an owner's conversations, the most recently continued first.
    ///
    /// - Parameter last: The last conversation of the page before; `nil` for the first page.
    /// - Throws: `StoreError`.
    public func page(of owner: Owner, after last: Conversation? = nil, limit: Int) async throws -> [Conversation] {
        let place = last.map { ConversationPlace(updatedAt: $0.record.updatedAt, id: $0.id) }
        return try await store.conversations(of: owner, after: place, limit: limit).map(Conversation.init)
    }

    /// Returns an owner's conversation; `nil` if the owner has none with this id.
    ///
    /// - Throws: `StoreError`.
    public func conversation(_ id: String, of owner: Owner) async throws -> Conversation? {
        guard let record = try await store.conversation(id), record.owner == owner else { return nil }
        return Conversation(record: record)
    }

    /// Returns the bytes of a user's conversations and runs.
    ///
    /// - Throws: `StoreError`.
    public func storedBytes(of user: Owner) async throws -> Int {
        try await store.size(of: nil, owner: user).userBytes ?? 0
    }

    /// Starts an export, which does not count against the limits on clients' exports.
    ///
    /// - Throws: `StoreError`.
    public func exporter(of conversation: Conversation) async throws -> ConversationExporter {
        let record = conversation.record
        return ConversationExporter(
            record,
            entryCount: try await store.size(of: record.id, owner: record.owner).entries,
            store: store,
            lease: nil
        )
    }
}
