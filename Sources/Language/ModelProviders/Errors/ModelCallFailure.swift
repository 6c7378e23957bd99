import Synchronization

/// The failure of one model call, in a form that a log may contain: none of it is text of the upstream or of a person.
public struct ModelCallFailure: Sendable, Equatable {
    /// The upstream's host, with its port if the address has one.
    public var host: String
    /// The status of the response; `nil` if there was none.
    public var status: Int?
    /// The class of the fault.
    public var fault: FaultClass

    /// Makes a failure.
    public init(host: String, status: Int?, fault: FaultClass) {
        (self.host, self.status, self.fault) = (host, status, fault)
    }
}

/// A record of the last failure among the model calls of a task and its child tasks.
///
/// The errors themselves do not carry it: a session turns them into its own, which have no host and no status.
public final class ModelCallFailures: Sendable {
    /// The record that calls report to; `nil` if none is set.
    @TaskLocal public static var current: ModelCallFailures?

    private let last = Mutex<ModelCallFailure?>(nil)

    /// Makes a record without a failure.
    public init() {}

    /// The failure that was reported last; `nil` when no call has failed.
    public var latest: ModelCallFailure? { last.withLock(\.self) }

    func report(_ failure: ModelCallFailure) { last.withLock { $0 = failure } }
}
