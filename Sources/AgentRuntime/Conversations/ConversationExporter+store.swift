public import Storage

extension ConversationExporter {
    /// Starts an export for an operator.
    ///
    /// It does not count against the limits on clients' exports.
    public init(of record: ConversationRecord, in store: any RunStore & ConversationStore) async throws {
        self.init(
            record,
            entryCount: try await store.size(of: record.id, client: record.client).entries,
            store: store,
            lease: nil
        )
    }
}
