package import AgentWire
import StreamingJSON

/// The answer to one question for a script: its events become the standard output, notes on the standard error, and the exit status.
package struct OneAnswer: Sendable {
    /// The form of the standard output.
    package enum Form: Sendable, Equatable {
        /// The text of the answer, at its end, without what the model wrote before calls.
        case text
        /// The answer as it is written, for a person at a terminal.
        case styled
        /// A line of JSON for each event.
        case json
    }

    /// A step for the shell.
    package enum Step: Sendable, Equatable {
        /// Writes a text to the standard output.
        case write(String)
        /// Prints lines at the terminal of the standard output.
        case print([StyledText])
        /// Prints lines for a person to the standard error.
        case note([StyledText])
        /// Approves a call.
        case approve(run: String, call: String)
        /// Stops reading, because a person must decide about a call.
        case leave
    }

    /// The exit status.
    package enum Status: Int32, Sendable {
        /// There is an answer.
        case answered = 0
        /// There is no answer.
        case failed = 1
        /// The arguments are invalid.
        case usage = 2
        /// A person must decide about a call.
        case needsApproval = 3
    }

    private let form: Form
    /// Whether a person watches the standard error, so that calls are shown there.
    private let isWatched: Bool
    /// The tools whose calls may be made without a person's decision.
    private let approved: Set<String>
    private var view: RunView
    /// The status so far.
    package private(set) var status = Status.failed
    /// Whether the failure was explained.
    private var isExplained = false

    /// Makes an answer that starts now.
    package init(
        _ form: Form,
        isWatched: Bool,
        approved: Set<String>,
        titles: [String: String],
        at now: Duration
    ) {
        self.form = form
        self.isWatched = isWatched
        self.approved = approved
        view = RunView(titles: titles, at: now)
    }

    /// Applies an event and returns the steps that follow.
    ///
    /// - Parameter id: The event's id, with which the run's events can be read on.
    package mutating func accept(_ event: NativeEvent, id: String?, _ drawing: Drawing, at now: Duration) -> [Step] {
        var steps: [Step] = []
        if form == .json { steps.append(.write(Self.line(event.type, event.data, id: id))) }
        let lines = view.accept(event, drawing, at: now)
        switch event {
        case .messageCompleted(let text, _, _, _) where form == .text:
            let clean = text.withoutControls
            steps.append(.write(clean.hasSuffix("\n") ? clean : clean + "\n"))
        case .completed: status = .answered
        case .actionRequired(let action): return steps + shown(lines, event) + require(action, drawing)
        case .failed, .interrupted, .cancelled: isExplained = form != .json && (form == .styled || isWatched)
        default: break
        }
        return steps + shown(lines, event)
    }

    /// Applies the end of the events and returns the steps that follow.
    package mutating func fail(_ failure: ChatFailure, _ drawing: Drawing) -> [Step] {
        guard !isExplained else { return [] }
        isExplained = true
        if form == .json, view.hasEnded { return [] }
        let lines = failure.lines(drawing)
        guard form == .json else { return [.note(lines)] }
        var data: JSONObject = ["message": .string(failure.message)]
        if let kind = failure.kind { data["problem"] = .string("urn:torii:problem:\(kind.rawValue)") }
        return [.write(Self.line("error", .object(data), id: nil)), .note(lines)]
    }

    /// Returns the live lines for the terminal, while the answer is written.
    package func liveLines(_ drawing: Drawing, at now: Duration) -> [StyledText] {
        view.liveLines(drawing, at: now, hint: nil)
    }

    /// Sets the state of the connection.
    package mutating func setConnection(_ connection: RunView.Connection) { view.connection = connection }

    // MARK: - Parts

    /// Returns the step that shows lines: all at the terminal of the answer, and otherwise calls and ends at that of the errors.
    private func shown(_ lines: [StyledText], _ event: NativeEvent) -> [Step] {
        guard !lines.isEmpty else { return [] }
        switch form {
        case .styled: return [.print(lines)]
        case .text, .json:
            guard isWatched else { return [] }
            switch event {
            case .toolFinished(let call):
                // Without the pictures of its data, which would hide the answer.
                guard let line = lines.first(where: { $0.text.contains(where: { !$0.isWhitespace }) }) else {
                    return []
                }
                return [.note(call.status == .completed ? [line] : lines)]
            case .failed, .interrupted, .cancelled: return form == .text ? [.note(lines)] : []
            default: return []
            }
        }
    }

    private mutating func require(_ action: RequiredAction, _ drawing: Drawing) -> [Step] {
        guard let run = view.run else { return [] }
        if action.kind == .approval, approved.contains(action.name) { return [.approve(run: run, call: action.call)] }
        status = .needsApproval
        isExplained = true
        let name = action.name.harmlessLine
        var text = StyledText(
            action.kind == .approval
                ? drawing.words("A person must decide about \(name): ", "\(name) の確認が必要です: ")
                : drawing.words("Another app must run \(name). ", "\(name) は別のアプリで実行する必要があります。"),
            .warning
        )
        text.append(String(action.text.prefix(1000)).harmlessLine)
        var lines = drawing.wrapped(text)
        // Both are from the server, and a person may paste them into a shell.
        if action.kind == .approval, let conversation = view.conversation, conversation.isPasteable, name.isPasteable {
            let text = drawing.words(
                "Decide with 'torii chat --conversation \(conversation)', or ask again with --approve \(name).",
                "'torii chat --conversation \(conversation)' で決めるか、--approve \(name) を付けて実行し直してください。"
            )
            lines += drawing.wrapped(StyledText(text))
        }
        return [.note(lines), .leave]
    }

    /// Returns a line of JSON that cannot control a terminal.
    private static func line(_ type: String, _ data: JSONValue, id: String?) -> String {
        var object: JSONObject = [:]
        if let id { object["id"] = .string(id) }
        object["event"] = .string(type)
        object["data"] = data
        return JSONValue.object(object).serialized().asHarmlessJSON + "\n"
    }
}
