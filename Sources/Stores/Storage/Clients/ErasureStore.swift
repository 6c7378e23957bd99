public import FoundationEssentials

/// A store that erases the data of owners in small transactions, so that a large one does not block the store for others.
///
/// The users of a client are erased before its own data.
///
/// An erasure stays recorded from before the first row is deleted until after the last one, so it can be resumed after a crash.
public protocol ErasureStore: UserDataStore {
    /// Whether any data of an owner is stored, or of a user of it, or an erasure of it is recorded.
    func holdsData(of owner: Owner) async throws -> Bool

    /// Records that an owner's data must be erased; a recorded erasure of everything is not reduced.
    ///
    /// The identities of a user are deleted with the record of the erasure of everything, so the person is another user from then on. The
    /// user itself is the last to be erased.
    func beginErasure(_ scope: ErasureScope, of owner: Owner, at time: Date) async throws

    /// Returns the recorded erasures, the oldest first.
    func pendingErasures() async throws -> [(owner: Owner, scope: ErasureScope)]

    /// Deletes the data of a recorded erasure; on return the database no longer contains it.
    ///
    /// - Returns: The amount that was deleted since the erasure was recorded, including by earlier processes.
    func erase(_ scope: ErasureScope, of owner: Owner) async throws -> ErasureCount

    /// Deletes the record of an erasure that is complete.
    ///
    /// - Returns: False, and nothing is written, if there is no such record because another caller has ended it.
    @discardableResult
    func endErasure(_ scope: ErasureScope, of owner: Owner, audit: AuditTrail) async throws -> Bool
}

extension ErasureScope {
    /// Whether an erasure of one owner erases the data of another one.
    public func reaches(_ other: Owner, from owner: Owner) -> Bool {
        self == .everything ? owner.includes(other) : other == owner
    }
}
