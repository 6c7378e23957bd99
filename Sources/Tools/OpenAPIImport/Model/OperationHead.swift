/// The effect of an operation, by its method.
public enum OperationEffect: String, Sendable, Hashable {
    /// The operation only reads.
    case reads
    /// The operation changes data.
    case changes
    /// The operation deletes data.
    case destroys
}

/// The parts of an operation that a selection needs.
struct OperationHead {
    let name: String
    let operationID: String?
    let method: String
    /// The path as in the document.
    let path: String
    let tags: [String]
    let effect: OperationEffect
    let isDeprecated: Bool

    var label: String { "\(method) \(path)" }
}
