import AgentWire

/// The decisions of an interactive chat: inputs change its state, and it returns the steps for the shell and the lines for the screen.
///
/// It has no I/O and no clock. Lines that are printed scroll away; the live lines below them are composed by ``frame(_:rows:at:)``.
package struct ChatMachine: Sendable {
    /// The fixed surroundings of a chat.
    package struct Setup: Sendable {
        /// The server, as the person knows it: a URL, or the data folder.
        package var server: String
        /// Whether the output is only appended, and the input is read line by line.
        package var isPlain: Bool
        /// The earlier messages.
        package var history: MessageHistory
        /// The model that the command line names; `nil` lets the server choose.
        package var model: String?

        /// Makes the surroundings.
        package init(server: String, isPlain: Bool = false, history: MessageHistory = .init(), model: String? = nil) {
            self.server = server
            self.isPlain = isPlain
            self.history = history
            self.model = model
        }
    }

    /// The use of the keys.
    enum Mode: Sendable, Equatable {
        /// They write a message.
        case typing
        /// They confirm the deletion of a conversation.
        case confirmingDeletion(conversation: String)
        /// They write the reason of a rejection; the draft of the message is kept.
        case writingReason(call: String, draft: String)
    }

    /// A conversation.
    struct Conversation: Sendable, Equatable {
        let id: String
        var title: String?
    }

    /// A message that was sent, with its run.
    struct SentMessage: Sendable, Equatable {
        var text: String
        var run: String?
    }

    let setup: Setup
    var editor: LineEditor
    var mode = Mode.typing
    /// The run that is followed; `nil` between answers.
    var run: RunView?
    /// The conversation; `nil` before the first message of a new one.
    var conversation: Conversation?
    /// The last message of the conversation.
    var lastMessage: SentMessage?
    /// The last answer's text, for `/copy`.
    var lastAnswer = ""
    /// The calls of the last answer, for `/calls`.
    var lastCalls: [WireToolCall] = []
    /// The run that the next message replaces.
    var replacedRun: String?
    /// Messages that wait for the end of the answer.
    var queue: [String] = []
    /// A draft that is kept while a question waits.
    var draft: String?
    /// The model for the next messages; `nil` lets the server choose.
    var model: String?
    var session: WireSession?
    var tools: [ToolDescription] = []
    /// The conversations of the last list, which numbers refer to.
    var listed: [ConversationPage.Conversation] = []
    /// The title that is asked for deletion.
    var deletionTitle = ""
    /// Whether a request is under way that is not the run.
    var isLoading = false
    /// The time until which a second Ctrl-C leaves.
    var leavesUntil: Duration?
    /// Whether nothing but the greeting was printed.
    var isFresh = true
    /// Whether the last printed line is empty.
    var endsWithSpace = false
    /// The lines to print with the next frame.
    private(set) var printed: [StyledText] = []

    /// Makes a chat at its start.
    package init(_ setup: Setup) {
        self.setup = setup
        editor = LineEditor(history: setup.history)
        model = setup.model
    }

    /// Whether something on the screen changes with time alone.
    package var isAnimated: Bool { run != nil || isLoading || leavesUntil != nil }

    /// The id of the conversation, for a hint at the end; `nil` if no message was sent.
    package var conversationID: String? { conversation?.id }

    /// Starts, with the conversation to continue.
    ///
    /// - Parameters:
    ///   - conversation: Its id; `nil` for a new one or the latest.
    ///   - continuesLatest: Whether the latest one is continued.
    package mutating func start(
        conversation: String?,
        continuesLatest: Bool,
        _ drawing: Drawing
    ) -> [ChatAction] {
        var line = StyledText("Torii", .accent)
        line.append(" · \(setup.server.harmlessLine)", .dim)
        print([line.cut(to: drawing.columns, drawing.rules)])
        let help = drawing.words("/help shows the commands, Ctrl-D leaves.", "/help でコマンド一覧、Ctrl-D で終了します。")
        print([StyledText(help, .dim), StyledText()])
        if let conversation {
            isLoading = true
            return [.open(conversation: conversation)]
        }
        guard continuesLatest else { return [] }
        isLoading = true
        return [.openLatest]
    }

    /// Applies an input and returns the steps that follow.
    ///
    /// - Parameter now: A time that only grows.
    package mutating func handle(_ input: ChatInput, _ drawing: Drawing, at now: Duration) -> [ChatAction] {
        if let time = leavesUntil, now >= time { leavesUntil = nil }
        switch input {
        case .key(let key): return handle(key, drawing, at: now)
        case .tick: return []
        case .event(let event): return handle(event, drawing, at: now)
        case .connection(let connection):
            run?.connection = connection
            return []
        case .runEnded(let failure): return endRun(failure, drawing, at: now)
        case .decided(let call):
            run?.removeApproval(of: call, at: now)
            restoreDraft()
            showApproval(drawing)
            return []
        case .notDecided(let call, let failure):
            print(failure.lines(drawing))
            run?.removeApproval(of: call, at: now)
            restoreDraft()
            showApproval(drawing)
            return []
        default:
            // The client and the tools arrive without a command.
            let isRequested = isLoading && !input.isUnrequested
            if isRequested { isLoading = false }
            let actions = handle(reply: input, drawing, at: now)
            if isRequested { print([StyledText()]) }
            return actions
        }
    }

    // MARK: - Printing

    /// Prints lines; two empty ones in a row become one.
    mutating func print(_ lines: [StyledText]) {
        for line in lines {
            if line.isEmpty, endsWithSpace { continue }
            endsWithSpace = line.isEmpty
            printed.append(line)
        }
    }

    /// Returns the lines to print, once.
    mutating func takePrinted() -> [StyledText] {
        defer { printed = [] }
        return printed
    }

    /// Prints a note.
    mutating func note(_ text: String, _ drawing: Drawing, _ style: TextStyle = .dim) {
        print(drawing.wrapped(StyledText(text, style)))
    }

    /// Prints an error of the person's input.
    mutating func complain(_ text: String, _ drawing: Drawing) {
        print(ChatFailure(message: text).lines(drawing))
    }

    // MARK: - Sending

    /// Sends a message, or keeps it until the answer has ended.
    mutating func send(_ text: String, _ drawing: Drawing, at now: Duration) -> [ChatAction] {
        let actions: [ChatAction] = editor.history.append(text) ? [.remember(text)] : []
        guard run == nil else {
            queue.append(text)
            return actions
        }
        return actions + dispatch(text, drawing, at: now)
    }

    /// Sends a message that is in the history already.
    mutating func dispatch(_ text: String, _ drawing: Drawing, at now: Duration) -> [ChatAction] {
        printMessage(text, drawing)
        run = RunView(titles: titles(drawing.language), at: now)
        lastMessage = SentMessage(text: text)
        lastAnswer = ""
        let turn = ChatTurn(message: text, conversation: conversation?.id, replaces: replacedRun, model: model)
        replacedRun = nil
        return [.send(turn)]
    }

    /// Prints a message of the person; a plain terminal shows it already.
    mutating func printMessage(_ text: String, _ drawing: Drawing, isEarlier: Bool = false) {
        isFresh = false
        guard !setup.isPlain || isEarlier else { return }
        print([StyledText()] + Scrollback.message(text, drawing) + [StyledText()])
    }

    /// Returns what each tool does, by its name.
    func titles(_ language: ChatLanguage) -> [String: String] {
        Dictionary(
            tools.map { ($0.name, $0.titles[language.rawValue] ?? $0.titles["en"] ?? $0.name) },
            uniquingKeysWith: { first, _ in first }
        )
    }
}
