/// How a request ended.
public enum TransferOutcome: Sendable, Hashable {
    /// With a whole answer; the number is the first digit of its status.
    case answered(statusClass: Int)
    /// With an error, before or in the midst of the answer.
    case failed(TransportError.Code)

    /// The outcome of a whole answer with a status such as 404.
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
