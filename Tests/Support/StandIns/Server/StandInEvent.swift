/// An event at a stand-in that a test can wait for.
public enum StandInEvent: Sendable {
    /// A request was received with its body; its answer has not started.
    case received(RecordedRequest)
    /// The answer's header was written.
    case headerSent(requestID: Int, status: Int, at: ContinuousClock.Instant)
    /// The complete answer was written.
    case answered(requestID: Int, status: Int, at: ContinuousClock.Instant)
    /// The client closed the connection before the answer was complete; the time is that of the close at the stand-in.
    case closedByPeer(requestID: Int, at: ContinuousClock.Instant)
    /// The stand-in cut off the answer because of a misbehavior rule.
    case cutOff(requestID: Int, at: ContinuousClock.Instant)

    /// The id of the request.
    public var requestID: Int {
        switch self {
        case .received(let request): request.id
        case .headerSent(let id, _, _), .answered(let id, _, _), .closedByPeer(let id, _), .cutOff(let id, _): id
        }
    }
}
