import AgentWire
import StreamingJSON

/// The part of an app that answers one call: one of its tools, or a person.
enum Answerer: Sendable {
    case tool(AppTool)
    case person(RunOptions.ApprovalHandler)

    /// Chooses the answerer of a call; `nil` if the options have none.
    init?(_ action: RequiredAction, _ options: RunOptions) {
        switch action.kind {
        case .approval:
            guard let approve = options.approve else { return nil }
            self = .person(approve)
        case .clientTool:
            guard let tool = options.tools.first(where: { $0.definition.name.utf8.elementsEqual(action.name.utf8) })
            else { return nil }
            self = .tool(tool)
        }
    }

    /// Waits for the answer; `nil` if the call stays open.
    func answer(_ action: RequiredAction) async -> CallAnswer? {
        switch self {
        case .tool(let tool):
            do {
                return .output(try await tool.perform(action.arguments))
            } catch {
                return Task.isCancelled ? nil : .failure(String(describing: error))
            }
        case .person(let approve):
            switch try? await approve(action) {
            case .approve?: return .approval
            case .reject(let reason)?: return .rejection(reason: reason)
            case .leaveOpen?, nil: return nil
            }
        }
    }
}
