/// How much of a limit is left.
public struct LimitStanding: Sendable, Hashable {
    /// The limit.
    public var name: LimitName

    /// How much there is in all; money in millionths.
    public var quota: Int

    /// How much is left, what is reserved taken off.
    public var remaining: Int

    /// In how many seconds all of it is there again; nil where nobody knows, as for runs.
    public var resetSeconds: Int?

    /// The standing of a limit.
    public init(name: LimitName, quota: Int, remaining: Int, resetSeconds: Int?) {
        self.name = name
        self.quota = quota
        self.remaining = remaining
        self.resetSeconds = resetSeconds
    }
}
