import AgentWire
import FoundationEssentials
import StreamingJSON
import Testing

@testable import TerminalChat

/// A chat that is played without a terminal and a server.
private struct Stage {
    var machine: ChatMachine
    var now = Duration.seconds(1)
    var drawing = Drawing(columns: 60, now: FormatTests.now)
    private(set) var printed: [String] = []
    private(set) var live: [String] = []
    private(set) var cursor: Frame.Cursor?

    init(isPlain: Bool = false, history: [String] = []) {
        machine = ChatMachine(.init(server: "test", isPlain: isPlain, history: MessageHistory(history)))
    }

    /// Applies an input after a second, and draws.
    @discardableResult mutating func play(_ input: ChatInput, after time: Duration = .seconds(1)) -> [ChatAction] {
        now += time
        let actions = machine.handle(input, drawing, at: now)
        draw()
        return actions
    }

    mutating func draw() {
        let frame = machine.frame(drawing, rows: 24, at: now)
        printed += frame.printed.map(\.text)
        live = frame.live.map(\.text)
        cursor = frame.cursor
    }

    @discardableResult mutating func type(_ text: String, enter: Bool = true) -> [ChatAction] {
        let actions = play(.key(.text(text)))
        return enter ? play(.key(.enter)) : actions
    }

    /// Returns the last printed lines that are not empty.
    func lastLines(_ count: Int) -> [String] { Array(printed.filter { !$0.isEmpty }.suffix(count)) }

    /// Sends a message and starts its run.
    mutating func ask(_ text: String, run: String = "run_1") {
        type(text)
        play(.event(.started(run: run, conversation: "conv_1", model: "phrasebook")))
    }

    /// Ends the run with an answer.
    @discardableResult mutating func answer(_ text: String) -> [ChatAction] {
        play(.event(.messageDelta(text: text)))
        play(.event(.messageCompleted(text: text, artifacts: [])))
        play(.event(.completed(usage: WireUsage(inputTokens: 1, outputTokens: 2))))
        return play(.runEnded(nil))
    }

    mutating func waitForApproval(_ call: String = "call_1") {
        play(
            .event(
                .actionRequired(
                    RequiredAction(
                        kind: .approval,
                        call: call,
                        name: "deleteInventory",
                        arguments: ["id": 1],
                        deadline: FormatTests.now.addingTimeInterval(300),
                        text: "Delete it?"
                    )
                )
            )
        )
    }
}

@Suite struct ChatMachineTests {
    @Test func aMessageIsSentAndAnswered() {
        var stage = Stage()
        #expect(stage.type("Hello, 日本") == [.remember("Hello, 日本"), .send(ChatTurn(message: "Hello, 日本"))])
        #expect(stage.printed == ["", "❯ Hello, 日本", ""])
        #expect(stage.live.first?.hasPrefix("⠋ Working…") == true)
        stage.play(.event(.started(run: "run_1", conversation: "conv_1", model: "phrasebook")))
        #expect(stage.answer("Hi!") == [])
        #expect(stage.printed.suffix(3) == ["Hi!", "phrasebook · 4.0 s · 3 tokens", ""])
        #expect(stage.machine.conversationID == "conv_1")
        // The next message continues the conversation.
        #expect(stage.type("And?") == [.remember("And?"), .send(ChatTurn(message: "And?", conversation: "conv_1"))])
    }

    @Test func theEditorIsBelowAndHasTheCursor() {
        var stage = Stage()
        stage.type("日本", enter: false)
        #expect(stage.live == [String(repeating: "─", count: 60), "❯ 日本", "new conversation · /help"])
        #expect(stage.cursor == Frame.Cursor(row: 1, column: 6))
        stage.play(.key(.backspace))
        #expect(stage.cursor == Frame.Cursor(row: 1, column: 4))
    }

    @Test func messagesThatAreTypedMeanwhileWait() {
        var stage = Stage()
        stage.ask("One")
        #expect(stage.type("Two") == [.remember("Two")])
        #expect(stage.type("Three") == [.remember("Three")])
        #expect(stage.live.filter { $0.hasPrefix("queued: ") } == ["queued: Two", "queued: Three"])
        #expect(stage.answer("1") == [.send(ChatTurn(message: "Two", conversation: "conv_1"))])
        // A stop brings those that wait back into the editor.
        stage.play(.event(.started(run: "run_2", conversation: "conv_1", model: "phrasebook")))
        #expect(stage.play(.key(.control("c"))) == [.stop(run: "run_2")])
        #expect(stage.machine.editor.text == "Three")
        stage.play(.event(.cancelled(.requested, usage: WireUsage(inputTokens: 0, outputTokens: 0))))
        #expect(stage.play(.runEnded(nil)) == [])
        #expect(stage.printed.suffix(2) == ["Stopped.", ""])
    }

    @Test func theKeyControlCStopsClearsAndLeaves() {
        var stage = Stage()
        stage.type("text", enter: false)
        #expect(stage.play(.key(.control("c"))) == [])
        #expect(stage.machine.editor.isEmpty)
        #expect(stage.play(.key(.control("c"))) == [])
        #expect(stage.live.last == "Press Ctrl-C again to leave.")
        #expect(stage.play(.tick, after: .seconds(3)) == [])
        #expect(stage.live.last == "new conversation · /help")
        #expect(stage.play(.key(.control("c"))) == [])
        #expect(stage.play(.key(.control("c"))) == [.quit(keepsRun: false)])
        stage = Stage()
        stage.ask("One")
        stage.type("draft", enter: false)
        #expect(stage.play(.key(.control("c"))) == [.stop(run: "run_1")])
        #expect(stage.machine.editor.text == "draft")
        #expect(stage.play(.key(.control("c"))) == [.quit(keepsRun: false)])
        stage = Stage()
        #expect(stage.play(.key(.control("d"))) == [.quit(keepsRun: false)])
    }

    // MARK: - Approvals

    @Test func aCallIsApprovedByAKey() {
        var stage = Stage()
        stage.ask("Delete item 1")
        stage.waitForApproval()
        #expect(stage.live.contains("┃ Delete it?"))
        #expect(stage.play(.key(.text("a")), after: .milliseconds(100)) == [])
        #expect(stage.machine.editor.isEmpty)
        #expect(
            stage.play(.key(.text("a")), after: .milliseconds(400)) == [
                .decide(run: "run_1", call: "call_1", .approval)
            ]
        )
        #expect(stage.play(.key(.text("a"))) == [])
        #expect(stage.machine.editor.text == "a")
        stage.play(.decided(call: "call_1"))
        #expect(!stage.live.contains("┃ Delete it?"))
    }

    @Test func aCallIsRejectedWithAReason() {
        var stage = Stage()
        stage.ask("Delete item 1")
        stage.waitForApproval()
        #expect(stage.play(.key(.text("R"))) == [])
        #expect(stage.live.contains("Reason: "))
        #expect(stage.play(.key(.escape)) == [])
        #expect(stage.play(.key(.text("R"))) == [])
        #expect(stage.type("wrong item") == [.decide(run: "run_1", call: "call_1", .rejection(reason: "wrong item"))])
        stage.play(.notDecided(call: "call_1", ChatFailure(kind: .conflict, message: "it was decided already")))
        #expect(stage.printed.last == "✗ It was decided already.")
        #expect(!stage.live.contains("┃ Delete it?"))
    }

    @Test(
        "A typed yes or no with Enter decides and is no message",
        arguments: [
            ("y", true), ("yes", true), ("Yes.", true), ("はい", true), ("ｙ", true), ("承認", true), ("n", false),
            ("no", false), ("NO!", false), ("いいえ", false), ("却下", false),
        ],
        [false, true]
    )
    func aLineDecides(line: (String, Bool), isPlain: Bool) {
        let (text, approves) = line
        var stage = Stage(isPlain: isPlain)
        stage.ask("Delete item 1")
        stage.waitForApproval()
        stage.type(text, enter: false)
        if !isPlain { #expect(stage.live.last == (approves ? "Enter approves." : "Enter rejects.")) }
        let answer: CallAnswer = approves ? .approval : .rejection(reason: nil)
        #expect(
            stage.play(.key(.enter), after: .milliseconds(50)) == [
                .decide(run: "run_1", call: "call_1", answer)
            ]
        )
        #expect(stage.machine.editor.isEmpty)
        #expect(stage.machine.queue == [])
    }

    @Test func aLineDecidesOnlyWhatThePersonHasSeen() {
        var stage = Stage()
        stage.ask("Delete all")
        stage.type("yes", enter: false)
        stage.waitForApproval()
        // Typed for something else, and sent as the question appears.
        #expect(stage.play(.key(.enter), after: .milliseconds(100)) == [])
        #expect(stage.machine.editor.text == "yes")
        #expect(stage.play(.key(.enter)) == [.decide(run: "run_1", call: "call_1", .approval)])
        // A message that only begins like one is a message.
        stage.play(.decided(call: "call_1"))
        stage.waitForApproval("call_2")
        #expect(stage.type("yes, and list the rest") == [.remember("yes, and list the rest")])
        #expect(stage.machine.queue == ["yes, and list the rest"])
        // Without a question it is a message, too.
        stage.play(.decided(call: "call_2"))
        #expect(stage.type("no") == [.remember("no")])
    }

    /// Letters of a message never decide: neither those of a draft, nor those that are typed on.
    @Test func aDraftDecidesNothing() {
        var stage = Stage()
        stage.ask("Delete item 1")
        stage.type("an", enter: false)
        stage.waitForApproval()
        #expect(stage.play(.key(.text("a"))) == [])
        #expect(stage.play(.key(.text("r"))) == [])
        #expect(stage.machine.editor.text == "anar")
        #expect(stage.live.last == "Esc sets the text aside, then a or r decides.")
        #expect(stage.play(.key(.escape)) == [])
        #expect(stage.machine.editor.isEmpty)
        #expect(stage.play(.key(.text("r"))) == [.decide(run: "run_1", call: "call_1", .rejection(reason: nil))])
        stage.play(.decided(call: "call_1"))
        #expect(stage.machine.editor.text == "anar")
        // A message that is started without a look at the screen.
        stage.waitForApproval("call_2")
        stage.play(.key(.control("u")))
        for letter in "hear" { #expect(stage.play(.key(.text(String(letter))), after: .milliseconds(100)) == []) }
        #expect(stage.machine.editor.text == "hear")
    }

    @Test func severalCallsAreDecidedOneAfterTheOther() {
        var stage = Stage()
        stage.ask("Delete all")
        stage.waitForApproval("call_1")
        stage.waitForApproval("call_2")
        #expect(stage.live.contains { $0.contains("1 of 2") })
        #expect(stage.play(.key(.text("a"))) == [.decide(run: "run_1", call: "call_1", .approval)])
        stage.play(.decided(call: "call_1"))
        #expect(stage.play(.key(.text("a")), after: .milliseconds(100)) == [])
        #expect(stage.play(.key(.text("r"))) == [.decide(run: "run_1", call: "call_2", .rejection(reason: nil))])
    }

    @Test func aRunThatWaitsIsKeptWhenThePersonLeaves() {
        var stage = Stage()
        stage.ask("Delete item 1")
        #expect(stage.play(.key(.control("d"))) == [.quit(keepsRun: false)])
        stage.waitForApproval()
        #expect(stage.play(.key(.control("d"))) == [.quit(keepsRun: true)])
        #expect(stage.play(.key(.control("c"))) == [.stop(run: "run_1")])
    }

    // MARK: - Failures

    @Test func aMessageThatWasNotSentIsBackInTheEditor() {
        var stage = Stage()
        stage.type("Hello")
        stage.play(.runEnded(ChatFailure(message: "The server cannot be reached.")))
        #expect(stage.printed.suffix(2) == ["✗ The server cannot be reached.", ""])
        #expect(stage.machine.editor.text == "Hello")
    }

    @Test func aFailedRunIsExplainedOnce() {
        var stage = Stage()
        stage.ask("Hello")
        stage.play(.connection(.lost(retryAt: .seconds(9), attempt: 1)))
        #expect(stage.live.first?.hasPrefix("! Connection lost.") == true)
        stage.play(.connection(.connected))
        stage.play(.event(.interrupted(Problem(.runInterrupted, detail: "it was stopped"))))
        stage.play(.runEnded(ChatFailure(kind: .runInterrupted, message: "it was stopped")))
        #expect(stage.printed.filter { $0.hasPrefix("✗") }.count == 1)
        #expect(stage.machine.editor.isEmpty)
    }

    // MARK: - Commands

    @Test func conversationsAreListedOpenedAndChanged() {
        var stage = Stage()
        #expect(stage.type("/list") == [.list(matching: nil)])
        func conversation(_ number: Int, _ title: String, status: String? = nil) -> ConversationPage.Conversation {
            .init(
                id: "conv_\(number)",
                title: title,
                createdAt: FormatTests.now,
                updatedAt: FormatTests.now.addingTimeInterval(-300),
                status: status
            )
        }
        let list = [conversation(1, "Weather"), conversation(2, "在庫\u{1B}[31mの一覧", status: "waiting")]
        stage.play(.conversations(list, matching: nil, hasMore: true))
        #expect(stage.printed.contains("1  Weather  5 min ago"))
        #expect(stage.printed.contains("2  在庫[31mの一覧  5 min ago  waits for you"))
        #expect(stage.type("/open 7") == [])
        #expect(stage.type("/open weather") == [.open(conversation: "conv_1")])
        let call = WireToolCall(
            id: "c",
            name: "getInventory",
            arguments: ["id": 1],
            status: .completed,
            durationMilliseconds: 5,
            summary: "ok",
            artifacts: []
        )
        let page = MessagePage(
            messages: [
                .init(id: "m1", role: "user", text: "Question?", run: "run_7"),
                .init(id: "m2", role: "assistant", text: "**Answer.**", run: "run_7", toolCalls: [call]),
            ],
            previous: nil
        )
        stage.play(.opened(list[0], page))
        #expect(
            stage.printed.suffix(8) == [
                "Weather · 5 min ago", "", "❯ Question?", "", "✓ getInventory 1  0.0 s", "", "Answer.", "",
            ]
        )
        #expect(stage.type("/rename Sun") == [.rename(conversation: "conv_1", title: "Sun")])
        stage.play(.renamed(conversation: "conv_1", title: "Sun"))
        #expect(stage.live.last == "Sun · /help")
        #expect(stage.type("/export") == [.export(conversation: "conv_1", file: "Sun-2026-11-26.md", asJSON: false)])
        #expect(stage.type("/export x.JSON") == [.export(conversation: "conv_1", file: "x.JSON", asJSON: true)])
        #expect(
            stage.type("/retry") == [.send(ChatTurn(message: "Question?", conversation: "conv_1", replaces: "run_7"))]
        )
        stage.play(.event(.started(run: "run_8", conversation: "conv_1", model: "m")))
        #expect(stage.type("/new") == [])
        stage.answer("Again.")
        #expect(stage.type("/copy") == [.copy("Again.")])
        stage.type("/edit")
        #expect(stage.machine.editor.text == "Question?")
        #expect(
            stage.type("!") == [
                .remember("Question?!"),
                .send(ChatTurn(message: "Question?!", conversation: "conv_1", replaces: "run_8")),
            ]
        )
        stage.answer("Yes.")
        stage.type("/delete")
        #expect(stage.live.contains("Delete “Sun”?  [y] delete  [n] keep"))
        #expect(stage.cursor == nil)
        #expect(stage.play(.key(.text("n"))) == [])
        stage.type("/delete 2")
        #expect(stage.play(.key(.text("y"))) == [.delete(conversation: "conv_2")])
        stage.play(.deleted(conversation: "conv_2"))
        #expect(stage.machine.conversationID == "conv_1")
        stage.type("/new")
        #expect(stage.machine.conversationID == nil)
    }

    @Test func anOpenRunIsFollowed() {
        var stage = Stage()
        let conversation = ConversationPage.Conversation(
            id: "conv_1",
            title: nil,
            createdAt: FormatTests.now,
            updatedAt: FormatTests.now
        )
        let page = MessagePage(
            messages: [.init(id: "m1", role: "user", text: "Q", run: "run_9")],
            previous: "x",
            activeRuns: ["run_9"]
        )
        #expect(stage.machine.start(conversation: nil, continuesLatest: true, stage.drawing) == [.openLatest])
        #expect(stage.play(.opened(conversation, page)) == [.follow(run: "run_9")])
        stage.play(.event(.started(run: "run_9", conversation: "conv_1", model: "m")))
        stage.waitForApproval()
        #expect(stage.play(.key(.text("a"))) == [.decide(run: "run_9", call: "call_1", .approval)])
    }

    @Test func modelsAndToolsAreShown() {
        var stage = Stage()
        let session = WireSession(
            client: "c",
            name: "n",
            scopes: [],
            models: [.init(name: "phrasebook", isDefault: true), .init(name: "gpt", isDefault: false)],
            version: "1"
        )
        stage.play(.session(session))
        let tool = ToolDescription(
            name: "getInventory",
            description: "Reads.",
            parameters: ["type": "object", "properties": ["id": ["type": "integer", "description": "The id"]]],
            isReadOnly: true,
            isDestructive: false,
            needsApproval: true,
            isIdempotent: true,
            deadlineSeconds: 5,
            examples: ["en": "List the inventory"],
            titles: ["en": "read the inventory"]
        )
        stage.play(.tools([tool]))
        #expect(stage.printed == ["For example:", "  List the inventory", ""])
        stage.type("/model gpt")
        #expect(stage.live.last == "gpt · new conversation · /help")
        #expect(stage.type("Hi") == [.remember("Hi"), .send(ChatTurn(message: "Hi", model: "gpt"))])
        stage.type("/model other")
        #expect(stage.lastLines(1) == ["✗ There is no model 'other'. /model lists them."])
        stage.type("/model")
        #expect(stage.lastLines(2) == ["  phrasebook  default", "● gpt"])
        stage.type("/tools")
        #expect(stage.printed.contains("│ getInventory │ read the inventory │ asks first │"))
        stage.type("/tools getinventory")
        #expect(stage.printed.contains("    id  The id"))
        stage.type("/help")
        #expect(stage.printed.contains("  /quit             leave (Ctrl-D)"))
        stage.type("/hlep")
        #expect(stage.lastLines(2) == ["❯ /hlep", "✗ There is no command /hlep. Did you mean /help?"])
    }

    @Test func theMenuFollowsTheText() {
        var stage = Stage()
        stage.type("/re", enter: false)
        #expect(
            stage.live.suffix(2) == [
                "  /rename <title>  rename this conversation", "  /retry           answer the last message again",
            ]
        )
        stage.play(.key(.text("t")))
        stage.play(.key(.tab))
        #expect(stage.machine.editor.text == "/retry")
    }

    // MARK: - Plain terminals

    @Test func aPlainTerminalDecidesByLines() {
        var stage = Stage(isPlain: true)
        stage.draw()
        #expect(stage.machine.plainPrompt(stage.drawing) == "> ")
        stage.ask("Delete item 1")
        #expect(stage.printed == [])
        #expect(stage.machine.plainPrompt(stage.drawing) == nil)
        stage.waitForApproval()
        #expect(stage.printed.contains("┃ Delete it?"))
        #expect(stage.machine.plainPrompt(stage.drawing) == "a/r> ")
        #expect(stage.type("a") == [.decide(run: "run_1", call: "call_1", .approval)])
        stage.play(.decided(call: "call_1"))
        stage.answer("Done.")
        #expect(stage.live.isEmpty)
        stage.type("/delete")
        #expect(stage.machine.plainPrompt(stage.drawing) == "y/n> ")
        #expect(stage.play(.key(.text("y"))) == [.delete(conversation: "conv_1")])
        #expect(stage.play(.key(.enter)) == [])
    }

    /// Whatever the keys are, the chat stays within the screen.
    @Test(arguments: 1...10) func anyKeysKeepTheScreen(seed: UInt64) {
        var stage = Stage(history: ["one", "/list"])
        var state = seed &* 0x9E37_79B9_7F4A_7C15
        func next(_ limit: Int) -> Int {
            state ^= state >> 12
            state ^= state << 25
            state ^= state >> 27
            return Int((state &* 0x2545_F491_4F6C_DD1D) >> 33) % limit
        }
        let keys: [Key] = [
            .text("a"), .text("日本語"), .text("/"), .text("re"), .text("👩\u{200D}💻"), .text("\u{301}"), .paste("x\ny\n"),
            .enter, .newLine, .tab, .backspace, .delete,
            .escape, .up, .down, .left, .right, .wordLeft, .wordRight, .home, .end, .control("k"), .control("u"),
            .control("w"), .control("y"), .control("c"), .control("t"),
        ]
        for _ in 0..<400 {
            switch next(12) {
            case 0: stage.play(.event(.started(run: "run_1", conversation: "conv_1", model: "m")))
            case 1: stage.play(.event(.messageDelta(text: "some **text**\n\n- and `more`")))
            case 2: stage.waitForApproval()
            case 3: stage.play(.runEnded(nil))
            default: stage.play(.key(keys[next(keys.count)]), after: .milliseconds(next(900)))
            }
            #expect(stage.live.count <= 23)
            #expect(stage.live.allSatisfy { WidthRules().columns(of: $0) <= 60 })
            if let cursor = stage.cursor {
                #expect(stage.live.indices.contains(cursor.row))
                #expect((0...60).contains(cursor.column))
            }
        }
    }
}
