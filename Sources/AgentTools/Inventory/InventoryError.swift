public import Storage

/// Why the inventory could not do what it was asked.
public struct InventoryError: Error, Sendable, Equatable {
    /// What went wrong; the protocol closes this set.
    public enum Kind: Sendable, Equatable {
        /// There is no item with this id.
        case notFound(Int)

        /// The item has changed since the version that was named, so nothing was done; the item as it is now.
        case changedMeanwhile(InventoryItemRecord)

        /// No API key is set up for the service, or the one that is stored cannot be opened.
        case noKey

        /// The service refused the API key.
        case unauthorized

        /// The service did not accept the data.
        case refused

        /// The service asks for a pause.
        case busy

        /// The service could not be reached, or did not answer in time.
        case unreachable

        /// The service failed by itself, with this status.
        case failing(status: Int)

        /// The service answered with something that cannot be understood.
        case incomprehensible

        /// The embedded store cannot be read or written.
        case storage

        /// The task was cancelled.
        case cancelled
    }

    /// What went wrong.
    public var kind: Kind

    /// The service's name, as people know it.
    public var service: String

    /// Whether a change was asked for that may have been made all the same.
    public var mayHaveChanged: Bool

    /// How long the service asks to wait, or the keys for it rest; nil when nothing is known.
    public var retryAfter: Duration?

    /// Makes an error.
    public init(_ kind: Kind, of service: String, mayHaveChanged: Bool = false, retryAfter: Duration? = nil) {
        self.kind = kind
        self.service = service
        self.mayHaveChanged = mayHaveChanged
        self.retryAfter = retryAfter
    }
}
