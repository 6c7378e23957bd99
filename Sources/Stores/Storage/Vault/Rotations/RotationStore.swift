public import FoundationEssentials

/// A store of rotations.
public protocol RotationStore: Sendable {
    /// Returns the rotation with this id, or `nil`.
    func rotation(_ id: String) async throws -> RotationRecord?

    /// Returns rotations, the latest first.
    /// - Parameters:
    ///   - upstream: The upstream; `nil` for all upstreams.
    ///   - limit: The greatest number of rotations.
    func rotations(of upstream: String?, limit: Int) async throws -> [RotationRecord]

    /// Returns the rotation that an actor requested under an idempotency key, or `nil`.
    func rotation(ofActor actor: String, idempotencyKey: String) async throws -> RotationRecord?

    /// Stores a new rotation, unless it was requested before or another one is under check; durable on return.
    /// - Parameters:
    ///   - record: The rotation.
    ///   - time: Idempotency keys of rotations from before this time are forgotten.
    ///   - audit: The audit rows, which are written only if the rotation is.
    func beginRotation(
        _ record: RotationRecord,
        forgettingKeysBefore time: Date,
        audit: AuditTrail
    ) async throws -> RotationStart

    /// Stores a step of a rotation and its changes to secrets, in one transaction that is durable on return.
    /// - Parameters:
    ///   - record: The rotation after the step.
    ///   - state: The state that the rotation must have before.
    ///   - changes: The changes to secrets, in order.
    ///   - audit: The audit rows.
    /// - Throws: ``StoreError`` with ``StoreError/Code/conflict`` if the rotation has another state, or a change is no longer possible.
    ///   Nothing
    ///   is written then.
    func moveRotation(
        _ record: RotationRecord,
        from state: RotationState,
        changing changes: [SecretChange],
        audit: AuditTrail
    ) async throws
}

/// The result of a request for a new rotation.
public enum RotationStart: Sendable, Equatable {
    /// The rotation was stored.
    case begun

    /// The same caller has used the idempotency key before, for this rotation; nothing was stored.
    case repeated(RotationRecord)

    /// This rotation of the same upstream waits for its live check; nothing was stored.
    case busy(RotationRecord)

    /// Decides about a new rotation.
    ///
    /// - Parameters:
    ///   - known: The rotation that the same caller requested under the same idempotency key; `nil` for none, or without a key.
    ///   - underCheck: The rotation of the same upstream that waits for its live check (``RotationState/isUnderCheck``).
    package init(known: RotationRecord?, underCheck: RotationRecord?) {
        self =
            if let known { .repeated(known) } else if let underCheck { .busy(underCheck) } else { .begun }
    }
}

extension RotationRecord {
    /// Checks that a stored rotation has the expected state.
    ///
    /// - Parameters:
    ///   - former: The state that the caller expects.
    ///   - stored: The rotation as it is stored; `nil` if there is none.
    /// - Throws: ``StoreError`` with ``StoreError/Code/conflict`` if the rotation has another state by now, or its old secret is erased.
    package static func requireStep(from former: RotationState, stored: RotationRecord?) throws(StoreError) {
        guard let stored, stored.state == former, stored.erasedAt == nil else {
            throw StoreError(.conflict, "The rotation has changed meanwhile. Look at it again, then decide.")
        }
    }
}
