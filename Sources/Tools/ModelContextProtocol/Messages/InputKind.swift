import StreamingJSON

/// A kind of question that a server may ask its client before it answers a request.
public enum InputKind: String, Sendable, CaseIterable {
    /// An answer of the person.
    case elicitation = "elicitation/create"
    /// An answer of the client's model.
    case sampling = "sampling/createMessage"
    /// The folders that the client works on.
    case roots = "roots/list"

    /// The capability by which a client declares it.
    public var capability: String {
        switch self {
        case .elicitation: "elicitation"
        case .sampling: "sampling"
        case .roots: "roots"
        }
    }
}
