import AgentWire
import SpokenDecisions

/// The keys.
extension ChatMachine {
    /// The time in which a second Ctrl-C leaves.
    private static let leaveTime = Duration.seconds(2)

    mutating func handle(_ key: Key, _ drawing: Drawing, at now: Duration) -> [ChatAction] {
        switch key {
        case .control("l"): return [.clearScreen]
        case .control("z"): return [.suspend]
        case .cursorColumn, .pageUp, .pageDown: return []
        default: break
        }
        switch mode {
        case .confirmingDeletion(let id): return confirm(key, deletionOf: id, drawing)
        case .writingReason(let call, let draft): return writeReason(key, call, draft, drawing)
        case .typing: break
        }
        if let prompt = run?.approvals.first, !prompt.isDecided, let actions = decide(by: key, drawing, at: now) {
            return actions
        }
        return type(key, drawing, at: now)
    }

    /// Writes the message.
    private mutating func type(_ key: Key, _ drawing: Drawing, at now: Duration) -> [ChatAction] {
        if key == .control("c"), run != nil { return stop() }
        if key == .tab {
            complete(drawing)
            return []
        }
        if key == .escape { return escape() }
        switch editor.handle(key) {
        case .submitted(let text): return submit(text, drawing, at: now)
        case .interrupted:
            guard leavesUntil == nil else { return [.quit(keepsRun: false)] }
            leavesUntil = now + Self.leaveTime
            return []
        case .ended: return leave()
        case .full:
            let limit = drawing.number(Double(LineEditor.limit), decimals: 0)
            complain(
                drawing.words(
                    "A message has at most \(limit) characters; the rest was dropped.",
                    "メッセージは最大 \(limit) 文字です。超えた部分は削除しました。"
                ),
                drawing
            )
            return []
        case .handled, .unknown:
            leavesUntil = nil
            return []
        }
    }

    /// Leaves; a run that waits for a decision can be continued later, any other one is stopped.
    mutating func leave() -> [ChatAction] { [.quit(keepsRun: run?.approvals.isEmpty == false)] }

    private mutating func escape() -> [ChatAction] {
        if replacedRun != nil {
            replacedRun = nil
            editor.clear()
        } else if run?.approvals.isEmpty == false, !editor.isEmpty {
            draft = editor.text
            editor.clear()
        }
        return []
    }

    private mutating func submit(_ text: String, _ drawing: Drawing, at now: Duration) -> [ChatAction] {
        switch SubmittedLine(text) {
        case .blank: return []
        case .message(let message): return send(message, drawing, at: now)
        case .unknown(let word, let nearest):
            let hint = nearest.map { drawing.words(" Did you mean /\($0)?", " /\($0) ですか。") } ?? ""
            echo(text, drawing)
            complain(
                drawing.words("There is no command /\(word).", "/\(word) というコマンドはありません。") + hint,
                drawing
            )
            print([StyledText()])
            return []
        case .command(let kind, let argument):
            if kind != .quit, kind != .clear { echo(text, drawing) }
            let actions = perform(kind, argument, drawing, at: now)
            // The reply to a request is printed below the command.
            if !isLoading, kind != .retry { print([StyledText()]) }
            return actions
        }
    }

    /// Prints a command, so that its result is understood later; a plain terminal shows it already.
    private mutating func echo(_ text: String, _ drawing: Drawing) {
        guard !setup.isPlain else { return }
        isFresh = false
        print([StyledText()] + Scrollback.message(text.trimmed, drawing, style: .dim))
    }

    // MARK: - Completion

    /// The possible ends of a command in the editor.
    func completion(_ language: ChatLanguage) -> Completion {
        Completion(
            of: editor.text,
            models: session?.models.map(\.name) ?? [],
            tools: tools.map { ($0.name, $0.titles[language.rawValue] ?? "") },
            conversations: listed.map { $0.title ?? "" },
            language
        )
    }

    private mutating func complete(_ drawing: Drawing) {
        let line = editor.text
        guard line.hasPrefix("/"), let extended = completion(drawing.language).extended(line) else { return }
        editor.replace(with: extended)
    }

    // MARK: - Decisions

    /// Decides about a call by a key or by a line such as "yes", or returns `nil` for a key of the message.
    ///
    /// While there is a draft, letters belong to it; the Escape key sets it aside.
    private mutating func decide(by key: Key, _ drawing: Drawing, at now: Duration) -> [ChatAction]? {
        if key == .enter, let decision = SpokenDecision(line: editor.text), run?.approvals.first != nil {
            // A plain terminal sends whole lines, which nobody types by accident.
            guard setup.isPlain || run?.approvals[0].isSeen(at: now) == true else { return [] }
            editor.clear()
            return decide(decision == .approve ? .approval : .rejection(reason: nil))
        }
        guard editor.isEmpty, !setup.isPlain, run != nil else { return nil }
        switch run?.approvals[0].accept(key, at: now) {
        case .approved: return decide(.approval)
        case .rejected: return decide(.rejection(reason: nil))
        case .asksReason:
            guard let call = run?.approvals.first?.action.call else { return [] }
            mode = .writingReason(call: call, draft: draft ?? "")
            draft = nil
            return []
        // A letter of a decision that was pressed too early is dropped, so that the same key decides a moment later.
        case .ignored: return key.isDecision ? [] : nil
        case .unknown, nil: return nil
        }
    }

    private mutating func writeReason(
        _ key: Key,
        _ call: String,
        _ draft: String,
        _ drawing: Drawing
    ) -> [ChatAction] {
        func isOpen(_ machine: ChatMachine) -> Bool { machine.run?.approvals.first?.action.call == call }
        switch key {
        case .escape, .control("c"): break
        default:
            guard case .submitted(let text) = editor.handle(key) else { return [] }
            mode = .typing
            editor.replace(with: draft)
            let reason = text.trimmed
            guard isOpen(self) else { return [] }
            return decide(.rejection(reason: reason.isEmpty ? nil : reason))
        }
        mode = .typing
        editor.replace(with: draft)
        return []
    }

    private mutating func confirm(_ key: Key, deletionOf id: String, _ drawing: Drawing) -> [ChatAction] {
        // A plain terminal sends a line, whose Enter follows the letter.
        if setup.isPlain, case .text(let text) = key, text.trimmed.lowercased() == "y" {
            mode = .typing
            isLoading = true
            return [.delete(conversation: id)]
        }
        if setup.isPlain, key == .enter { return [] }
        mode = .typing
        guard case .text(let text) = key, ["y", "Y", "ｙ"].contains(text) else {
            note(drawing.words("Not deleted.", "削除しませんでした。"), drawing)
            return []
        }
        isLoading = true
        return [.delete(conversation: id)]
    }
}

extension Key {
    /// Whether the key is the letter of a decision.
    fileprivate var isDecision: Bool {
        guard case .text(let text) = self else { return false }
        return ["a", "r", "R", "ａ", "ｒ", "Ｒ"].contains(text)
    }
}
