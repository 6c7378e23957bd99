import AgentWire
import StreamingJSON
import Testing

@testable import TerminalChat

/// Decisions about calls by keys and by lines.
@Suite struct ChatDecisionTests {
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
            ("y", true), ("yes", true), ("Yes, please.", true), ("OK!", true), ("No, thanks", false), ("Yes.", true),
            ("はい", true), ("ｙ", true), ("承認", true), ("n", false),
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
        // A message that only starts like one is a message.
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
}
