/// The usage of one model on one day by a user, or by a client's anonymous users together.
///
/// It is part of the client's usage, and counted there too. Neither the time within the day nor the tokens that were written to caches are
/// kept.
public struct UserUsageRecord: Sendable, Hashable {
    /// The user with its client.
    public let owner: Owner

    /// The usage, as a record of the client.
    public private(set) var usage: UsageRecord

    /// Makes the record of a user for usage of its client.
    ///
    /// - Parameter day: The day for which it counts; `nil` for that of the usage.
    public init(_ usage: UsageRecord, of owner: Owner, on day: String? = nil) {
        (self.owner, self.usage) = (owner, usage)
        self.usage.client = owner.client
        if let day { self.usage.day = day }
        self.usage.slot = nil
        self.usage.cacheWriteTokens = 0
    }

    /// Adds another record of the same user, day and model.
    public mutating func add(_ other: UserUsageRecord) { usage.add(other.usage) }
}
