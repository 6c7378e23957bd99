/// The reason why a benchmark has no figures.
public struct BenchmarkFailure: Error, CustomStringConvertible {
    /// The reason, as a sentence.
    public let description: String

    /// Makes a failure from its reason.
    public init(_ description: String) { self.description = description }
}
