import FoundationEssentials
public import Storage

extension KeyVault {
    /// Returns the audit rows of a change, to be stored in the same transaction.
    ///
    /// Text from outside, such as a request's id, is cut to 512 characters and loses its control characters.
    /// - Parameters:
    ///   - actor: The author of the change.
    ///   - entries: The action, the object and the outcome of each row.
    public func trail(
        _ actor: AuditActor,
        _ entries: (action: String, object: String, outcome: String)...
    ) -> AuditTrail {
        trail(actor, entries)
    }

    /// Returns the audit rows of a change that has several parts.
    package func trail(
        _ actor: AuditActor,
        _ entries: [(action: String, object: String, outcome: String)]
    ) -> AuditTrail {
        let time = now()
        let drafts = entries.map { entry in
            AuditDraft(
                actor: actor.name.auditText,
                action: entry.action.auditText,
                object: entry.object.auditText,
                outcome: entry.outcome.auditText,
                time: time,
                requestID: actor.requestID?.auditText
            )
        }
        return root.trail(drafts)
    }

    /// Stores an audit row of something that changes nothing else in the store.
    ///
    /// - Throws: `StoreError`.
    public func appendAudit(
        _ actor: AuditActor,
        _ entry: (action: String, object: String, outcome: String)
    ) async throws {
        try await store.appendAudit(trail(actor, entry))
    }

    /// Starts the audit chain of a vault that has none.
    ///
    /// A new vault already has its first row. This row is for a vault from a version without an audit chain; in any other vault it
    /// shows that the whole chain was removed.
    func startAudit() async throws {
        // One process: the lease keeps others from starting the chain between the check and the first row.
        let page = try await store.auditPage(from: 1, limit: 1)
        guard page.records.isEmpty, page.head == nil else { return }
        try await store.appendAudit(
            trail(.torii, (action: "audit.begin", object: "vault", outcome: "done: the vault had no audit chain"))
        )
    }
}

extension String {
    /// The text as an audit row stores it: at most 512 characters, without control characters.
    fileprivate var auditText: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.lazy.filter { $0.properties.generalCategory != .control }.prefix(512)
            )
        )
    }
}
