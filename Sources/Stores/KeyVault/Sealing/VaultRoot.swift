package import Crypto
import FoundationEssentials
import Storage

/// The vault's random root key and the keys derived from it: for fingerprints, the hashes of tokens, and the audit chain.
///
/// The root is sealed in the database, so fingerprints and hashes survive a change of the master key. Opening it at the start
/// proves that the master key is the right one.
struct VaultRoot: Sendable {
    let fingerprintKey: SymmetricKey
    let tokenKey: SymmetricKey
    let stateKey: SymmetricKey
    let auditKey: SymmetricKey
    let auditHeadKey: SymmetricKey
    let organizationKey: SymmetricKey
    /// Key of the hashes that name users to providers of models.
    let userKey: SymmetricKey
    let personKey: SymmetricKey

    private init(_ root: SymmetricKey) {
        fingerprintKey = root.derived(for: ["fingerprint"])
        tokenKey = root.derived(for: ["client token"])
        stateKey = root.derived(for: ["client state"])
        auditKey = root.derived(for: ["audit"])
        auditHeadKey = root.derived(for: ["audit head"])
        organizationKey = root.derived(for: ["organization"])
        userKey = root.derived(for: ["user at providers"])
        personKey = root.derived(for: ["person"])
    }

    /// Opens the store's root, or creates one in a new store.
    ///
    /// A root that cannot be opened is never replaced.
    static func open(in store: any VaultStore, with sealer: Sealer, now: Date) async throws -> VaultRoot {
        let record =
            if let known = try await store.vaultRoot() { known } else {
                try await create(in: store, with: sealer, now: now)
            }
        let wanted = record.masterKeyID
        guard sealer.ring.key(wanted) != nil else { throw KeyVaultError.wrongMasterKey(sealer.ring, wanted: [wanted]) }
        let text = SealedText(masterKeyID: wanted, bytes: record.sealed)
        guard var opened = sealer.open(text, identity: Identity.vaultRoot) else {
            throw KeyVaultError(
                .sealBroken,
                "The vault in the data folder is damaged: its root record cannot be opened with its master key. Restore a "
                    + "backup of the database; nothing was changed."
            )
        }
        defer { opened.wipe() }
        return VaultRoot(SymmetricKey(data: opened))
    }

    /// Creates a root, together with the first row of the audit chain.
    private static func create(
        in store: any VaultStore,
        with sealer: Sealer,
        now: Date
    ) async throws -> VaultRootRecord {
        let key = SymmetricKey(size: .bits256)
        let text = try key.withUnsafeBytes { bytes in try sealer.seal(bytes, identity: Identity.vaultRoot) }
        let beginning = AuditDraft(
            actor: AuditActor.torii.name,
            action: "vault.create",
            object: "vault",
            outcome: "done: sealed under master key \(text.masterKeyID)",
            time: now
        )
        return try await store.createVaultRoot(
            VaultRootRecord(masterKeyID: text.masterKeyID, sealed: text.bytes, createdAt: now),
            audit: VaultRoot(key).trail([beginning])
        )
    }
}

extension KeyVault {
    /// The key for hashing access tokens.
    package var tokenKey: SymmetricKey { root.tokenKey }

    /// Returns the code (HMAC-SHA256) by which a state that a client kept is recognized as one of this vault's server.
    package func authenticationCode(ofState bytes: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: bytes, using: root.stateKey))
    }

    /// Returns 32 hexadecimal digits (HMAC-SHA256) under which the data of a client's organization is kept, by the name that an issuer
    /// has for it.
    package func code(ofOrganization organization: String, of issuer: String, client: String) -> String {
        HMAC<SHA256>.authenticationCode(
            for: Identity.encoded([client, issuer, organization]),
            using: root.organizationKey
        ).hexadecimal(bytes: 16)
    }

    /// Returns 32 hexadecimal digits (HMAC-SHA256) that name a user to providers of models.
    package func code(ofUser user: String) -> String {
        HMAC<SHA256>.authenticationCode(for: Identity.encoded([user]), using: root.userKey).hexadecimal(bytes: 16)
    }

    /// Returns 32 hexadecimal digits (HMAC-SHA256) that represent a client's person, by the name that an issuer has for it.
    package func code(ofPerson subject: String, of issuer: String, client: String) -> String {
        HMAC<SHA256>.authenticationCode(for: Identity.encoded([client, issuer, subject]), using: root.personKey)
            .hexadecimal(bytes: 16)
    }
}
