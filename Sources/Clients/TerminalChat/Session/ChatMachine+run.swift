import AgentWire

/// The events of the run that is followed.
extension ChatMachine {
    mutating func handle(_ event: NativeEvent, _ drawing: Drawing, at now: Duration) -> [ChatAction] {
        guard var view = run else { return [] }
        let waited = view.approvals.count
        print(view.accept(event, drawing, at: now))
        run = view
        if case .started(let id, let found, _) = event {
            lastMessage?.run = id
            if conversation == nil, !found.isEmpty {
                conversation = Conversation(id: found, title: lastMessage.map { Scrollback.title(of: $0.text) })
            }
        }
        if view.approvals.count > waited, waited == 0 { showApproval(drawing) }
        if view.approvals.isEmpty { restoreDraft() }
        return []
    }

    /// Ends the run, and sends the next message that waits.
    mutating func endRun(_ failure: ChatFailure?, _ drawing: Drawing, at now: Duration) -> [ChatAction] {
        guard var view = run else { return [] }
        if let failure, !view.hasEnded {
            print(view.fail(failure, drawing))
            // Without a run the message was not sent; it must not be lost.
            if view.run == nil, let message = lastMessage, editor.isEmpty {
                editor.replace(with: message.text)
                lastMessage = nil
            }
        }
        print([StyledText()])
        if view.run != nil {
            lastAnswer = view.text
            lastCalls = view.finishedCalls
        }
        run = nil
        restoreDraft()
        if case .writingReason(_, let draft) = mode {
            mode = .typing
            editor.replace(with: draft)
        }
        guard !queue.isEmpty else { return [] }
        guard failure == nil, !view.isStopping else {
            unqueue()
            return []
        }
        return dispatch(queue.removeFirst(), drawing, at: now)
    }

    /// Puts the messages that wait back into the editor.
    mutating func unqueue() {
        let texts = queue + (editor.isEmpty ? [] : [editor.text])
        queue = []
        if !texts.isEmpty { editor.replace(with: texts.joined(separator: "\n")) }
    }

    /// Stops the run, or leaves if it is being stopped.
    mutating func stop() -> [ChatAction] {
        guard let view = run else { return [] }
        guard !view.isStopping else { return [.quit(keepsRun: false)] }
        run?.isStopping = true
        unqueue()
        return [.stop(run: view.run)]
    }

    // MARK: - Approvals

    /// Decides about the first call that waits.
    mutating func decide(_ answer: CallAnswer) -> [ChatAction] {
        guard let view = run, let id = view.run, let prompt = view.approvals.first, !prompt.isDecided else { return [] }
        run?.approvals[0].isDecided = true
        return [.decide(run: id, call: prompt.action.call, answer)]
    }

    /// Prints the question on a plain terminal, which has no live lines.
    mutating func showApproval(_ drawing: Drawing) {
        guard setup.isPlain, let view = run, let prompt = view.approvals.first else { return }
        print(prompt.lines(drawing, count: view.approvals.count, hasKeys: true))
    }

    /// Puts the draft back that was kept while a question waited.
    mutating func restoreDraft() {
        guard let kept = draft, run?.approvals.isEmpty ?? true else { return }
        draft = nil
        if editor.isEmpty, mode == .typing { editor.replace(with: kept) }
    }
}
