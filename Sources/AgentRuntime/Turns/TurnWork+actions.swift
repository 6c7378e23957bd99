import AgentTools
import AgentWire
import Foundation
import LanguageModels

extension TurnWork {
    /// Returns the tools in the session's form: calls that need approval wait for a person, and calls that the client makes wait for
    /// the client.
    ///
    /// - Parameter offered: The tools of the turn that the model sees; `nil` for all.
    func sessionTools(for run: LiveRun.Identity, of offered: ToolRegistry? = nil) -> [any Tool] {
        let owner = OutputOwner(client: run.client, conversation: run.conversation)
        return (offered ?? tools).tools.map { tool in
            if let external = clientAnswers.executedByClient(tool.name) { return external }
            let served = tools.served(tool, for: owner)
            return tools.needsApproval(tool) ? Self.guarded(served) : served
        } + clientTools
    }

    /// Returns the tools that the model sees, of which some are selected by the words of the conversation.
    ///
    /// The built-in model sees all, and so does a model whose request names the tools.
    func offered(after entries: [Transcript.Entry]) -> ToolRegistry {
        guard let selectingMessage, model.reference != .phrasebook else { return tools }
        var messages: [String] = []
        var called: Set<String> = []
        for entry in entries + input.history {
            switch entry {
            case .prompt(let prompt): messages.append(prompt.segments.map(\.selectingText).joined(separator: "\n"))
            case .toolCalls(let calls): called.formUnion(calls.map(\.toolName))
            default: break
            }
        }
        return tools.offered(for: messages + [selectingMessage], called: called)
    }

    /// Whether the model may make a call that waits for a person or the client.
    var mayWait: Bool {
        !clientTools.isEmpty
            || tools.tools.contains { tools.needsApproval($0) || clientAnswers.executedByClient($0.name) != nil }
    }

    private static func guarded(_ tool: some AgentTool) -> any Tool { tool.requiringApproval() }

    /// Examines the calls that need approval, before a person is asked.
    ///
    /// - Returns: The questions for a person, by the calls' ids, and the calls that would fail.
    func examine(_ calls: [PendingToolCall]) async throws -> (questions: [String: String], refusals: [ToolResolution]) {
        var questions: [String: String] = [:]
        var refusals: [ToolResolution] = []
        for pending in calls where pending.need == .approval {
            guard let tool = tools.tool(named: pending.call.toolName) else { continue }
            do {
                questions[pending.id] = try await Self.question(of: tool, pending.call.arguments, context.caller)
            } catch let failure as ToolFailure {
                refusals.append(.refusal(id: pending.id, message: failure.message))
            }
        }
        return (questions, refusals)
    }

    /// Returns the action that a call requires of the client.
    ///
    /// - Parameter question: The question for a person; `nil` for a call that needs no approval.
    func action(for pending: PendingToolCall, _ question: String?, deadline: Date) -> RunActions.Open {
        let call = pending.call
        let action = RequiredAction(
            kind: pending.need == .approval ? .approval : .clientTool,
            call: call.id,
            name: call.toolName,
            arguments: call.arguments.jsonValue,
            // In whole seconds, as it is sent and stored.
            deadline: Date(timeIntervalSince1970: deadline.timeIntervalSince1970.rounded(.up)),
            text: question
                ?? context.caller.text(
                    "The app is asked to run \(call.toolName).",
                    "アプリが \(call.toolName) を実行します。"
                )
        )
        return RunActions.Open(action: action, modelCall: call.id)
    }

    private static func question<T: AgentTool>(
        of tool: T,
        _ arguments: GeneratedContent,
        _ caller: Caller
    ) async throws -> String {
        // A call whose arguments cannot be read is answered at once and never waits.
        guard let arguments = try? T.Arguments(arguments) else { return tool.name }
        return try await tool.examine(arguments, caller: caller)
    }
}

extension Transcript.Segment {
    /// The text of a segment, by which tools are selected.
    fileprivate var selectingText: String {
        if case .text(let text) = self { text.content } else { "" }
    }
}
