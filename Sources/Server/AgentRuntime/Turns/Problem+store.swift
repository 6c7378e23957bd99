public import AgentWire
import Storage

extension Problem {
    /// The problem of a store that cannot be read or written for now; `nil` for another error, which waiting does not mend.
    public init?(temporary error: any Error) {
        guard let error = error as? StoreError, error.code == .full || error.code == .unavailable else { return nil }
        self.init(
            .overloaded,
            detail: "the server cannot read or write its store now; try again later",
            retryAfterSeconds: 5
        )
    }
}
