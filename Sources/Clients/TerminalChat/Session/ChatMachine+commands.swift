import AgentWire

/// The commands.
extension ChatMachine {
    mutating func perform(
        _ kind: SlashCommand.Kind,
        _ argument: String,
        _ drawing: Drawing,
        at now: Duration
    ) -> [ChatAction] {
        let needsEnd: Set<SlashCommand.Kind> = [.new, .open, .delete, .retry, .edit]
        if run != nil, needsEnd.contains(kind) {
            complain(
                drawing.words("An answer is being written. Stop it first with Ctrl-C.", "回答中です。先に Ctrl-C で停止してください。"),
                drawing
            )
            return []
        }
        switch kind {
        case .help: print(Scrollback.help(drawing))
        case .new: startConversation(drawing)
        case .list: return load(.list(matching: nil))
        case .search:
            guard !argument.isEmpty else { return usage(.search, drawing) }
            return load(.list(matching: argument))
        case .open: return open(argument, drawing)
        case .rename:
            guard !argument.isEmpty else { return usage(.rename, drawing) }
            guard let conversation = current(drawing) else { return [] }
            return load(.rename(conversation: conversation.id, title: argument))
        case .delete: askDeletion(argument, drawing)
        case .export: return export(argument, drawing)
        case .model: choose(model: argument, drawing)
        case .tools: showTools(argument, drawing)
        case .calls: showCalls(drawing)
        case .retry: return retry(drawing, at: now)
        case .edit: edit(drawing)
        case .copy: return copy(drawing)
        case .clear: return [.clearScreen]
        case .quit: return leave()
        }
        return []
    }

    private mutating func load(_ action: ChatAction) -> [ChatAction] {
        isLoading = true
        return [action]
    }

    private mutating func usage(_ kind: SlashCommand.Kind, _ drawing: Drawing) -> [ChatAction] {
        guard let command = SlashCommand.all.first(where: { $0.kind == kind }) else { return [] }
        complain("\(command.usage(drawing.language)): \(command.summary(drawing.language))", drawing)
        return []
    }

    /// Returns the conversation, or prints that there is none.
    private mutating func current(_ drawing: Drawing) -> Conversation? {
        if conversation == nil {
            complain(
                drawing.words(
                    "This conversation is not stored because it has no message.",
                    "まだメッセージがないため、会話は保存されていません。"
                ),
                drawing
            )
        }
        return conversation
    }

    private mutating func startConversation(_ drawing: Drawing) {
        conversation = nil
        lastMessage = nil
        lastAnswer = ""
        lastCalls = []
        replacedRun = nil
        note(drawing.words("A new conversation.", "新しい会話です。"), drawing)
    }

    /// Returns the listed conversation that a text names: by its number, its id, or a part of its title.
    private func listed(_ text: String) -> ConversationPage.Conversation? {
        if let number = Int(text), listed.indices.contains(number - 1) { return listed[number - 1] }
        if let found = listed.first(where: { $0.id == text }) { return found }
        let matching = listed.filter { $0.title?.lowercased().contains(text.lowercased()) == true }
        return matching.count == 1 ? matching.first : nil
    }

    private mutating func open(_ argument: String, _ drawing: Drawing) -> [ChatAction] {
        if argument.isEmpty { return load(.list(matching: nil)) }
        if let found = listed(argument) { return load(.open(conversation: found.id)) }
        if argument.hasPrefix("conv_") { return load(.open(conversation: argument)) }
        complain(
            drawing.words(
                "No listed conversation is named so. Use a number of /list or /search.",
                "一覧にありません。/list または /search の番号を指定してください。"
            ),
            drawing
        )
        return []
    }

    private mutating func askDeletion(_ argument: String, _ drawing: Drawing) {
        let chosen: (id: String, title: String?)?
        if argument.isEmpty {
            chosen = current(drawing).map { ($0.id, $0.title) }
        } else {
            chosen = listed(argument).map { ($0.id, $0.title) }
            if chosen == nil {
                complain(drawing.words("Use a number of /list.", "/list の番号を指定してください。"), drawing)
            }
        }
        guard let chosen else { return }
        deletionTitle = Scrollback.shown(chosen.title, drawing)
        mode = .confirmingDeletion(conversation: chosen.id)
        if setup.isPlain { print([deletionQuestion(drawing)]) }
    }

    /// The question before a deletion.
    func deletionQuestion(_ drawing: Drawing) -> StyledText {
        var line = StyledText(
            drawing.words("Delete “\(deletionTitle)”?", "「\(deletionTitle)」を削除しますか。"),
            .warning
        )
        line.append("  [y]", .accent)
        line.append(drawing.words(" delete", " 削除"))
        line.append("  [n]", .accent)
        line.append(drawing.words(" keep", " 残す"))
        return line.cut(to: drawing.columns, drawing.rules)
    }

    private mutating func export(_ argument: String, _ drawing: Drawing) -> [ChatAction] {
        guard let conversation = current(drawing) else { return [] }
        let file = argument.isEmpty ? Scrollback.fileName(of: conversation.title, drawing) : argument
        let isJSON = file.lowercased().hasSuffix(".json")
        return load(.export(conversation: conversation.id, file: file, asJSON: isJSON))
    }

    private mutating func choose(model name: String, _ drawing: Drawing) {
        let models = session?.models ?? []
        if name.isEmpty {
            print(Scrollback.models(models, chosen: model, drawing))
        } else if name == "default" {
            model = nil
            note(drawing.words("The server chooses the model.", "モデルはサーバーが選びます。"), drawing)
        } else if models.isEmpty || models.contains(where: { $0.name == name }) {
            model = name
            note(drawing.words("The next messages go to \(name).", "次のメッセージから \(name) を使います。"), drawing)
        } else {
            complain(
                drawing.words(
                    "There is no model '\(name)'. /model lists them.",
                    "'\(name)' というモデルはありません。/model で一覧を表示します。"
                ),
                drawing
            )
        }
    }

    private mutating func showTools(_ name: String, _ drawing: Drawing) {
        if name.isEmpty {
            print(Scrollback.tools(tools, drawing))
        } else if let tool = tools.first(where: { $0.name.lowercased() == name.lowercased() }) {
            print(Scrollback.tool(tool, drawing))
        } else {
            complain(
                drawing.words(
                    "There is no tool '\(name)'. /tools lists them.",
                    "'\(name)' というツールはありません。/tools で一覧を表示します。"
                ),
                drawing
            )
        }
    }

    private mutating func showCalls(_ drawing: Drawing) {
        let calls = run?.finishedCalls ?? lastCalls
        guard !calls.isEmpty else {
            note(drawing.words("The last answer called no tool.", "直前の回答はツールを呼び出していません。"), drawing)
            return
        }
        for call in calls { print(Scrollback.call(call, drawing)) }
    }

    private mutating func retry(_ drawing: Drawing, at now: Duration) -> [ChatAction] {
        guard let message = lastMessage else {
            complain(drawing.words("There is no message to answer again.", "やり直すメッセージがありません。"), drawing)
            return []
        }
        replacedRun = message.run
        return dispatch(message.text, drawing, at: now)
    }

    private mutating func edit(_ drawing: Drawing) {
        guard let message = lastMessage else {
            complain(drawing.words("There is no message to change.", "編集するメッセージがありません。"), drawing)
            return
        }
        replacedRun = message.run
        editor.replace(with: message.text)
    }

    private mutating func copy(_ drawing: Drawing) -> [ChatAction] {
        let text = run?.text ?? lastAnswer
        guard !text.isEmpty else {
            complain(drawing.words("There is no answer to copy.", "コピーする回答がありません。"), drawing)
            return []
        }
        note(
            drawing.words(
                "Passed to the terminal's clipboard, if it allows that (OSC 52).",
                "端末のクリップボードに渡しました（OSC 52 を許可している場合）。"
            ),
            drawing
        )
        return [.copy(text)]
    }
}
