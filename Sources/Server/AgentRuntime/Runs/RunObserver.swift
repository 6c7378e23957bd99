public import AgentWire
public import Foundation
public import Storage

/// Observes the status changes of runs, to count them, to settle their costs, or to log them.
public protocol RunObserver: Sendable {
    /// Called when a run has a new status.
    func runChanged(_ change: RunChange)

    /// Called when a model call, a tool or a wait of a run has started or ended.
    func timelineChanged(of run: String)

    /// Called when a request has started or stopped reading a run.
    func readersChanged(of run: String, to count: Int)
}

extension RunObserver {
    /// Does nothing.
    public func timelineChanged(of run: String) {}

    /// Does nothing.
    public func readersChanged(of run: String, to count: Int) {}
}

/// A run's new status.
public struct RunChange: Sendable, Equatable {
    /// The run.
    public var run: String
    /// The id of its client.
    public var client: String
    /// Its conversation; empty when it has none.
    public var conversation: String
    /// The model that answers; empty for a direct call.
    public var model: String
    /// The tool of a direct call; `nil` for any other run.
    public var tool: String?
    /// The new status.
    public var status: RunStatus
    /// The status before; `nil` when the run is new or over.
    public var former: RunStatus?
    /// The tokens used, when the run is over; they are charged with any status.
    public var usage: WireUsage?
    /// The id of the HTTP request that started it.
    public var requestID: String?
    /// The trace of the run.
    public var traceID: String?
    /// The time of the request.
    public var createdAt: Date
    /// The time of the change.
    public var time: Date
}
