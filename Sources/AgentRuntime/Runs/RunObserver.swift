public import AgentWire
public import Foundation

/// Hears where runs stand, to count them, to settle what they cost, or to log them.
public protocol RunObserver: Sendable {
    /// A run has come to a new status.
    func runChanged(_ change: RunChange)
}

/// A run's new status.
public struct RunChange: Sendable, Equatable {
    /// The run.
    public var run: String
    /// Its client.
    public var client: String
    /// Its conversation; empty when it has none.
    public var conversation: String
    /// The model that answers; empty for a direct call.
    public var model: String
    /// The tool of a direct call; `nil` for any other run.
    public var tool: String?
    /// The new status.
    public var status: RunStatus
    /// Where it stood before; `nil` when it has just come, or is over.
    public var former: RunStatus?
    /// The tokens used, when the run is over; they were paid for whatever it ended as.
    public var usage: WireUsage?
    /// The HTTP request that asked for it.
    public var requestID: String?
    /// The trace that it belongs to.
    public var traceID: String?
    /// When the run was asked for.
    public var createdAt: Date
    /// When its status changed.
    public var time: Date
}
