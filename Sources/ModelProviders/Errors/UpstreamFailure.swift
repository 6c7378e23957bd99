import Synchronization

/// The failure of one call of a model, as a log may show it: nothing in it was written by the upstream or by a person.
public struct UpstreamFailure: Sendable, Equatable {
    /// The upstream's host, with its port where the address has one.
    public var host: String
    /// The status of the answer; `nil` when there was none.
    public var status: Int?
    /// The class of the fault.
    public var fault: FaultClass

    /// A failure.
    public init(host: String, status: Int?, fault: FaultClass) {
        (self.host, self.status, self.fault) = (host, status, fault)
    }
}

/// Keeps the last failure of the model calls that a task and its child tasks make.
///
/// The errors themselves become those of sessions, which know no host and no status.
public final class UpstreamFailures: Sendable {
    /// The one that calls report to; `nil` where nobody asks.
    @TaskLocal public static var current: UpstreamFailures?

    private let last = Mutex<UpstreamFailure?>(nil)

    /// Makes one without a failure.
    public init() {}

    /// The failure that was reported last; `nil` when no call has failed.
    public var latest: UpstreamFailure? { last.withLock(\.self) }

    func report(_ failure: UpstreamFailure) { last.withLock { $0 = failure } }
}
