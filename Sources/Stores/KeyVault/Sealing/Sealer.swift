import Crypto
import FoundationEssentials
import Storage
import Synchronization

/// The encryption of secrets: seals bytes under the current master key, and opens bytes that any key of the ring has sealed.
///
/// Each record has a separate key, derived by HKDF from the master key and the record's identity. The identity is also the
/// associated data of AES-256-GCM, so a sealed text that is moved to another record, or changed by one bit, cannot be opened.
final class Sealer: Sendable {
    let state: Mutex<State>

    struct State {
        var ring: MasterKeyRing
        var isRewrapping = false
    }

    init(_ ring: MasterKeyRing) {
        state = Mutex(State(ring: ring))
    }

    /// The current ring of master keys.
    var ring: MasterKeyRing { state.withLock { $0.ring } }

    /// Replaces the master keys.
    func adopt(_ ring: MasterKeyRing) {
        state.withLock { $0.ring = ring }
    }

    /// Returns nonce, ciphertext and tag, with the id of the master key that sealed them.
    func seal(_ plain: some DataProtocol, identity: [String]) throws(KeyVaultError) -> SealedText {
        let masterKey = ring.current
        let names = Self.names(masterKey, identity)
        let box = try? AES.GCM.seal(
            plain,
            using: masterKey.key.derived(for: names),
            authenticating: Identity.encoded(names)
        )
        guard let combined = box?.combined else {
            throw KeyVaultError(.sealBroken, "The secret cannot be sealed on this machine.")
        }
        return SealedText(masterKeyID: masterKey.id, bytes: combined)
    }

    /// Returns the plain bytes; nil if their master key is missing or they were sealed under another key or for another identity.
    ///
    /// The caller must wipe the bytes.
    func open(_ sealed: SealedText, identity: [String]) -> Data? {
        guard let masterKey = ring.key(sealed.masterKeyID) else { return nil }
        let names = Self.names(masterKey, identity)
        guard let box = try? AES.GCM.SealedBox(combined: sealed.bytes) else { return nil }
        return try? AES.GCM.open(
            box,
            using: masterKey.key.derived(for: names),
            authenticating: Identity.encoded(names)
        )
    }

    private static func names(_ masterKey: MasterKey, _ identity: [String]) -> [String] {
        ["torii seal 1", masterKey.id] + identity
    }
}

extension Sealer {
    /// Marks a re-wrap as running; false if another one is running.
    func startRewrap() -> Bool {
        // One process: A re-wrap in another process is not seen.
        state.withLock { state in
            guard !state.isRewrapping else { return false }
            state.isRewrapping = true
            return true
        }
    }

    /// Marks the re-wrap as ended.
    func endRewrap() {
        state.withLock { $0.isRewrapping = false }
    }
}
