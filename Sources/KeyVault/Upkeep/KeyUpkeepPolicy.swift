/// The intervals of the vault's automatic key maintenance.
public struct KeyUpkeepPolicy: Sendable, Equatable {
    /// The time between live checks of a key in use; nil for no checks.
    public var checkInterval: Duration?

    /// The time before its expiry from which a key is warned of, once a day.
    public var expiryWarning: Duration

    /// Makes a policy; the defaults are one check a day and warnings from two weeks before the expiry.
    public init(checkInterval: Duration? = .seconds(86_400), expiryWarning: Duration = .seconds(14 * 86_400)) {
        self.checkInterval = checkInterval
        self.expiryWarning = expiryWarning
    }
}
