import Accounts
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
        let owner = OutputOwner(owner: run.owner, conversation: run.conversation)
        return (offered ?? model.tools).tools.map { tool in
            if let device = tool as? DeviceTool { return device.pending }
            if let external = model.clientAnswers.executedByClient(tool.name) { return external }
            let served = model.tools.served(tool, for: owner, user: request.context.user) {
                refusal(of: tool, for: $0)
            }
            return model.tools.needsApproval(tool) ? Self.guarded(served) : served
        } + model.clientTools
    }

    /// Returns the set of ``sessionTools(for:of:)``, whose forms are kept with the registry; `nil` if the request or a device has tools,
    /// because there would be as many sets as users.
    ///
    /// A tool in the session's form has the definition of the registry's tool, whoever makes its calls.
    func toolSet(of offered: ToolRegistry) -> ToolSet? {
        model.clientTools.isEmpty && !offered.tools.contains { $0 is DeviceTool } ? offered.toolSet : nil
    }

    /// Returns the tools that the model sees, of which some are selected by the words of the conversation.
    ///
    /// The built-in model sees all, and so does a model whose request names the tools.
    func offered(after entries: [Transcript.Entry]) -> ToolRegistry {
        guard let selectingMessage = model.selectingMessage, model.entry.reference != .phrasebook else {
            return model.tools
        }
        var messages: [String] = []
        var called: Set<String> = []
        for entry in entries + request.input.history {
            switch entry {
            case .prompt(let prompt):
                messages.append(prompt.segments.withoutNotes.map(\.selectingText).joined(separator: "\n"))
            case .toolCalls(let calls): called.formUnion(calls.map(\.toolName))
            default: break
            }
        }
        return model.tools.offered(for: messages + [selectingMessage], called: called)
    }

    /// Returns the failure of a call of a tool that the client may not call any more; `nil` for a call that may be made.
    private func refusal(of tool: any AgentTool, for caller: Caller) -> ToolFailure? {
        policies.lostScope(tool).map { ToolFailure(Self.withdrawnText(tool.name, $0, for: caller)) }
    }

    /// The text for the model about a call whose scope was removed.
    static func withdrawnText(_ tool: String, _ scope: Scope, for caller: Caller) -> String {
        caller.text(
            "\(tool) was not called: the operator has removed the scope '\(scope)' from this app. Do not call it again; say so.",
            "運用者がこのアプリから権限 '\(scope)' を外したため、\(tool) は呼び出していません。再度呼び出さず、そのことを伝えてください。"
        )
    }

    /// Whether the model may make a call that waits for a person, the client or a device.
    var mayWait: Bool {
        !model.clientTools.isEmpty
            || model.tools.tools.contains {
                model.tools.needsApproval($0) || $0 is DeviceTool
                    || model.clientAnswers.executedByClient($0.name) != nil
            }
    }

    private static func guarded(_ tool: some AgentTool) -> any Tool { tool.requiringApproval() }

    /// What the examination of a pending call has found.
    struct ExaminedCall {
        /// The question for a person; `nil` for a call that needs no approval.
        var question: String?
        /// The call on a device; `nil` for any other call.
        var device: DeviceCall?
        /// The id of a call that a person has approved before; `nil` for a new one.
        var approvedID: String?
    }

    /// Examines the calls that need approval, before a person is asked, and chooses the devices of others.
    ///
    /// - Parameter approved: The calls that a person has approved and that devices make now, by the model's ids.
    /// - Returns: What was found, by the calls' ids, and the answers to calls that would fail or that no device can make.
    func examine(
        _ calls: [PendingToolCall],
        of run: LiveRun,
        in session: LanguageModelSession,
        _ approved: [String: RunActions.Open]
    ) async throws -> (examined: [String: ExaminedCall], answers: [ToolResolution]) {
        var examined: [String: ExaminedCall] = [:]
        var answers: [ToolResolution] = []
        var planner: (seen: SeenEntities, earlier: [DeviceCall])?
        for pending in calls {
            if pending.need == .approval {
                guard let tool = model.tools.tool(named: pending.call.toolName) else { continue }
                do {
                    if let refusal = refusal(of: tool, for: request.context.caller) { throw refusal }
                    let question = try await Self.question(of: tool, pending.call.arguments, request.context.caller)
                    examined[pending.id] = ExaminedCall(question: question)
                } catch let failure as ToolFailure {
                    answers.append(.refusal(id: pending.id, message: failure.message))
                }
            } else if let tool = model.tools.tool(named: pending.call.toolName) as? DeviceTool,
                let refusal = refusal(of: tool, for: request.context.caller)
            {
                answers.append(.failure(id: pending.id, message: refusal.message))
            } else if let open = approved[pending.id], var call = open.device {
                call.approve(at: coordinator.now())
                examined[pending.id] = ExaminedCall(device: call, approvedID: open.action.call)
            } else if DeviceToolName(pending.call.toolName) != nil,
                model.tools.tool(named: pending.call.toolName) is DeviceTool,
                let devices = model.devices
            {
                let known =
                    planner ?? (SeenEntities(Array(session.transcript), on: devices.sender), run.actions.deviceCalls)
                planner = known
                let id = DeviceCall.nextID(in: run.id, after: known.earlier + examined.values.compactMap(\.device))
                switch devices.plan(pending.call, id: id, known.seen, after: known.earlier) {
                case .refuse(let reason): answers.append(.failure(id: pending.id, message: reason))
                case .answer(let answer):
                    let segment = Transcript.Segment.text(.init(content: answer.text))
                    answers.append(
                        .output(.init(id: pending.id, toolName: pending.call.toolName, segments: [segment]))
                    )
                case .call(var call, let question):
                    if question == nil { call.queue(at: coordinator.now()) }
                    examined[pending.id] = ExaminedCall(question: question, device: call)
                }
            }
        }
        return (examined, answers)
    }

    /// Returns the action that a call requires of the client.
    func action(for pending: PendingToolCall, _ examined: ExaminedCall, deadline: Date) -> RunActions.Open {
        let call = pending.call
        let isQuestion = pending.need == .approval || examined.question != nil
        let deadline = isQuestion ? deadline : examined.device?.deadline ?? deadline
        var device = examined.device
        if isQuestion { device?.deadline = deadline }
        let action = RequiredAction(
            kind: isQuestion ? .approval : .clientTool,
            call: examined.approvedID ?? call.id,
            name: call.toolName,
            arguments: call.arguments.jsonValue,
            // In whole seconds, as it is sent and stored.
            deadline: Date(timeIntervalSince1970: deadline.timeIntervalSince1970.rounded(.up)),
            text: examined.question ?? text(for: call.toolName, on: device),
            device: device?.action
        )
        return RunActions.Open(action: action, modelCall: call.id, device: device)
    }

    private func text(for tool: String, on device: DeviceCall?) -> String {
        guard let device else {
            return request.context.caller.text("The app is asked to run \(tool).", "アプリが \(tool) を実行します。")
        }
        return request.context.caller.text(
            "\(device.place.shownName) is asked: \(tool).",
            "\(device.place.shownName) に \(tool) を依頼しています。"
        )
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
