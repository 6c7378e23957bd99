import AgentWire
import Testing

@testable import TerminalChat

/// The messages of a chat, its editor, and the failures of its runs.
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
