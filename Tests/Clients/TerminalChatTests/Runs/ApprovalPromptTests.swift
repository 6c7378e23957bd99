import AgentWire
import FoundationEssentials
import StreamingJSON
import Testing

@testable import TerminalChat

@Suite struct ApprovalPromptTests {
    private func prompt(at now: Duration = .zero) -> ApprovalPrompt {
        ApprovalPrompt(
            RequiredAction(
                kind: .approval,
                call: "call_1",
                name: "deleteInventory",
                arguments: ["id": 1, "reason": "\u{1B}[2Jold"],
                deadline: FormatTests.now.addingTimeInterval(298),
                text: "Delete \"A4 paper\" (ID 1)?"
            ),
            at: now
        )
    }

    @Test(arguments: [
        ("a", ApprovalPrompt.Effect.approved), ("ａ", .approved), ("r", .rejected), ("ｒ", .rejected), ("R", .asksReason),
        ("y", .unknown), ("A", .unknown), ("あ", .unknown),
    ]) func aKeyDecidesAfterTheQuietTime(text: String, effect: ApprovalPrompt.Effect) {
        var prompt = prompt()
        #expect(prompt.accept(.text(text), at: .milliseconds(399)) == .ignored)
        #expect(prompt.accept(.text(text), at: .milliseconds(799)) == effect)
    }

    /// A person who types on decides nothing, however long.
    @Test func typingOnDecidesNothing() {
        var prompt = prompt(at: .seconds(10))
        var now = Duration.seconds(10)
        for letter in "a rather long message" {
            now += .milliseconds(150)
            #expect(prompt.accept(.text(String(letter)), at: now) == .ignored)
        }
        #expect(prompt.accept(.text("a"), at: now + .milliseconds(399)) == .ignored)
        #expect(prompt.accept(.text("a"), at: now + .milliseconds(399) + .milliseconds(400)) == .approved)
    }

    @Test func otherKeysAndLaterOnesDecideNothing() {
        var prompt = prompt()
        #expect(prompt.accept(.enter, at: .seconds(5)) == .unknown)
        #expect(prompt.accept(.paste("a"), at: .seconds(5)) == .unknown)
        #expect(prompt.accept(.text("x"), at: .seconds(5)) == .unknown)
        #expect(prompt.accept(.text("a"), at: .seconds(5) + .milliseconds(100)) == .ignored)
        prompt.isDecided = true
        #expect(prompt.accept(.text("a"), at: .seconds(9)) == .unknown)
    }

    @Test func theQuestionHasItsArgumentsAndItsTime() {
        let drawing = Drawing(columns: 70, now: FormatTests.now)
        #expect(
            prompt().lines(drawing, count: 2, hasKeys: true).map(\.text) == [
                "┃ Waits for your decision · deleteInventory · 1 of 2", "┃ Delete \"A4 paper\" (ID 1)?", "┃   id: 1",
                "┃   reason: [2Jold",
                "┃ [a] approve  [r] reject  [R] reject with a reason  4 min 58 s left",
            ]
        )
        var late = drawing
        late.now = FormatTests.now.addingTimeInterval(300)
        late.language = .japanese
        #expect(prompt().lines(late, count: 1, hasKeys: false).last?.text == "┃ 期限が過ぎました。")
    }
}
