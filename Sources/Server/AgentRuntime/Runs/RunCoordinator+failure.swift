import AgentWire
import LanguageModels
import Logging
import ModelProviders
import Storage
import Transport

extension RunCoordinator {
    /// Ends a run that has no answer.
    func fail(_ run: LiveRun, with error: any Error, usage: WireUsage, _ turn: TurnCommit? = nil) async {
        let status = run.workEnded(hasAnswer: false)
        if let reason = run.stopReason, reason.status == status {
            let ending = LiveRun.Ending(stopped: reason, usage: usage, turn: turn)
            return await end(run, ending, usage: usage)
        }
        let problem = Problem(turnError: error)
        logger.warning("Run failed", metadata: Self.metadata(of: run, problem, error))
        let ending = LiveRun.Ending(status: .failed, events: [.failed(problem)], turn: turn)
        await end(run, ending, usage: usage)
    }

    /// Returns the log line of a failed run.
    ///
    /// Of an error that is not of a model's call it contains the type only, because a description may contain data of a person or an upstream; the
    /// sentences of the store are known to have none.
    private static func metadata(of run: LiveRun, _ problem: Problem, _ error: any Error) -> Logger.Metadata {
        var metadata: Logger.Metadata = [
            "run": "\(run.id)", "client": "\(run.identity.owner.client)", "problem": "\(problem.kind.rawValue)",
            "error": "\(StoreError.reason(of: error))",
        ]
        if let requestID = run.identity.requestID { metadata["request_id"] = "\(requestID)" }
        let isOfCall = error is ModelProviderError || error is LanguageModelError || error is TransportError
        // Other errors do not come from the upstream, even when one of the turn's calls failed and another model answered.
        // Their texts contain nothing of a person or an answer, and the client gets another text, without the address.
        if isOfCall { metadata["reason"] = "\(error)" }
        guard isOfCall, let failure = ModelCallFailures.current?.latest else { return metadata }
        metadata["upstream"] = "\(failure.host)"
        metadata["fault"] = "\(failure.fault.rawValue)"
        if let status = failure.status { metadata["upstream_status"] = "\(status)" }
        return metadata
    }
}
