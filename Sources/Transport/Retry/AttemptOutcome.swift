/// How one attempt at a request ended, as far as the decision about another one needs it.
enum AttemptOutcome: Sendable, Hashable {
    /// With a response header.
    case answered(status: Int, retryAfter: Duration?)
    /// Without one.
    case failed(TransportError)
}
