/// Why a tool call had no output of the tool's own.
public enum ToolFault: Sendable, Equatable {
    /// There is no such tool; `known` names those there are.
    case unknownTool(name: String, known: [String])
    /// The arguments do not have the tool's shape; `detail` says where.
    case argumentsDoNotFit(tool: String, detail: String)
    /// The tool did not answer in time.
    case missedDeadline(tool: String, Duration)
    /// The tool failed in a way that it did not word itself.
    case failedInside(tool: String)
    /// The person, or the client on the person's behalf, did not let the call be made.
    case declined(tool: String, reason: String?)
}

extension ToolFault: CustomStringConvertible {
    /// What the model is told, in English.
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
        case .declined(let tool, let reason):
            "Nothing was done: the call of \(tool) was declined\(reason.map { ", \($0)" } ?? "")."
        }
    }
}
