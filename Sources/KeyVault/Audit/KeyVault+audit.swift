import FoundationEssentials
public import Storage

extension KeyVault {
    /// The rows that a change brings with it, ready for the transaction of that change.
    ///
    /// What comes from outside, such as a request's id, is cut to a sane length and loses its control characters.
    /// - Parameters:
    ///   - actor: Who asked for the change.
    ///   - entries: What is done, to what, and what became of it.
    public func trail(
        _ actor: AuditActor,
        _ entries: (action: String, object: String, outcome: String)...
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

    /// Begins the chain of a vault that has none.
    ///
    /// A new vault's chain begins with the vault. This is for one from before there was a chain; where it stands in another vault, the
    /// whole chain was taken away.
    func beginAudit() async throws {
        let page = try await store.auditPage(from: 1, limit: 1)
        guard page.records.isEmpty, page.head == nil else { return }
        try await store.appendAudit(
            trail(.torii, (action: "audit.begin", object: "vault", outcome: "done: the vault had no audit chain"))
        )
    }
}

extension String {
    /// The text as an audit row may hold it: at most 512 characters, none of them a control character.
    fileprivate var auditText: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.lazy.filter { $0.properties.generalCategory != .control }.prefix(512)
            )
        )
    }
}
