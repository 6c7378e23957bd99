public import FoundationEssentials

/// The part of a client's data that is erased.
public enum ErasureScope: String, Sendable, CaseIterable {
    /// Everything but the usage: conversations, runs and health samples.
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

/// A store that erases the data of clients in small transactions, so that a large client does not block the store for others.
///
/// An erasure stays recorded from before the first row is deleted until after the last one, so it can be resumed after a crash.
public protocol ErasureStore: Sendable {
    /// Whether any data of a client is stored, or an erasure of it is recorded.
    func holdsData(of client: String) async throws -> Bool

    /// Records that a client's data must be erased; a recorded erasure of everything is not reduced.
    func beginErasure(_ scope: ErasureScope, of client: String, at time: Date) async throws

    /// Returns the recorded erasures, the oldest first.
    func pendingErasures() async throws -> [(client: String, scope: ErasureScope)]

    /// Deletes the data of a recorded erasure; on return the database no longer contains it.
    ///
    /// - Returns: The amount that was deleted since the erasure was recorded, including by earlier processes.
    func erase(_ scope: ErasureScope, of client: String) async throws -> ErasureCount

    /// Deletes the record of an erasure that is complete.
    ///
    /// - Returns: False, and nothing is written, if there is no such record because another caller has ended it.
    @discardableResult
    func endErasure(_ scope: ErasureScope, of client: String, audit: AuditTrail) async throws -> Bool
}
