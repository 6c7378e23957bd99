/// The kinds of fault that end a model's call before its first token, and the router's reaction to each.
///
/// This is the only table of reactions: ``move`` decides which model is asked next, ``rest`` how long the failed model is placed at the end
/// of the order.
public enum FaultClass: String, Sendable, CaseIterable {
    /// The provider refused every key that was tried, or a call without a key.
    case keyRefused
    /// The account has no credit left.
    case outOfCredit
    /// The vault has keys, but none that can be used now. No request was sent.
    case noUsableKey
    /// The provider asks for fewer requests.
    case rateLimited
    /// The provider failed.
    case upstreamFault
    /// No answer arrived in time.
    case timedOut
    /// There is no connection, or none is tried because too many failed.
    case unreachable
    /// The response is not an answer: cut off, a page, or not JSON.
    case unusableAnswer
    /// The provider does not have the model.
    case modelNotFound
    /// The model's address or key is set wrong.
    case misconfigured
    /// The conversation is longer than the model's context.
    case contextExceeded
    /// The model does not support a part of the request: tools, a schema, a language.
    case unsupported
    /// The provider refuses the request as invalid.
    case invalidRequest
    /// The output limit cut a part of the answer that cannot be used when cut.
    case outputLimit
    /// The model declined.
    case refused
    /// The provider's filter stopped the answer.
    case filtered
    /// The caller cancelled the request.
    case cancelled
    /// A fault of this process.
    case other

    /// The router's choice of the next model after a fault.
    public enum Move: Sendable {
        /// The next model in the order.
        case toNext
        /// The next model with a larger known context.
        case toLarger
        /// No model: the fault is the result.
        case stay
    }

    /// The model that is asked next.
    public var move: Move {
        switch self {
        case .keyRefused, .outOfCredit, .noUsableKey, .rateLimited, .upstreamFault, .timedOut, .unreachable,
            .unusableAnswer, .modelNotFound, .misconfigured, .unsupported:
            .toNext
        case .contextExceeded: .toLarger
        // Another model would receive the same request, or would have to answer what one has declined.
        case .invalidRequest, .outputLimit, .refused, .filtered, .cancelled, .other: .stay
        }
    }

    /// Whether the client's request is the cause, so that a client that repeats it gets the same fault again.
    ///
    /// The other faults belong to the operator or to the provider: a key, credit, an address, a model's name, an outage. A request that
    /// the provider refuses as invalid counts as the client's, because what Torii itself can mend has been mended before.
    public var isClients: Bool {
        switch self {
        case .contextExceeded, .unsupported, .invalidRequest, .outputLimit, .refused, .filtered: true
        case .keyRefused, .outOfCredit, .noUsableKey, .rateLimited, .upstreamFault, .timedOut, .unreachable,
            .unusableAnswer, .modelNotFound, .misconfigured, .cancelled, .other:
            false
        }
    }

    /// The time that the model rests unless the provider asks for another, and whether it doubles from fault to fault.
    var rest: (first: Duration, doubles: Bool) {
        switch self {
        case .upstreamFault, .timedOut, .unreachable, .unusableAnswer: (.seconds(2), true)
        case .rateLimited, .keyRefused, .outOfCredit: (.seconds(10), false)
        case .modelNotFound, .misconfigured: (.seconds(60), false)
        // Without a usable key the pool fails at once, so asking again costs nothing.
        case .noUsableKey, .contextExceeded, .unsupported, .invalidRequest, .outputLimit, .refused, .filtered,
            .cancelled, .other:
            (.zero, false)
        }
    }
}
