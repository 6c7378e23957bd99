/// The reason why a call has no output from its tool.
public enum ToolFault: Sendable, Equatable {
    /// The tool does not exist; `known` has the names of the existing tools.
    case unknownTool(name: String, known: [String])
    /// The arguments do not fit the tool's schema; `detail` has the place.
    case argumentsDoNotFit(tool: String, detail: String)
    /// The tool exceeded its time limit.
    case missedDeadline(tool: String, Duration)
    /// The tool threw an error without a text for the model.
    case failedInside(tool: String)
    /// The turn has made as many calls as it may.
    case tooManyCalls(limit: Int)
    /// The person or the client declined the call.
    case declined(tool: String, reason: String?)
}

extension ToolFault: CustomStringConvertible {
    /// The English text for the model.
    public var description: String {
        switch self {
        case .unknownTool(let name, let known):
            "There is no tool named \(name). Tools: \(known.joined(separator: ", "))."
        case .argumentsDoNotFit(let tool, let detail):
            "The arguments do not fit \(tool): \(detail). Correct them and call again."
        case .missedDeadline(let tool, let deadline):
            "The tool \(tool) did not answer within \(deadline.components.seconds) seconds."
        case .failedInside(let tool):
            "The tool \(tool) failed for an internal reason."
        case .tooManyCalls(let limit):
            "Nothing was done: only \(limit) tool calls are allowed for this answer. Answer with what you have."
        case .declined(let tool, let reason):
            "Nothing was done: the call of \(tool) was declined\(reason.map { ", \($0)" } ?? "")."
        }
    }
}
