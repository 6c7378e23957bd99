/// Something that happened at a stand-in, for a test to wait for.
public enum StandInEvent: Sendable {
    /// A request is in, body and all; its answer has not begun.
    case received(RecordedRequest)
    /// The answer's header has been written.
    case began(requestID: Int, status: Int, at: ContinuousClock.Instant)
    /// The answer has been written to its last byte.
    case answered(requestID: Int, status: Int, at: ContinuousClock.Instant)
    /// The client closed its side before the answer was whole; the instant is when the close reached the stand-in.
    case closedByPeer(requestID: Int, at: ContinuousClock.Instant)
    /// The stand-in broke the answer off, as it was told to.
    case brokenOff(requestID: Int, at: ContinuousClock.Instant)

    /// The request that the event is about.
    public var requestID: Int {
        switch self {
        case .received(let request): request.id
        case .began(let id, _, _), .answered(let id, _, _), .closedByPeer(let id, _), .brokenOff(let id, _): id
        }
    }
}
