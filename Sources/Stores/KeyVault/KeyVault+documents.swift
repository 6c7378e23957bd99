import FoundationEssentials
public import Secrets
import Storage

/// Documents are secrets that Torii itself keeps and replaces, such as the tokens of an authorization.
///
/// They are sealed like keys and rewrapped with them, but never lent, listed or rotated.
extension KeyVault {
    /// Returns a document; nil if there is none.
    ///
    /// - Parameters:
    ///   - name: The name of the document.
    ///   - upstream: The upstream that it is about.
    /// - Throws: ``KeyVaultError`` with ``KeyVaultError/Code/sealBroken`` if it cannot be opened.
    public func document(_ name: String, of upstream: String) async throws -> SecretString? {
        guard let record = try await record(of: name, upstream) else { return nil }
        guard let document = open(record) else { throw KeyVaultError.damaged(record.id, in: upstream) }
        return document
    }

    /// Stores a document in place of the former one; durable on return.
    ///
    /// The first version gets an audit row. Later versions do not, because Torii replaces documents by itself.
    public func keep(
        _ document: SecretString,
        as name: String,
        of upstream: String,
        by actor: AuditActor = .torii
    ) async throws {
        // A re-wrap may change the record between the two steps, but not several times at once.
        for _ in 0..<3 {
            guard let record = try await record(of: name, upstream) else {
                return try await addDocument(document, as: name, of: upstream, by: actor)
            }
            let current = SealedRecord(
                kind: .secret,
                id: record.id,
                upstream: record.upstream,
                text: SealedText(masterKeyID: record.masterKeyID, bytes: record.sealed)
            )
            let next = try document.withBytes { bytes throws(KeyVaultError) in
                try sealer.seal(bytes, identity: Identity.secret(record.id, of: record.upstream))
            }
            if try await store.reseal([Resealing(record: current, text: next)]) == 1 { return }
        }
        throw KeyVaultError(
            .conflict,
            "The document \(name) of \(upstream) changes at the same time. Try again; nothing was changed."
        )
    }

    /// Removes a document and erases its sealed bytes; returns whether there was one.
    @discardableResult
    public func removeDocument(_ name: String, of upstream: String, by actor: AuditActor) async throws -> Bool {
        guard let record = try await record(of: name, upstream) else { return false }
        let time = now()
        let trail = trail(actor, ("document.remove", "\(upstream)/documents/\(name)", "done"))
        return try await commit { store in try await store.removeSecret(record.id, at: time, audit: trail) }
    }

    private func addDocument(
        _ document: SecretString,
        as name: String,
        of upstream: String,
        by actor: AuditActor
    ) async throws {
        var record = try sealed(document, for: Self.shelf(of: upstream), label: name, settings: KeySettings(weight: 0))
        // Only active secrets are lent and checked.
        record.state = .retired
        record.lastFour = nil
        let (sealed, trail) = (record, trail(actor, ("document.add", "\(upstream)/documents/\(name)", "done")))
        try await commit { store in try await store.addSecret(sealed, audit: trail) }
    }

    private func record(of name: String, _ upstream: String) async throws -> SealedSecretRecord? {
        let shelf = Self.shelf(of: upstream)
        return try await store.secrets().records.last {
            $0.upstream == shelf && $0.label == name && $0.state == .retired
        }
    }

    /// Returns the name under which documents are stored; it is that of no pool, because pools have no slash in their names.
    private static func shelf(of upstream: String) -> String { "\(upstream)/documents" }
}
