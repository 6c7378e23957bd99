/// A change that a step of a rotation makes to a secret.
public enum SecretChange: Sendable, Equatable {
    /// Stores a new secret.
    case add(SealedSecretRecord)

    /// Retires an active secret, which is kept; a conflict if it is no longer active.
    case retire(String)

    /// Puts a kept secret back into use; a conflict if it is no longer kept, or the same secret is active under another id.
    case restore(String)

    /// Removes the new secret of a rotation and erases it; a conflict if another rotation has replaced it since.
    case withdraw(String)

    /// Erases the sealed bytes of a kept secret; nothing if they are gone already.
    case erase(String)
}

/// The effect of a ``SecretChange`` on the secret that it names.
package struct SecretTransition: Sendable, Equatable {
    /// The secret's state afterwards.
    package var state: SealedSecretState

    /// Whether the sealed bytes are erased.
    package var erasesBytes: Bool

    /// Creates a transition.
    package init(to state: SealedSecretState, erasesBytes: Bool = false) {
        self.state = state
        self.erasesBytes = erasesBytes
    }
}

extension SecretChange {
    /// Decides about the change of a stored secret; `nil` if nothing changes, as for a secret that is added.
    ///
    /// - Parameter state: The state of the secret as it is stored; `nil` if there is no such secret.
    /// - Throws: ``StoreError`` with ``StoreError/Code/conflict`` if the state does not allow the change.
    package func transition(from state: SealedSecretState?) throws(StoreError) -> SecretTransition? {
        switch self {
        case .add: return nil
        case .retire:
            guard state == .active else {
                throw StoreError(.conflict, "The key to replace is no longer in use. List the keys and try again.")
            }
            return SecretTransition(to: .retired)
        case .restore:
            guard state == .retired else {
                throw StoreError(.conflict, "The old key is no longer kept. Rotate to a new one instead.")
            }
            return SecretTransition(to: .active)
        case .withdraw:
            guard let state, state != .retired else {
                throw StoreError(.conflict, "The new key has been replaced since. Roll that rotation back first.")
            }
            return SecretTransition(to: .removed, erasesBytes: true)
        case .erase:
            return state == .retired ? SecretTransition(to: .removed, erasesBytes: true) : nil
        }
    }
}
