/// How often the vault looks after its keys by itself.
public struct KeyUpkeepPolicy: Sendable, Equatable {
    /// How often a key that is in use is checked live; nil for never.
    public var checkInterval: Duration?

    /// How long before its expiry a key is warned of, once a day from then on.
    public var expiryWarning: Duration

    /// Makes a policy; by default a key is checked once a day, and warned of two weeks before it expires.
    public init(checkInterval: Duration? = .seconds(86_400), expiryWarning: Duration = .seconds(14 * 86_400)) {
        self.checkInterval = checkInterval
        self.expiryWarning = expiryWarning
    }
}
