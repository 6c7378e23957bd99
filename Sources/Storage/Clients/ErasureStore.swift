public import FoundationEssentials

/// The part of a client's data that is erased.
public enum ErasureScope: String, Sendable, CaseIterable {
    /// Everything but the books: conversations, runs and health samples.
    case everything
    /// Conversations and runs, with their transcripts, events and idempotency keys.
    case conversations
}

/// The amount of data that an erasure has deleted.
public struct ErasureCount: Sendable, Equatable {
    /// The conversations, each with its transcript.
    public var conversations: Int

    /// The runs, each with its request, its events and its idempotency key.
    public var runs: Int

    /// The health samples.
    public var healthSamples: Int

    /// Makes a count.
    public init(conversations: Int = 0, runs: Int = 0, healthSamples: Int = 0) {
        self.conversations = conversations
        self.runs = runs
        self.healthSamples = healthSamples
    }
}

/// Erases the data of clients in small transactions, so that a large client does not keep others from the store.
///
/// An erasure is recorded before the first row is deleted and until the last one is, so that it can be resumed after a crash.
public protocol ErasureStore: Sendable {
    /// Whether anything of a client is stored, or an erasure of it is recorded.
    func holdsData(of client: String) async throws -> Bool

    /// Records that a client's data is to be erased; a recorded erasure of everything stays one.
    func beginErasure(_ scope: ErasureScope, of client: String, at time: Date) async throws

    /// The recorded erasures, the oldest first.
    func pendingErasures() async throws -> [(client: String, scope: ErasureScope)]

    /// Deletes the data of a recorded erasure; on return the database's files do not contain it any more.
    ///
    /// - Returns: The amount that was deleted since the erasure was recorded, also by earlier processes.
    func erase(_ scope: ErasureScope, of client: String) async throws -> ErasureCount

    /// Removes the record of an erasure that is done.
    ///
    /// - Returns: False, and nothing is written, when there is no such record: somebody else has ended it.
    @discardableResult
    func endErasure(_ scope: ErasureScope, of client: String, audit: AuditTrail) async throws -> Bool
}
