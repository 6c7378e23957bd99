import AgentWire

/// The replies to requests that are not the run.
extension ChatMachine {
    mutating func handle(reply: ChatInput, _ drawing: Drawing, at now: Duration) -> [ChatAction] {
        switch reply {
        case .session(let session): self.session = session
        case .tools(let tools):
            self.tools = tools
            showExamples(drawing)
        case .conversations(let found, let text, let hasMore):
            listed = found
            print(Scrollback.list(found, matching: text, hasMore: hasMore, current: conversation?.id, drawing))
        case .opened(let opened, let page): return show(opened, page, drawing, at: now)
        case .nothingToOpen:
            note(drawing.words("There is no conversation yet; this is a new one.", "まだ会話がありません。新しい会話です。"), drawing)
        case .renamed(let id, let title):
            if conversation?.id == id { conversation?.title = title }
            note(drawing.words("Renamed to “\(title.harmlessLine)”.", "題名を「\(title.harmlessLine)」に変えました。"), drawing)
        case .deleted(let id):
            listed.removeAll { $0.id == id }
            note(drawing.words("Deleted.", "削除しました。"), drawing)
            if conversation?.id == id {
                conversation = nil
                lastMessage = nil
                replacedRun = nil
            }
        case .exported(let file):
            note(drawing.words("Saved as \(file.harmlessLine).", "\(file.harmlessLine) に保存しました。"), drawing)
        case .failed(let failure): print(failure.lines(drawing))
        default: break
        }
        return []
    }

    /// Prints a few sentences that the tools understand, at the start of a new conversation.
    private mutating func showExamples(_ drawing: Drawing) {
        guard isFresh, conversation == nil, !isLoading, !setup.isPlain else { return }
        let language = drawing.language.rawValue
        let examples = tools.compactMap { $0.examples[language] ?? $0.examples["en"] }.prefix(3)
        guard !examples.isEmpty else { return }
        isFresh = false
        print([StyledText(drawing.words("For example:", "たとえば:"), .dim)])
        for example in examples {
            print(drawing.wrapped(StyledText(example.harmlessLine, .dim), first: StyledText("  ")))
        }
        print([StyledText()])
    }

    /// Prints the last messages of a conversation, continues it, and follows its run if it has not ended.
    private mutating func show(
        _ opened: ConversationPage.Conversation,
        _ page: MessagePage,
        _ drawing: Drawing,
        at now: Duration
    ) -> [ChatAction] {
        conversation = Conversation(id: opened.id, title: opened.title)
        isFresh = false
        replacedRun = nil
        lastMessage = nil
        lastAnswer = ""
        lastCalls = []
        print(Scrollback.heading(opened, hasEarlier: page.previous != nil, drawing))
        let titles = titles(drawing.language)
        for message in page.messages {
            guard message.role == "assistant" else {
                printMessage(message.text, drawing, isEarlier: true)
                lastMessage = SentMessage(text: message.text, run: message.run)
                continue
            }
            print(Scrollback.answer(message, titles: titles, drawing) + [StyledText()])
            lastAnswer = message.text
            lastCalls = message.toolCalls
        }
        guard let active = page.activeRuns.last else { return [] }
        run = RunView(titles: titles, at: now)
        return [.follow(run: active)]
    }
}
