import AgentTools
import AgentWire
import Foundation
import LanguageModels

extension TurnWork {
    /// The tools as the session calls them: what needs a person's approval waits for it, and what the client runs for the client.
    func sessionTools(for run: LiveRun.Identity) -> [any Tool] {
        let owner = OutputOwner(client: run.client, conversation: run.conversation)
        return tools.tools.map { tool in
            if let external = clientAnswers.executedByClient(tool.name) { return external }
            let served = tools.served(tool, for: owner)
            return tools.needsApproval(tool) ? Self.guarded(served) : served
        } + clientTools
    }

    /// Whether the model may come to a call that somebody else carries out or agrees to.
    var mayWait: Bool {
        !clientTools.isEmpty
            || tools.tools.contains { tools.needsApproval($0) || clientAnswers.executedByClient($0.name) != nil }
    }

    private static func guarded(_ tool: some AgentTool) -> any Tool { tool.requiringApproval() }

    /// What the client is to do about a call.
    func action(for pending: PendingToolCall, deadline: Date) -> RunActions.Open {
        let call = pending.call
        let action = RequiredAction(
            kind: pending.need == .approval ? .approval : .clientTool,
            call: call.id,
            name: call.toolName,
            arguments: call.arguments.jsonValue,
            // As it is told and stored: in whole seconds.
            deadline: Date(timeIntervalSince1970: deadline.timeIntervalSince1970.rounded(.up)),
            text: text(for: pending)
        )
        return RunActions.Open(action: action, modelCall: call.id)
    }

    private func text(for pending: PendingToolCall) -> String {
        let name = pending.call.toolName
        guard pending.need == .approval else {
            return context.caller.text("The app is asked to run \(name).", "アプリが \(name) を実行します。")
        }
        guard let tool = tools.tool(named: name) else { return name }
        return Self.question(of: tool, pending.call.arguments, context.caller)
    }

    private static func question<T: AgentTool>(of tool: T, _ arguments: GeneratedContent, _ caller: Caller) -> String {
        // A call whose arguments cannot be read is answered at once and never waits.
        guard let arguments = try? T.Arguments(arguments) else { return tool.name }
        return tool.question(for: arguments, caller: caller)
    }
}
