/// Why there are no figures.
public struct BenchmarkFailure: Error, CustomStringConvertible {
    /// The reason, as a sentence.
    public let description: String

    /// A failure for a reason.
    public init(_ description: String) { self.description = description }
}
