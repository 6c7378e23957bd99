import AgentWire
import SpokenDecisions

/// The screen.
extension ChatMachine {
    /// The most lines of the editor.
    private static let mostEditorLines = 10
    /// The most lines of the menu of commands.
    private static let mostMenuLines = 8

    /// Returns the next frame: the lines to print, once, and the live lines.
    package mutating func frame(_ drawing: Drawing, rows: Int, at now: Duration) -> Frame {
        let printed = takePrinted()
        guard !setup.isPlain else { return Frame(printed: printed) }
        var lower: [StyledText] = []
        var cursor: Frame.Cursor?
        if let view = run, let prompt = view.approvals.first {
            // An empty line separates it from what was printed or is still written.
            if !endsWithSpace || !view.liveLines(drawing, at: now, hint: nil).isEmpty { lower.append(StyledText()) }
            lower += prompt.lines(drawing, count: view.approvals.count, hasKeys: editor.isEmpty && mode == .typing)
        }
        for text in queue {
            let mark = StyledText(drawing.words("queued: ", "送信待ち: "), .dim)
            lower.append((mark + StyledText(text.harmlessLine, .dim)).cut(to: drawing.columns, drawing.rules))
        }
        if isLoading { lower.append(StyledText(Spinner.mark(at: now, hasUnicode: drawing.hasUnicode) + " …", .dim)) }
        if case .confirmingDeletion = mode {
            lower.append(deletionQuestion(drawing))
        } else {
            lower.append(StyledText(harmless: Self.rule(drawing), .dim))
            let layout = EditorLayout(
                editor,
                prompt: prompt(drawing),
                columns: drawing.columns,
                rows: min(Self.mostEditorLines, max(1, rows / 2)),
                drawing.rules
            )
            cursor = Frame.Cursor(row: lower.count + layout.row, column: layout.column)
            lower += layout.lines
            lower += below(drawing, rows: rows)
        }
        // The start of a part that is still written is left out rather than the editor.
        let room = max(0, rows - 1 - lower.count)
        let upper = (run?.liveLines(drawing, at: now, hint: stopHint(drawing)) ?? []).suffix(room)
        cursor?.row += upper.count
        return Frame(printed: printed, live: upper + lower, cursor: cursor)
    }

    /// The prompt of a plain terminal, if it waits for a line.
    package func plainPrompt(_ drawing: Drawing) -> String? {
        if case .confirmingDeletion = mode { return "y/n> " }
        if run?.approvals.first.map({ !$0.isDecided }) == true { return "a/r> " }
        return run == nil && !isLoading ? "> " : nil
    }

    private func stopHint(_ drawing: Drawing) -> String { drawing.words("Ctrl-C stops", "Ctrl-C で停止") }

    private static func rule(_ drawing: Drawing) -> String {
        String(repeating: drawing.hasUnicode ? "─" : "-", count: drawing.columns)
    }

    private func prompt(_ drawing: Drawing) -> StyledText {
        if case .writingReason = mode { return StyledText(drawing.words("Reason: ", "理由: "), .warning) }
        return StyledText(harmless: drawing.hasUnicode ? "❯ " : "> ", .accent)
    }

    /// Returns the lines below the editor: the menu of commands, or the state.
    private func below(_ drawing: Drawing, rows: Int) -> [StyledText] {
        if mode == .typing, !editor.isEmpty {
            let most = min(Self.mostMenuLines, max(1, rows / 3))
            let menu = completion(drawing.language).lines(drawing, most: most)
            if !menu.isEmpty { return menu }
        }
        return [StyledText(status(drawing), .dim).cut(to: drawing.columns, drawing.rules)]
    }

    private func status(_ drawing: Drawing) -> String {
        if leavesUntil != nil {
            return drawing.words("Press Ctrl-C again to leave.", "もう一度 Ctrl-C を押すと終了します。")
        }
        if case .writingReason = mode {
            return drawing.words("Enter rejects with this reason, Esc goes back.", "Enter で却下、Esc で戻ります。")
        }
        if let prompt = run?.approvals.first, !editor.isEmpty {
            switch prompt.isDecided ? nil : SpokenDecision(line: editor.text) {
            case .approve: return drawing.words("Enter approves.", "Enter で承認します。")
            case .reject: return drawing.words("Enter rejects.", "Enter で却下します。")
            case nil: break
            }
            return drawing.words("Esc sets the text aside, then a or r decides.", "Esc で入力をよけると a / r で決められます。")
        }
        if replacedRun != nil {
            return drawing.words("Changes the last message. Esc cancels.", "最後のメッセージを編集しています。Esc で中止します。")
        }
        let name = model ?? session?.models.first(where: \.isDefault)?.name ?? session?.models.first?.name
        let title =
            conversation.map { Scrollback.shown($0.title, drawing) } ?? drawing.words("new conversation", "新しい会話")
        return [name?.harmlessLine, title, "/help"].compactMap(\.self).joined(separator: " · ")
    }
}
