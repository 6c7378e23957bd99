/// The part of an owner's data that is erased.
public enum ErasureScope: String, Sendable, CaseIterable {
    /// Everything but the usage: conversations, runs, health samples and devices. That of a client includes its users.
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

    /// The items of inventories that belong to one user.
    public var items: Int

    /// Makes a count.
    public init(conversations: Int = 0, runs: Int = 0, healthSamples: Int = 0, items: Int = 0) {
        self.conversations = conversations
        self.runs = runs
        self.healthSamples = healthSamples
        self.items = items
    }
}
