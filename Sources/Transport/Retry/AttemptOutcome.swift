/// The outcome of an attempt, as far as the decision on another one needs it.
enum AttemptOutcome: Sendable, Hashable {
    /// A response header.
    case answered(status: Int, retryAfter: Duration?)
    /// No response header.
    case failed(TransportError)
}
