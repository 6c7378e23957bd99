package import AgentWire
import StreamingJSON

/// The picture of a run: events become lines to print and live lines.
package struct RunView: Sendable {
    /// The state of the connection to the server.
    package enum Connection: Sendable, Equatable {
        /// The events arrive.
        case connected
        /// The connection is broken; the client tries again at a time.
        case lost(retryAt: Duration, attempt: Int)
    }

    /// The run's id, once it is known.
    package private(set) var run: String?
    /// The conversation's id, once it is known.
    package private(set) var conversation: String?
    /// The model that answers, once it is known.
    package private(set) var model: String?
    /// The text of the answer so far; after a call of a tool the text after it.
    package private(set) var text = ""
    /// The calls that have ended.
    package private(set) var finishedCalls: [WireToolCall] = []
    /// The state of the connection.
    package var connection = Connection.connected
    /// Whether the person has stopped the run.
    package var isStopping = false
    /// Whether a terminal event arrived.
    package private(set) var hasEnded = false
    /// The questions that wait for a decision, the first one shown.
    var approvals: [ApprovalPrompt] = []

    private let titles: [String: String]
    private let startedAt: Duration
    private var answer = StreamedMarkdown()
    private var tools: [ToolLine] = []
    private var hasText = false
    /// Whether the last thing that was printed is a tool's line, so that the next one follows without an empty line.
    private var isAfterToolLine = false

    /// Makes the picture of a run that starts now.
    ///
    /// - Parameter titles: The titles of the tools, by their names.
    package init(titles: [String: String] = [:], at now: Duration) {
        self.titles = titles
        startedAt = now
    }

    /// Applies an event and returns the lines to print.
    package mutating func accept(_ event: NativeEvent, _ drawing: Drawing, at now: Duration) -> [StyledText] {
        if !approvals.isEmpty, !event.isActionRequired { resume(at: now) }
        switch event {
        case .started(let run, let conversation, let model):
            self.run = run
            if !conversation.isEmpty { self.conversation = conversation }
            if !model.isEmpty { self.model = model }
            return []
        case .messageDelta(let piece):
            text += piece
            return print(text: answer.append(piece, drawing))
        case .toolStarted(let call, let name, let arguments):
            let lines = endText(drawing)
            start(call, name, arguments, now)
            return lines
        case .toolProgress(let call, let fraction, let note):
            guard let index = tools.firstIndex(where: { $0.call == call }) else { return [] }
            tools[index].fraction = fraction
            tools[index].note = note
            return []
        case .toolFinished(let call): return endText(drawing) + finish(call, drawing, now)
        case .actionRequired(let action):
            let lines = endText(drawing)
            guard action.kind == .approval else { return lines + Self.clientTool(action, drawing) }
            approvals.append(ApprovalPrompt(action, at: now))
            return lines
        case .reasoningDelta, .objectDelta, .objectElement: return []
        case .objectCompleted(let answer):
            return endText(drawing) + DataDrawing.lines(of: answer.jsonValue, title: "", drawing)
        case .messageCompleted(let whole, _, let model, let isRefusal):
            if let model { self.model = model }
            return complete(whole, isRefusal, drawing)
        case .completed(let usage): return end(drawing) + [footer(usage, drawing, now)]
        case .cancelled(let reason, _): return end(drawing) + [Self.cancelled(reason, drawing)]
        case .failed(let problem), .interrupted(let problem):
            return end(drawing) + ChatFailure(problem).lines(drawing)
        }
    }

    /// Ends the picture of a run without a terminal event, and returns the lines to print.
    package mutating func fail(_ failure: ChatFailure, _ drawing: Drawing) -> [StyledText] {
        end(drawing) + failure.lines(drawing)
    }

    /// Removes a question that was decided; the next one appears.
    mutating func removeApproval(of call: String, at now: Duration) {
        approvals.removeAll { $0.action.call == call }
        if !approvals.isEmpty { approvals[0].appear(at: now) }
        restart([call], at: now)
    }

    // MARK: - Parts

    /// Removes all questions, because the run has resumed.
    private mutating func resume(at now: Duration) {
        restart(approvals.map(\.action.call), at: now)
        approvals = []
    }

    /// Counts the time of calls from now on, without the wait before them.
    private mutating func restart(_ calls: [String], at now: Duration) {
        for index in tools.indices where calls.contains(tools[index].call) { tools[index].startedAt = now }
    }

    private mutating func print(text lines: [StyledText]) -> [StyledText] {
        guard !lines.isEmpty else { return [] }
        let isFirst = !hasText && isAfterToolLine
        hasText = true
        isAfterToolLine = false
        return isFirst ? [StyledText()] + lines : lines
    }

    /// Ends a text, because something else follows.
    private mutating func endText(_ drawing: Drawing) -> [StyledText] {
        let lines = print(text: answer.finish(drawing))
        let hadText = hasText
        hasText = false
        text = ""
        return hadText ? lines + [StyledText()] : lines
    }

    private mutating func start(_ call: String, _ name: String, _ arguments: JSONValue, _ now: Duration) {
        // A call that was approved starts again under its id.
        tools.removeAll { $0.call == call }
        tools.append(
            ToolLine(call: call, name: name, title: titles[name] ?? name, arguments: arguments, startedAt: now)
        )
    }

    private mutating func finish(_ call: WireToolCall, _ drawing: Drawing, _ now: Duration) -> [StyledText] {
        let line =
            tools.first { $0.call == call.id }
            ?? ToolLine(
                call: call.id,
                name: call.name,
                title: titles[call.name] ?? call.name,
                arguments: call.arguments,
                startedAt: now
            )
        tools.removeAll { $0.call == call.id }
        var whole = call
        if whole.arguments == .null { whole.arguments = line.arguments }
        finishedCalls.append(whole)
        isAfterToolLine = true
        return line.finished(call, drawing) + call.artifacts.flatMap { ArtifactDrawing.lines(of: $0, drawing) }
    }

    private mutating func complete(_ whole: String, _ isRefusal: Bool, _ drawing: Drawing) -> [StyledText] {
        var lines: [StyledText] = []
        // A run that is joined late, or answered without pieces, has its text here only.
        if text.isEmpty, !whole.isEmpty { lines += print(text: answer.append(whole, drawing)) }
        text = whole.isEmpty ? text : whole
        lines += print(text: answer.finish(drawing))
        if isRefusal {
            lines.append(StyledText(drawing.words("The model declined to answer.", "モデルは回答を控えました。"), .warning))
        }
        return lines
    }

    private mutating func end(_ drawing: Drawing) -> [StyledText] {
        hasEnded = true
        approvals = []
        let lines = print(text: answer.finish(drawing))
        let cut = tools.map { line in
            StyledText(harmless: drawing.hasUnicode ? "✗ " : "x ", .failure)
                + StyledText(line.title.harmlessLine + drawing.words("  ended", "  中断"), .dim)
        }
        tools = []
        return lines + cut
    }

    private static func clientTool(_ action: RequiredAction, _ drawing: Drawing) -> [StyledText] {
        let name = action.name.harmlessLine
        let text = drawing.words(
            "The app that started this must run \(name).",
            "\(name) は、開始したアプリで実行する必要があります。"
        )
        return drawing.wrapped(StyledText(text, .warning))
    }

    private static func cancelled(_ reason: RunEvent.CancelReason, _ drawing: Drawing) -> StyledText {
        let text =
            switch reason {
            case .requested: drawing.words("Stopped.", "停止しました。")
            case .disconnected: drawing.words("Stopped, because nobody was reading.", "接続が切れたため停止しました。")
            case .replaced: drawing.words("Stopped by a later message.", "後のメッセージにより停止しました。")
            case .revoked: drawing.words("Stopped, because the token was revoked.", "トークンが失効したため停止しました。")
            }
        return StyledText(text, .warning)
    }

    private func footer(_ usage: WireUsage, _ drawing: Drawing, _ now: Duration) -> StyledText {
        var parts = [drawing.duration((now - startedAt) / .seconds(1))]
        if let model { parts.insert(model.harmlessLine, at: 0) }
        let tokens = usage.inputTokens.addingReportingOverflow(usage.outputTokens)
        if tokens.partialValue > 0, !tokens.overflow {
            let number = drawing.number(Double(tokens.partialValue), decimals: 0)
            parts.append(drawing.words("\(number) tokens", "\(number) トークン"))
        }
        return StyledText(parts.joined(separator: " · "), .dim).cut(to: drawing.columns, drawing.rules)
    }

    // MARK: - Live lines

    /// Returns the live lines: the open part of the text, the running calls, and the state.
    ///
    /// - Parameter hint: Names the key that stops the run; `nil` for none.
    package func liveLines(_ drawing: Drawing, at now: Duration, hint: String?) -> [StyledText] {
        var lines = answer.openLines(drawing)
        if !lines.isEmpty, !hasText, isAfterToolLine { lines.insert(StyledText(), at: 0) }
        let waiting = Set(approvals.map(\.action.call))
        lines += tools.filter { !waiting.contains($0.call) }.map { $0.running(drawing, at: now) }
        // The lines of the calls show already that something happens.
        let isShown = !tools.isEmpty && connection == .connected && !isStopping
        guard approvals.isEmpty, !isShown else { return lines }
        lines.append(state(drawing, at: now, hint: hint))
        return lines
    }

    private func state(_ drawing: Drawing, at now: Duration, hint: String?) -> StyledText {
        let elapsed = now - startedAt
        let spinner = StyledText(harmless: Spinner.mark(at: elapsed, hasUnicode: drawing.hasUnicode) + " ", .accent)
        switch connection {
        case .lost(let retryAt, let attempt):
            let seconds = max(0, Int(((retryAt - now) / .seconds(1)).rounded(.up)))
            var text = StyledText(harmless: "! ", .warning)
            text.append(drawing.words("Connection lost.", "接続が切れました。"), .warning)
            let again =
                seconds > 0
                ? drawing.words(" Trying again in \(seconds) s", " \(seconds) 秒後に再接続します")
                : drawing.words(" Reconnecting…", " 再接続中…")
            text.append(again + drawing.words(" (attempt \(attempt)).", "（\(attempt) 回目）。"), .dim)
            return text.cut(to: drawing.columns, drawing.rules)
        case .connected:
            let word =
                isStopping
                ? drawing.words("Stopping…", "停止中…")
                : text.isEmpty ? drawing.words("Working…", "処理中…") : drawing.words("Answering…", "回答中…")
            let parts = [drawing.duration(elapsed / .seconds(1)), isStopping ? nil : hint].compactMap(\.self)
            return (spinner + StyledText(word) + StyledText("  " + parts.joined(separator: " · "), .dim))
                .cut(to: drawing.columns, drawing.rules)
        }
    }
}

extension NativeEvent {
    /// Whether the event asks for an action.
    fileprivate var isActionRequired: Bool {
        if case .actionRequired = self { true } else { false }
    }
}
