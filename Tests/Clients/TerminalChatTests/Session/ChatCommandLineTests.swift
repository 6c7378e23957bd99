import AgentWire
import FoundationEssentials
import StreamingJSON
import Testing

@testable import TerminalChat

/// The commands that start with a slash.
@Suite struct ChatCommandLineTests {
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
}
