public import ToolRecords

/// The reason why a call of the inventory failed.
public struct InventoryError: Error, Sendable, Equatable {
    /// The kinds of failures; the set is closed.
    public enum Kind: Sendable, Equatable {
        /// No item has this id.
        case notFound(Int)

        /// The item has changed since the expected version, so nothing was done; the item in its present state.
        case changedMeanwhile(InventoryItemRecord)

        /// No API key is configured for the service, or the stored one cannot be opened.
        case noKey

        /// The service refused the API key.
        case unauthorized

        /// The service rejected the data.
        case refused

        /// The service asks clients to wait.
        case busy

        /// The service could not be reached, or did not answer in time.
        case unreachable

        /// The service failed with this status.
        case failing(status: Int)

        /// The service sent an answer that cannot be parsed.
        case incomprehensible

        /// The embedded store cannot be read or written.
        case storage

        /// The list has as many items as it may have, which is this number.
        case full(Int)

        /// The service has no lists of single callers, and the caller is to have one.
        case notShared

        /// The task was cancelled.
        case cancelled
    }

    /// The kind of failure.
    public var kind: Kind

    /// The service's name for people.
    public var service: String

    /// Whether the failed call may have changed something nevertheless.
    public var mayHaveChanged: Bool

    /// The time to wait, as requested by the service or until a key may be used again; nil if unknown.
    public var retryAfter: Duration?

    /// Makes an error.
    public init(_ kind: Kind, of service: String, mayHaveChanged: Bool = false, retryAfter: Duration? = nil) {
        self.kind = kind
        self.service = service
        self.mayHaveChanged = mayHaveChanged
        self.retryAfter = retryAfter
    }
}
