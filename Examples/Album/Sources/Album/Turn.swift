import ToriiClient

/// A turn of the chat, shown line by line.
struct Turn {
    let torii: ToriiService
    let request: ChatRequest
    /// Asks the person to approve a change.
    let approve: @Sendable (String) async -> Bool

    /// Shows the events of the turn; returns the conversation, to continue it.
    func show() async throws -> String? {
        let options = RunOptions(
            approve: { action in await approve(action.text) ? .approve : .reject() },
            onStop: .detach,
            onNotice: { notice in
                if case .lost(_, let attempt, _) = notice, attempt == 1 { say("(the server is gone; waiting)") }
            }
        )
        var conversation: String?
        for try await event in torii.chat(request, options: options) {
            switch event {
            case .started(_, let id, _): conversation = id
            case .toolStarted(_, let name, let arguments): say("tool   \(name) \(arguments.serialized())")
            case .actionRequired(let action) where action.kind == .clientTool:
                say(
                    "device \(action.device?.device ?? "?") is asked: \(action.name) \(action.arguments.serialized())"
                )
            case .messageCompleted(let text, _, _, _): say("torii  \(text)")
            default: continue
            }
        }
        return conversation
    }
}
