import AgentWire
import Foundation
public import Logging
import Storage

/// Logs the state changes of runs with ids and numbers, never with their texts.
public struct RunLog: RunObserver {
    private let logger: Logger
    private let endLevel: Logger.Level

    /// Makes an observer that logs.
    ///
    /// - Parameter endLevel: The level of the line about a run's end.
    public init(logger: Logger, endLevel: Logger.Level = .info) { (self.logger, self.endLevel) = (logger, endLevel) }

    /// Logs an active run at the level `debug`, and its end at the level for it.
    public func runChanged(_ change: RunChange) {
        var metadata: Logger.Metadata = [
            "run": "\(change.run)", "client": "\(change.client)", "conversation": "\(change.conversation)",
            "model": "\(change.model)", "status": "\(change.status.rawValue)",
        ]
        if let requestID = change.requestID { metadata["request_id"] = "\(requestID)" }
        if let traceID = change.traceID { metadata["trace_id"] = "\(traceID)" }
        guard change.status.isOver else {
            logger.debug("Run is active", metadata: metadata)
            return
        }
        metadata["ms"] = "\(Int((change.time.timeIntervalSince(change.createdAt) * 1000).rounded()))"
        if let usage = change.usage {
            metadata["input_tokens"] = "\(usage.inputTokens)"
            metadata["output_tokens"] = "\(usage.outputTokens)"
        }
        logger.log(level: endLevel, "Run ended", metadata: metadata)
    }

    /// Logs the number of requests that read a run, at the level `trace`.
    public func readersChanged(of run: String, to count: Int) {
        logger.trace("Readers of a run", metadata: ["run": "\(run)", "readers": .stringConvertible(count)])
    }
}
