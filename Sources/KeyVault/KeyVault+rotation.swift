public import Secrets
import Storage

extension KeyVault {
    /// Puts a new key in an old one's place, after the upstream has said that it accepts it.
    ///
    /// The swap is one transaction; leases given before it stay good, leases after it get the new key. The old key is kept sealed.
    /// - Parameters:
    ///   - upstream: The upstream whose key is changed.
    ///   - secret: The new key.
    ///   - id: The key that goes; nil for the one in use.
    ///   - force: Whether the swap goes ahead when the new key could not be checked. A refused key is never taken.
    ///   - checker: What asks the upstream.
    /// - Throws: ``KeyVaultError``; nothing was changed then.
    public func rotate(
        _ upstream: String,
        to secret: SecretString,
        replacing id: String? = nil,
        force: Bool = false,
        checkedBy checker: any KeyChecker
    ) async throws -> Rotation {
        try secret.validateAsKey()
        guard !isActive(fingerprint(of: secret), of: upstream) else { throw KeyVaultError.alreadyStored(in: upstream) }
        var old = try await keyToReplace(id, of: upstream)
        let check = await checker.check(secret, for: upstream)
        try accept(check, of: upstream, force: force)
        let record = try sealed(secret, for: upstream, label: old.label)
        do {
            try await commit { [id = old.id] store in try await store.replaceSecret(id, with: record) }
        } catch let error as StoreError where error.code == .conflict {
            throw KeyVaultError(
                .conflict,
                "Another change to the keys of \(upstream) got there first. List them, and rotate again if it is still needed."
            )
        }
        old.state = .retired
        return Rotation(retired: old, active: try described(record), check: check)
    }

    private func keyToReplace(_ id: String?, of upstream: String) async throws -> KeyDescription {
        let active = try await keys(of: upstream).filter { $0.state == .active }
        if let id {
            guard let key = active.first(where: { $0.id == id }) else {
                throw KeyVaultError(
                    .unknownKey,
                    "\(upstream) has no active key \(id). List its keys to see which there are; nothing was changed."
                )
            }
            return key
        }
        guard let key = active.last else {
            throw KeyVaultError(.noKey, "\(upstream) has no key that could be replaced. Add the new key instead.")
        }
        return key
    }

    private func accept(_ check: KeyCheck, of upstream: String, force: Bool) throws(KeyVaultError) {
        switch check {
        case .verified:
            return
        case .invalid(let reason):
            throw KeyVaultError(
                .keyRefused,
                "\(upstream) refused the new key: \(reason). The old key stays in use; get the right key and try again."
            )
        case .unknown(let reason):
            if force { return }
            throw KeyVaultError(
                .keyUnverified,
                "The new key could not be checked with \(upstream): \(reason). The old key stays in use; try again, or force it."
            )
        }
    }
}
