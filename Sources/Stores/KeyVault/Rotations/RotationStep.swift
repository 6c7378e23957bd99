/// The points in a rotation at which crash tests kill the process.
package enum RotationStep: String, Sendable, Hashable, CaseIterable, Codable {
    /// The rotation is stored.
    case requested

    /// The rotation is stored as verifying.
    case verifying

    /// The upstream has answered; the answer is not applied yet.
    case checked

    /// The rotation is stored as rejected.
    case rejected

    /// The swap is stored; the memory still has the old key.
    case swapped

    /// The memory has the new key too.
    case active

    /// The rotation is stored as draining.
    case draining

    /// The old key is out of use.
    case retired

    /// The old key's sealed bytes are erased.
    case erased

    /// The check has accepted the old key, which is about to be restored.
    case restoring

    /// The old key is restored in the store; the memory still has the new one.
    case rolledBack

    /// A closure called at each step.
    @TaskLocal package static var observer: (@Sendable (RotationStep) -> Void)?

    func reach() { Self.observer?(self) }
}
