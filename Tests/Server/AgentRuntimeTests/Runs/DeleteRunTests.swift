import AgentWire
import Foundation
import OwnerLiterals
import ScriptedModels
import Storage
import StorageSQLite
import Testing

@testable import AgentRuntime

@Suite(.timeLimit(.minutes(1))) struct DeleteRunTests {
    // Older runs would be deleted anyway.
    private let time = Date()

    private func kind(_ body: () async throws -> Void) async -> Problem.Kind? {
        await #expect(throws: Problem.self) { try await body() }?.kind
    }

    @Test func onlyItsClientDeletesARunAndOnlyAfterItsEnd() async throws {
        let model = ScriptedModel([.calls([.init("act", "{}")]), .text(["done"])])
        try await LimitedRuntime.with(model) { trial in
            let reader = try await trial.start("go")
            let run = reader.run
            #expect(try await reader.outcome().actions.count == 1)
            #expect(await kind { try await trial.runtime.deleteRun(run, owner: "alice") } == .conflict)
            #expect(await kind { try await trial.runtime.deleteRun(run, owner: "bob") } == .notFound)
            try await trial.runtime.cancel(run, owner: "alice")
            await trial.runtime.runs.drained()
            #expect(await kind { try await trial.runtime.deleteRun(run, owner: "bob") } == .notFound)
            let conversation = try await trial.conversation(of: run)
            try await trial.runtime.deleteRun(run, owner: "alice")
            #expect(await kind { try await trial.runtime.deleteRun(run, owner: "alice") } == .notFound)
            // The conversation of a native run stays.
            #expect(try await trial.store.conversation(conversation) != nil)
        }
    }

    /// Requests of a conversation's runs, and whether it is deleted with the last of them.
    @Test(
        arguments: [
            ([#"{"dialect":"responses"}"#], true),
            // The last run has not opened the conversation.
            ([#"{"dialect":"responses","echo":{}}"#, #"{"dialect":"responses"}"#], false),
            ([#"{"dialect":"responses","echo":{"conversation":{"id":"c"}}}"#], false),
            ([#"{"dialect":"chat_completions"}"#], false), ([#"{"message":"responses"}"#], false),
            ([#"{"dialect":"responses"}"#, #"{"message":"native"}"#], false), (["damaged"], false),
        ] as [([String], Bool)]
    )
    func aConversationThatOnlyResponsesNameGoesWithTheLastOfThem(
        requests: [String],
        isDeleted: Bool
    ) async throws {
        let store = try SQLiteStore(path: nil)
        for (number, request) in requests.enumerated() {
            let record = RunRecord(
                id: "r\(number)",
                owner: "alice",
                conversation: "c",
                model: "m",
                status: .completed,
                request: request,
                createdAt: time + Double(number),
                updatedAt: time + Double(number)
            )
            let turn = TurnCommit(
                conversation: ConversationRecord(id: "c", owner: "alice", createdAt: time, updatedAt: time),
                entries: [TranscriptEntryRecord(id: "e", position: -1, kind: "prompt", json: "{}")],
                expectedCount: number
            )
            _ = try await store.write([RunWrite(record: record, turn: turn)])
        }
        try await LimitedRuntime.with(ScriptedModel([]), store: store) { trial in
            for number in requests.indices {
                #expect(try await store.conversation("c") != nil)
                try await trial.runtime.deleteRun("r\(number)", owner: "alice")
                #expect(try await store.run("r\(number)") == nil)
            }
            #expect(try await (store.conversation("c") == nil) == isDeleted)
            try await trial.expectNothingHeld(of: .alice)
        }
    }

    @Test func aForkContinuesOnItsOwn() async throws {
        let model = ScriptedModel([.text(["one"]), .text(["two"]), .text(["three"])])
        try await LimitedRuntime.with(model) { trial in
            let first = try await trial.start("a").run
            #expect(try await trial.ending(first) == "completed")
            let conversation = try await trial.conversation(of: first)
            let second = try await trial.start("b", conversation: conversation).run
            #expect(try await trial.ending(second) == "completed")
            await trial.runtime.runs.drained()
            let count = try #require(try await trial.store.run(first)?.entryCount)
            #expect(count > 0)
            #expect(try await trial.store.run(second)?.entryCount == trial.store.entries(of: conversation).count)

            let fork = try await trial.runtime.forkConversation(conversation, entryCount: count, owner: "alice")
            let third = try await trial.start("c", conversation: fork).run
            #expect(try await trial.ending(third) == "completed")
            await trial.runtime.runs.drained()
            let entries = try await trial.store.entries(of: conversation)
            let copied = try await trial.store.entries(of: fork)
            #expect(copied.prefix(count) == entries.prefix(count))
            #expect(copied.count > count && copied.dropFirst(count).first != entries.dropFirst(count).first)

            func forkProblem(_ count: Int, _ owner: Owner) async -> Problem.Kind? {
                await kind {
                    _ = try await trial.runtime.forkConversation(conversation, entryCount: count, owner: owner)
                }
            }
            #expect(await forkProblem(entries.count + 1, "alice") == .conflict)
            #expect(await forkProblem(1, "bob") == .notFound)
        }
    }
}
