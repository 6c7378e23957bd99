import Crypto
import FoundationEssentials

/// Seals and opens bytes under a master key.
///
/// Each record has a key of its own, derived by HKDF from the master key and the record's identity; the identity is also the
/// associated data of AES-256-GCM. So a sealed text that is moved to another record, or changed by one bit, does not open.
struct Sealer: Sendable {
    let masterKey: MasterKey

    /// Nonce, ciphertext and tag.
    func seal(_ plain: some DataProtocol, identity: [String]) throws(KeyVaultError) -> Data {
        let names = ["torii seal 1", masterKey.id] + identity
        let box = try? AES.GCM.seal(
            plain,
            using: masterKey.key.derived(for: names),
            authenticating: Identity.encoded(names)
        )
        guard let combined = box?.combined else {
            throw KeyVaultError(.sealBroken, "The secret cannot be sealed on this machine.")
        }
        return combined
    }

    /// The plain bytes, or nil when they were not sealed under this key for this identity.
    ///
    /// The caller wipes them.
    func open(_ sealed: Data, identity: [String]) -> Data? {
        let names = ["torii seal 1", masterKey.id] + identity
        guard let box = try? AES.GCM.SealedBox(combined: sealed) else { return nil }
        return try? AES.GCM.open(
            box,
            using: masterKey.key.derived(for: names),
            authenticating: Identity.encoded(names)
        )
    }
}
