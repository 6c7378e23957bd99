/// The remaining amount of a limit.
public struct LimitStanding: Sendable, Hashable {
    /// The limit.
    public var name: LimitName

    /// The size of the limit; money in millionths.
    public var quota: Int

    /// The amount that is neither spent nor reserved.
    public var remaining: Int

    /// The time until the whole limit is available again, in seconds; nil if it is unknown, as for runs.
    public var resetSeconds: Int?

    /// Makes a value.
    public init(name: LimitName, quota: Int, remaining: Int, resetSeconds: Int?) {
        self.name = name
        self.quota = quota
        self.remaining = remaining
        self.resetSeconds = resetSeconds
    }
}
