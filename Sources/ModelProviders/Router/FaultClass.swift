/// The kinds of fault that end a model's call before its first token, and what the router makes of each.
///
/// This is the one table of it: ``move`` says who is asked next, ``rest`` how long the model that failed goes to the end of the
/// line.
public enum FaultClass: String, Sendable, CaseIterable {
    /// The provider refuses the key, and so all the keys that were tried.
    case keyRefused
    /// The account has no credit left.
    case outOfCredit
    /// There are keys, but none that may be used now; the provider was not asked.
    case noUsableKey
    /// The provider wants fewer requests.
    case rateLimited
    /// The provider failed.
    case upstreamFault
    /// Nothing came in time.
    case timedOut
    /// No connection, or none is tried because too many failed.
    case unreachable
    /// What came is no answer: cut off, a page, not JSON.
    case unusableAnswer
    /// The provider does not have the model.
    case modelNotFound
    /// The model's address or key cannot be used as it is set.
    case misconfigured
    /// The conversation is longer than the model can read.
    case contextExceeded
    /// The model cannot do what is asked: tools, a schema, a language.
    case unsupported
    /// The provider does not accept the request as it is.
    case invalidRequest
    /// The limit of output tokens cut what is of no use when cut.
    case outputLimit
    /// The model declined.
    case refused
    /// The provider's filter stepped in.
    case filtered
    /// Whoever asked has gone.
    case cancelled
    /// A fault of this side.
    case other

    /// Who is asked after a fault.
    public enum Move: Sendable {
        /// The next model, whichever it is.
        case toNext
        /// The next model that is known to read more.
        case toLarger
        /// Nobody: the fault is the answer.
        case stay
    }

    /// Who is asked next.
    public var move: Move {
        switch self {
        case .keyRefused, .outOfCredit, .noUsableKey, .rateLimited, .upstreamFault, .timedOut, .unreachable,
            .unusableAnswer, .modelNotFound, .misconfigured, .unsupported:
            .toNext
        case .contextExceeded: .toLarger
        // Another model would get the same request, or would be made to answer what one has declined.
        case .invalidRequest, .outputLimit, .refused, .filtered, .cancelled, .other: .stay
        }
    }

    /// How long the model rests unless the provider asks for another time, and whether that doubles from fault to fault.
    var rest: (first: Duration, doubles: Bool) {
        switch self {
        case .upstreamFault, .timedOut, .unreachable, .unusableAnswer: (.seconds(2), true)
        case .rateLimited, .keyRefused, .outOfCredit: (.seconds(10), false)
        case .modelNotFound, .misconfigured: (.seconds(60), false)
        // Without a usable key the pool answers at once, so nothing is lost by asking.
        case .noUsableKey, .contextExceeded, .unsupported, .invalidRequest, .outputLimit, .refused, .filtered,
            .cancelled, .other:
            (.zero, false)
        }
    }
}
