import Accounts
import AgentTools
import AgentWire
import Foundation
import StreamingJSON
import Testing

@testable import AgentRuntime

@Suite struct RunActionsTests {
    private let time = Date(timeIntervalSince1970: 1_795_000_000)

    private func open(_ call: String, _ kind: RequiredAction.Kind = .clientTool) -> RunActions.Open {
        let deadline = time + 60
        return RunActions.Open(
            action: RequiredAction(kind: kind, call: call, name: "t", arguments: [:], deadline: deadline, text: "?"),
            modelCall: call
        )
    }

    private let turn = RunActions.SuspendedTurn(
        entries: [["kind": "x"]],
        historyCount: 3,
        usage: WireUsage(inputTokens: 1, outputTokens: 2),
        eventCount: 4
    )

    private func waiting() -> RunActions {
        var actions = RunActions()
        actions.wait(for: [open("a"), open("b", .approval)], turn)
        return actions
    }

    @Test func actionsParseTheirStoredForm() throws {
        var actions = waiting()
        #expect(RunActions(text: actions.text) == actions)
        _ = try actions.accept(RunAnswers(outputs: [("a", .output(.null))]).answers, at: time)
        #expect(RunActions(text: actions.text) == actions)
        #expect((actions.expire(at: time + 60)) == true)
        actions.close()
        #expect(RunActions(text: actions.text) == actions)
        #expect(RunActions(text: actions.afterEnd.text) == actions.afterEnd)
        #expect(RunActions(text: nil) == RunActions())
        #expect(RunActions().text == nil)
        #expect(RunActions(text: "[]") == nil)
    }

    /// A process that resumes a user's run knows the scopes of its token and the issuer's name for the user; unknown words permit nothing.
    @Test func theSenderIsPartOfTheStoredForm() throws {
        var turn = turn
        turn.sender = RunSender(scopes: [.chat, .tool("work")], subject: "anna@shop")
        var actions = RunActions()
        actions.wait(for: [open("a")], turn)
        let text = try #require(actions.text)
        #expect(RunActions(text: text) == actions)
        let newer = text.replacing("tools:work", with: "later")
        #expect(RunActions(text: newer)?.suspended?.sender == RunSender(scopes: [.chat], subject: "anna@shop"))
        #expect(actions.afterEnd.text?.contains("anna") != true)
        #expect(waiting().text?.contains("sender") == false)
    }

    /// Only calls that the server would make are refused, also those that a person has approved.
    @Test(arguments: [nil, CallAnswer.approval, .rejection(reason: nil)])
    func aCallThatMayNotBeMadeIsRefused(given: CallAnswer?) throws {
        var actions = waiting()
        if let given { _ = try actions.accept(RunAnswers(decisions: [("b", given)]).answers, at: time) }
        let isOpen = given.map { $0 == .approval } ?? true
        #expect(actions.refuse { $0.action.call == "c" ? "no" : nil } == false)
        #expect(actions.refuse { _ in "no" } == isOpen)
        #expect(actions.open.map(\.answer) == [nil, isOpen ? .answered(.failure("no")) : given.map { .answered($0) }])
        actions.close()
        #expect(actions.refuse { _ in "no" } == false)
    }

    /// A call that was emitted keeps its id and is not emitted as an item again, even after a restart; the others get unused ids.
    @Test func anEmittedCallKeepsItsID() throws {
        var actions = waiting()
        _ = try actions.accept(RunAnswers(outputs: [("a", .output("x"))]).answers, at: time)
        _ = try actions.accept(RunAnswers(decisions: [("b", .approval)]).answers, at: time)
        actions.close()
        #expect(actions.usedIDs == ["a", "b"])
        var emitted = open("a")
        (emitted.action.call, emitted.item, emitted.isEmitted) = ("a#2", 3, true)
        var whole = open("a#2")
        whole.item = 4
        actions.wait(for: [whole, emitted, open("b", .approval)], turn)
        #expect(actions.open.map(\.action.call) == ["a#2#2", "a#2", "b#2"])
        let call = RunItem.ToolCall(id: "a#2#2", name: "t", site: .client, arguments: [:])
        let events: [RunEvent] =
            [.itemAdded(RunItem(number: 4, .toolCall(call)))] + actions.open.map { .actionRequired($0.action) } + [
                .waiting
            ]
        #expect(actions.events == events)
        #expect(RunActions(text: actions.text) == actions)
        #expect(RunActions(text: actions.text)?.events == events)
    }

    @Test func outputsBelongToTheCurrentOrAnEarlierWait() throws {
        var actions = waiting()
        #expect(actions.waits(forExactly: ["a"], at: time))
        #expect(!actions.waits(forExactly: ["a", "b"], at: time))
        #expect(!actions.waits(forExactly: ["c"], at: time))
        #expect(!actions.waits(forExactly: ["a"], at: time + 60))
        _ = try actions.accept(RunAnswers(outputs: [("a", .output("x"))]).answers, at: time)
        actions.close()
        #expect(actions.waits(forExactly: ["a"], at: time + 90))
        actions.wait(for: [open("d"), open("e")], turn)
        #expect(actions.waits(forExactly: ["a"], at: time))
        #expect(!actions.waits(forExactly: ["d"], at: time))
        #expect(actions.waits(forExactly: ["d", "e"], at: time))
        _ = actions.expire(at: time + 60)
        #expect(!actions.waits(forExactly: ["d", "e"], at: time + 60))
        #expect(RunActions(text: actions.afterEnd.text)?.waits(forExactly: ["a"], at: time) == true)
    }

    @Test func allAnswersOrNoneAreAccepted() {
        var actions = waiting()
        let mixed = RunAnswers(outputs: [("a", .output("x"))], decisions: [("c", .approval)])
        let problem = #expect(throws: Problem.self) { try actions.accept(mixed.answers, at: time) }
        #expect(problem?.faults.map(\.pointer) == ["#/decisions/0/call"])
        #expect(actions == waiting())
    }

    @Test func anAnswerCountsUpToTheDeadline() throws {
        var actions = waiting()
        let answers = RunAnswers(outputs: [("a", .failure("no"))]).answers
        let problem = #expect(throws: Problem.self) { try actions.accept(answers, at: time + 60) }
        #expect(problem?.kind == .conflict)
        #expect((try actions.accept(answers, at: time + 59)) == true)
        // An answer that arrived in time is not late when it is repeated.
        #expect((try actions.accept(answers, at: time + 99)) == false)
        #expect(!actions.isComplete)
        #expect((actions.expire(at: time + 60)) == true)
        #expect((actions.expire(at: time + 60)) == false)
        #expect(actions.isComplete)
        #expect(actions.open.map(\.answer) == [.answered(.failure("no")), .expired])
    }

    @Test func theClientsWordsOfAWordedAnswerAreNotStored() throws {
        var actions = waiting()
        let wording = { (answer: CallAnswer, tool: String, arguments: JSONValue) -> CallAnswer? in
            guard tool == "t", arguments == [:], case .output(let output) = answer else { return nil }
            return .output(.string("a list of \(output.arrayValue?.count ?? 0)"))
        }
        func accept(_ output: JSONValue) throws -> Bool {
            let answers = RunAnswers(outputs: [("a", .output(output))]).answers
            return try actions.accept(answers, at: time, wording: wording)
        }
        #expect(try accept(["secret", "other"]))
        #expect(actions.open[0].answer?.callAnswer(for: Caller()) == .output("a list of 2"))
        for isOver in [false, true] {
            if isOver { actions = actions.afterEnd }
            #expect(try #require(actions.text).contains("secret") == false)
            #expect(RunActions(text: actions.text) == actions)
            #expect(try accept(["secret", "other"]) == false)
            let problem = #expect(throws: Problem.self) { try accept(["secret"]) }
            #expect(problem?.kind == .conflict)
        }
    }

    @Test func anAnswerDoesNotCountForALaterCallWithTheSameID() throws {
        var actions = waiting()
        let answers = RunAnswers(outputs: [("a", .output("x"))], decisions: [("b", .approval)]).answers
        _ = try actions.accept(answers, at: time)
        actions.close()
        actions.wait(for: [open("b", .approval)], turn)
        #expect(actions.open.map(\.action.call) == ["b#2"])
        #expect(actions.open.map(\.modelCall) == ["b"])
        #expect((try actions.accept(answers, at: time)) == false)
        #expect(!actions.isComplete)
    }
}
