/// The numbers of calls with a key in a part of time, by their outcomes.
public struct KeyOutcomesRecord: Sendable, Equatable {
    /// The id of the key.
    public var key: String

    /// The upstream of the key.
    public var upstream: String

    /// The first minute, counted from 1970.
    public var minute: Int

    /// Calls that the upstream accepted.
    public var accepted: Int

    /// Calls whose key the upstream refused.
    public var refused: Int

    /// Calls that failed because the account has no credit.
    public var outOfCredit: Int

    /// Calls that failed because the key was used too often.
    public var limited: Int

    /// Calls that failed because of the upstream itself.
    public var failed: Int

    /// Makes a record.
    public init(
        key: String,
        upstream: String,
        minute: Int,
        accepted: Int = 0,
        refused: Int = 0,
        outOfCredit: Int = 0,
        limited: Int = 0,
        failed: Int = 0
    ) {
        self.key = key
        self.upstream = upstream
        self.minute = minute
        self.accepted = accepted
        self.refused = refused
        self.outOfCredit = outOfCredit
        self.limited = limited
        self.failed = failed
    }
}
