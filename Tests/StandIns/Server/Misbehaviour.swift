/// A way in which a stand-in goes wrong, or is merely slow, in place of the plain answer.
public enum Misbehaviour: Sendable {
    /// The header comes this much later.
    case delayHeader(Duration)
    /// The header comes when the gate is opened.
    case hold(StandInGate)
    /// The body comes a few bytes at a time, with a pause before each.
    case drip(bytes: Int, every: Duration)
    /// Nothing comes at all until the client closes.
    case stallBeforeHeader
    /// The header and the first bytes come, then nothing until the client closes.
    case stall(afterBytes: Int)
    /// The header promises the whole body; the connection is closed after the first bytes.
    case truncate(afterBytes: Int)
    /// The connection is reset (RST) in place of an answer.
    case resetBeforeHeader
    /// The header and the first bytes come, then the connection is reset (RST).
    case reset(afterBytes: Int)
    /// Another answer in the place of the right one.
    indirect case answer(StandInReply)
}

/// A misbehaviour with the requests it is for.
struct MisbehaviourRule: Sendable {
    let misbehaviour: Misbehaviour
    var timesLeft: Int?
    let matches: @Sendable (RecordedRequest) -> Bool
}

/// The rules in force; the first that matches a request is used, and used up.
struct MisbehaviourRules: Sendable {
    private var rules: [MisbehaviourRule] = []

    mutating func add(_ rule: MisbehaviourRule) { rules.append(rule) }

    mutating func clear() { rules = [] }

    mutating func take(for request: RecordedRequest) -> Misbehaviour? {
        guard let index = rules.firstIndex(where: { $0.matches(request) }) else { return nil }
        let misbehaviour = rules[index].misbehaviour
        if let timesLeft = rules[index].timesLeft {
            rules[index].timesLeft = timesLeft - 1
            if timesLeft <= 1 { rules.remove(at: index) }
        }
        return misbehaviour
    }
}
