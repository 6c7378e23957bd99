/// The number of tokens that a model would receive for a request.
public struct InputTokenCount: Sendable, Equatable {
    /// The number.
    public var count: Int
    /// Whether the number is this server's estimate, because the model's provider counts no tokens or could not be asked.
    public var isEstimated: Bool

    /// Makes a count.
    public init(_ count: Int, isEstimated: Bool) {
        self.count = count
        self.isEstimated = isEstimated
    }
}
