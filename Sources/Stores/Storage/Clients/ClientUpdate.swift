package import ToolRecords

/// The changes to a client's tokens that an update makes, decided from the client as it is stored.
package struct ClientUpdate: Sendable, Equatable {
    /// The ids of the stored tokens that the client no longer has.
    package private(set) var removed: [String] = []

    /// The stored tokens whose expiry changes; nothing else of a token ever changes.
    package private(set) var rescheduled: [ClientTokenRecord] = []

    /// The tokens that are not stored yet.
    package private(set) var added: [ClientTokenRecord] = []

    /// Decides about an update.
    ///
    /// - Parameters:
    ///   - stored: The client as it is stored; `nil` if there is none.
    ///   - record: The client after the update.
    /// - Throws: ``StoreError`` with ``StoreError/Code/conflict`` unless the stored client's revision is the one before the record's.
    package init(of stored: ClientRecord?, to record: ClientRecord) throws(StoreError) {
        guard let stored, stored.revision == record.revision - 1 else {
            throw StoreError(
                .conflict,
                "The client was changed by someone else meanwhile. Read it again and try again."
            )
        }
        removed = stored.tokens.map(\.id).filter { id in !record.tokens.contains { $0.id == id } }
        for token in record.tokens where !stored.tokens.contains(token) {
            if stored.tokens.contains(where: { $0.id == token.id }) {
                rescheduled.append(token)
            } else {
                added.append(token)
            }
        }
    }
}
