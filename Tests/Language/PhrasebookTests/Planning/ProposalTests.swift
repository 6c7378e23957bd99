import StreamingJSON
import Testing

@testable import AgentTools
@testable import BuiltInTools
@testable import Phrasebook

/// Proposed changes, and the effect of a yes and of a no.
@Suite struct ProposalTests {
    private static let details = """
        ID: 5 - Green tea (updated: 2026-11-18)
        Quantity: 8 boxes
        Place: Pantry
        Version: 2026-11-18T00:12:00.000Z
        """
    private static let list = "ID: 5 - Green tea (updated: 2026-11-18): 8 boxes"
    private static let nothing = "No inventory items were found."

    /// Answers the calls for the last of some messages with outputs, in order, until no call is left.
    private func execution(
        _ turns: [Turn],
        _ outputs: [String]
    ) throws -> (execution: Execution, understanding: Understanding, turn: Turn) {
        let planner = Planner(phrases: try PhraseReading.phrases.get(), today: PhraseReading.today, language: nil) {
            _ in true
        }
        let understanding = planner.understanding(of: turns)
        var turn = try #require(turns.last)
        var rest = outputs[...]
        var execution = planner.execution(of: understanding, made: [])
        while !execution.pending.isEmpty, !rest.isEmpty {
            for call in execution.pending {
                turn.calls.append(
                    Turn.Call(tool: call.tool, arguments: call.arguments, output: rest.popFirst() ?? Self.nothing)
                )
            }
            // Continuing from the previous round has the same result as replaying all calls.
            let isFollowed = execution.leads(to: turn.calls)
            #expect(isFollowed)
            execution.resume(with: turn.calls)
            let replayed = planner.execution(of: understanding, made: turn.calls)
            #expect(execution.pending == replayed.pending)
            #expect(execution.proposal == replayed.proposal)
        }
        if let proposal = execution.proposal {
            turn.answer = try PhraseReading.phrases.get().question(of: proposal, in: understanding.language)
        }
        return (execution, understanding, turn)
    }

    private func answer(_ turns: [Turn], _ outputs: [String]) throws -> String {
        let (execution, understanding, _) = try execution(turns, outputs)
        guard execution.pending.isEmpty else {
            return execution.pending.map { "\($0.tool) \($0.json)" }.joined(separator: " ; ")
        }
        let writer = AnswerWriter(phrases: try PhraseReading.phrases.get()) { _ in true }
        return understanding.calls.isEmpty
            ? writer.answerWithoutCalls(to: understanding) : writer.answer(to: understanding, execution, today: nil)
    }

    @Test(
        "A proposal shows all that would be done",
        arguments: [
            (
                "We got three new label printers, put them in Warehouse 2", [],
                "Add “label printers”: quantity 3, place “Warehouse 2”? Say yes or no."
            ),
            (
                "we used 3 boxes of green tea", [list, details],
                "Change “Green tea” (ID 5): quantity 8 boxes → 5? Say yes or no."
            ),
            ("delete green", [list], "Delete “Green tea” (ID 5)? Say yes or no."),
            ("drop item 5 from the inventory", [details], "Delete “Green tea” (ID 5)? Say yes or no."),
            ("緑茶が届いたので新品の緑茶を3箱追加して", [nothing], "『新品の緑茶』を数量 3、単位 『箱』で追加しますか？はい・いいえでどうぞ。"),
            ("ID 5を3箱使いました", [details], "『Green tea』（ID 5）の数量を8 boxes → 5に変更しますか？はい・いいえでどうぞ。"),
            ("ID 5はもういらないので削除して", [details], "『Green tea』（ID 5）を削除しますか？はい・いいえでどうぞ。"),
        ]
    )
    func questions(message: String, outputs: [String], expected: String) throws {
        #expect(try answer([Turn(prompt: message)], outputs) == expected)
    }

    @Test(
        "A plain yes makes exactly what was proposed, a plain no nothing, and anything else is a message of its own",
        arguments: [
            ("yes", #"updateInventory {"id":5,"quantity":5,"version":"2026-11-18T00:12:00.000Z"}"#),
            ("Yes, please.", #"updateInventory {"id":5,"quantity":5,"version":"2026-11-18T00:12:00.000Z"}"#),
            ("はい", #"updateInventory {"id":5,"quantity":5,"version":"2026-11-18T00:12:00.000Z"}"#),
            ("no", "Nothing was changed."), ("いいえ", "Nothing was changed."),
            ("set the quantity of item 5 to 4", #"updateInventory {"id":5,"quantity":4}"#),
        ]
    )
    func decisions(message: String, expected: String) throws {
        let asked = Turn(prompt: "we used 3 boxes of green tea")
        let (_, _, turn) = try execution([asked], [Self.list, Self.details])
        let found = try answer([turn, Turn(prompt: message)], [])
        #expect(Self.sorted(found) == Self.sorted(expected))
    }

    private static func sorted(_ call: String) -> String { String(call.sorted()) }

    @Test(
        "A doubtful yes, a second yes, and a yes without a question change nothing",
        arguments: ["yes?", "はい？", "yes or no"]
    )
    func doubts(message: String) throws {
        let asked = Turn(prompt: "we used 3 boxes of green tea")
        let (_, _, turn) = try execution([asked], [Self.list, Self.details])
        #expect(try execution([turn, Turn(prompt: message)], []).understanding.calls.isEmpty)
        let (_, _, agreed) = try execution([turn, Turn(prompt: "yes")], ["Changed."])
        #expect(agreed.calls.count == 1)
        #expect(try execution([turn, agreed, Turn(prompt: "yes")], []).understanding.calls.isEmpty)
        #expect(try execution([Turn(prompt: "yes")], []).understanding.calls.isEmpty)
    }

    @Test("A yes counts only for a question that was shown", arguments: ["", "Shall I list them?", "Say yes or no."])
    func otherAnswers(answer: String) throws {
        let asked = Turn(prompt: "we used 3 boxes of green tea")
        var (_, _, turn) = try execution([asked], [Self.list, Self.details])
        #expect(turn.answer.hasSuffix("Say yes or no."))
        turn.answer = answer
        #expect(try execution([turn, Turn(prompt: "yes")], []).understanding.calls.isEmpty)
    }

    @Test("Another message between the question and the yes ends the proposal")
    func inBetween() throws {
        let asked = Turn(prompt: "we used 3 boxes of green tea")
        let (_, _, turn) = try execution([asked], [Self.list, Self.details])
        let other = Turn(prompt: "thanks", answer: "You are welcome.")
        #expect(try execution([turn, other, Turn(prompt: "yes")], []).understanding.calls.isEmpty)
    }

    @Test("One change that must be proposed makes all of a message proposed")
    func together() throws {
        let turns = [Turn(prompt: "delete item 9 and the gren tea")]
        let found = try answer(turns, ["ID: 9 - Pen (updated: 2026-11-18)", Self.nothing, Self.list])
        // The certain deletion is not made at once either.
        #expect(found == "No inventory items were found.\nDelete “Pen” (ID 9)? Say yes or no.")
    }
}
