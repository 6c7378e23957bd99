import AgentWire
import StreamingJSON

extension Problem {
    /// The problem of a request that replaces a run that its conversation does not have.
    static func cannotReplace(_ run: String) -> Problem {
        Problem(
            .invalidRequest,
            detail:
                "the conversation has no run '\(run.excerpt())' that can be replaced; it may have been replaced already",
            faults: [.init(pointer: "#/replaces", detail: "not a run of the conversation")]
        )
    }
}
