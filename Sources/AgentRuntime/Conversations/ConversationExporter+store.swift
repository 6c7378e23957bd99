public import Storage

extension ConversationExporter {
    /// Begins an export for an administrator, who takes no share of the clients' exports.
    public init(of record: ConversationRecord, in store: any RunStore & ConversationStore) async throws {
        self.init(
            record,
            entryCount: try await store.size(of: record.id, client: record.client).entries,
            store: store,
            lease: nil
        )
    }
}
