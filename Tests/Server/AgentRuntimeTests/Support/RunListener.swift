import AgentRuntime
import TestWaits

/// Observes runs, so that a test can wait for what they do.
final class RunListener: RunObserver {
    /// Raised with each change of a run.
    let changes = TestSignal()

    func runChanged(_ change: RunChange) { changes.raise() }
    func timelineChanged(of run: String) { changes.raise() }
    func readersChanged(of run: String, to count: Int) { changes.raise() }
}
