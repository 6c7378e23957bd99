public import FoundationEssentials

/// Where rotations are kept.
public protocol RotationStore: Sendable {
    /// The rotation with an id.
    func rotation(_ id: String) async throws -> RotationRecord?

    /// The latest rotations, latest first.
    /// - Parameters:
    ///   - upstream: The upstream whose rotations are meant; nil for all.
    ///   - limit: How many at most.
    func rotations(of upstream: String?, limit: Int) async throws -> [RotationRecord]

    /// The rotation that a caller asked for under an idempotency key.
    func rotation(ofActor actor: String, idempotencyKey: String) async throws -> RotationRecord?

    /// Stores a new rotation, unless it was asked for before or another one is in its way; durable on return.
    /// - Parameters:
    ///   - record: The rotation.
    ///   - time: Idempotency keys of rotations from before it are forgotten.
    ///   - audit: The rows that tell of it.
    func beginRotation(
        _ record: RotationRecord,
        forgettingKeysBefore time: Date,
        audit: AuditTrail
    ) async throws -> RotationStart

    /// Moves a rotation on and changes secrets with it, in one transaction that is durable on return.
    /// - Parameters:
    ///   - record: The rotation as it is to be.
    ///   - state: What its state must have been until now.
    ///   - changes: What is done to the secrets, in order.
    ///   - audit: The rows that tell of it.
    /// - Throws: ``StoreError`` with ``StoreError/Code/conflict`` when its state is another one by now or a change is not possible any
    ///   more. Nothing is written then.
    func moveRotation(
        _ record: RotationRecord,
        from state: RotationRecord.State,
        changing changes: [SecretChange],
        audit: AuditTrail
    ) async throws
}

/// The result of a request to begin a rotation.
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
    ///   - underCheck: The rotation of the same upstream that waits for its live check (``RotationRecord/State/isUnderCheck``).
    package init(known: RotationRecord?, underCheck: RotationRecord?) {
        self =
            if let known { .repeated(known) } else if let underCheck { .busy(underCheck) } else { .begun }
    }
}

extension RotationRecord {
    /// Checks that a stored rotation can take a step.
    ///
    /// - Parameters:
    ///   - former: The state that the caller expects.
    ///   - stored: The rotation as it is stored; `nil` if there is none.
    /// - Throws: ``StoreError`` with ``StoreError/Code/conflict`` if the rotation has another state by now, or its old secret is erased.
    package static func requireStep(from former: State, stored: RotationRecord?) throws(StoreError) {
        guard let stored, stored.state == former, stored.erasedAt == nil else {
            throw StoreError(.conflict, "The rotation has changed meanwhile. Look at it again, then decide.")
        }
    }
}
