public import FoundationEssentials

/// A run in a conversation's list of runs, without its request and its events.
public struct RunSummary: Sendable, Equatable, Identifiable {
    /// The run's id.
    public var id: String

    /// The run's status.
    public var status: RunRecord.Status

    /// The time of its request.
    public var createdAt: Date

    /// Makes a summary.
    public init(id: String, status: RunRecord.Status, createdAt: Date) {
        self.id = id
        self.status = status
        self.createdAt = createdAt
    }
}
