/// A fault or delay of a stand-in, instead of the plain answer.
public enum Misbehavior: Sendable {
    /// The header is sent after this delay.
    case delayHeader(Duration)
    /// The header is sent when the gate is opened.
    case hold(StandInGate)
    /// The body is sent a few bytes at a time, with a pause before each.
    case drip(bytes: Int, every: Duration)
    /// Nothing is sent until the client closes the connection.
    case stallBeforeHeader
    /// The header and the first bytes are sent, then nothing until the client closes the connection.
    case stall(afterBytes: Int)
    /// The header announces the whole body, but the connection is closed after the first bytes.
    case truncate(afterBytes: Int)
    /// The connection is reset (RST) instead of an answer.
    case resetBeforeHeader
    /// The header and the first bytes are sent, then the connection is reset (RST).
    case reset(afterBytes: Int)
    /// This answer is sent instead of the right one.
    indirect case answer(StandInReply)
}

/// A misbehavior with the requests that it applies to.
struct MisbehaviorRule: Sendable {
    let misbehavior: Misbehavior
    var timesLeft: Int?
    let matches: @Sendable (RecordedRequest) -> Bool
}

/// The active rules; a request uses the first matching rule, which counts down.
struct MisbehaviorRules: Sendable {
    private var rules: [MisbehaviorRule] = []

    mutating func add(_ rule: MisbehaviorRule) { rules.append(rule) }

    mutating func clear() { rules = [] }

    mutating func next(for request: RecordedRequest) -> Misbehavior? {
        guard let index = rules.firstIndex(where: { $0.matches(request) }) else { return nil }
        let misbehavior = rules[index].misbehavior
        if let timesLeft = rules[index].timesLeft {
            rules[index].timesLeft = timesLeft - 1
            if timesLeft <= 1 { rules.remove(at: index) }
        }
        return misbehavior
    }
}
