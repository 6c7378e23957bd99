/// The status of a run.
public enum RunStatus: String, Sendable, CaseIterable {
    /// The run waits for its conversation or for a slot.
    case queued
    /// The run is executed.
    case running
    /// The run waits for calls that others must approve or make.
    case waiting
    /// The run ended with an answer.
    case completed
    /// The run ended with an error.
    case failed
    /// The run was stopped by its client or an operator, or because it had no reader.
    case cancelled
    /// The server stopped before the run had ended.
    case interrupted

    /// Whether the run has ended.
    public var isOver: Bool {
        switch self {
        case .queued, .running, .waiting: false
        case .completed, .failed, .cancelled, .interrupted: true
        }
    }
}
