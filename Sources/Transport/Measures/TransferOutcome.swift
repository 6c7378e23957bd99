/// The outcome of a request.
public enum TransferOutcome: Sendable, Hashable {
    /// A complete answer; the number is the first digit of its status.
    case answered(statusClass: Int)
    /// An error, before the answer or within it.
    case failed(TransportError.Code)

    /// The outcome of a complete answer with a status such as 404.
    public static func answered(status: Int) -> TransferOutcome { .answered(statusClass: status / 100) }
}

extension TransferOutcome: CustomStringConvertible {
    /// A word for labels, such as `2xx` or `connect`.
    public var description: String {
        switch self {
        case .answered(let statusClass): "\(statusClass)xx"
        case .failed(let code): code.description
        }
    }
}
