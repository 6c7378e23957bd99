/// How redirects are followed.
public struct RedirectPolicy: Sendable, Hashable {
    /// How many redirects are followed for one request.
    public var maximum: Int

    /// A policy.
    public init(maximum: Int = 5) {
        self.maximum = maximum
    }
}
