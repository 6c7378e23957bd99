/// The places in a rotation at which a process may be killed, for those who do so on purpose.
package enum RotationStep: String, Sendable, Hashable, CaseIterable, Codable {
    /// The rotation is stored.
    case requested

    /// The rotation says that the new key is being checked.
    case verifying

    /// The upstream has answered; nothing was done about it.
    case checked

    /// The rotation is stored as rejected.
    case rejected

    /// The swap is stored; the memory still has the old key.
    case swapped

    /// The memory has the new key too.
    case active

    /// The rotation says that calls with the old key are waited for.
    case draining

    /// The old key is out of use.
    case retired

    /// The old key's sealed bytes are erased.
    case erased

    /// The old key is known to be of use, and about to be put back.
    case restoring

    /// The old key is back in the store; the memory still has the new one.
    case rolledBack

    /// Told each step that is reached.
    @TaskLocal package static var observer: (@Sendable (RotationStep) -> Void)?

    func reach() { Self.observer?(self) }
}
