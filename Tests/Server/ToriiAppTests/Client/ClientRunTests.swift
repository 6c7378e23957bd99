import Foundation
import StandIns
import StreamingJSON
import Testing
import ToriiClient

@testable import AgentServer
@testable import ToriiApp

/// ToriiClient against a whole server.
@Suite(.timeLimit(.minutes(2))) struct ClientRunTests {
    /// A model that calls one tool of each kind at once, and then reports their outputs.
    private static let mixed: OpenAIStandIn.Script = { request in
        guard request.lastUserText == "go", request.toolOutputs.isEmpty else {
            return .text(request.toolOutputs.map(\.text).joined(separator: "|") + " end")
        }
        return .toolCalls([
            ScriptedToolCall("getInventory", arguments: #"{"id":1}"#, id: "server"),
            ScriptedToolCall("findPeople", arguments: #"{"month":11}"#, id: "client"),
            ScriptedToolCall("findPeople", arguments: #"{"month":12}"#, id: "client2"),
            ScriptedToolCall("deleteInventory", arguments: #"{"id":1}"#, id: "approval"),
        ])
    }

    private struct Month: Decodable { var month: Int }

    private static let people = AppTool(
        "findPeople",
        "Looks up people",
        parameters: ["type": "object", "properties": ["month": ["type": "integer"]], "required": ["month"]],
        output: ["type": "array", "items": ["type": "string"]]
    ) { (arguments: Month) in ["Naomi \(arguments.month)"] }

    @Test func aTurnIsReadAndContinued() async throws {
        try await ClientServer.with({ .text("You said \($0.lastUserText)") }) { client in
            var texts: [String] = []
            var types: [String] = []
            for try await event in client.torii.chat("hello there") {
                types.append(event.type)
                if case .messageDelta(let text) = event { texts.append(text) }
            }
            #expect(texts.joined() == "You said hello there")
            #expect(types.first == "run.started")
            #expect(types.suffix(2) == ["message.completed", "run.completed"])
            let page = try await client.torii.conversations()
            let conversation = try #require(page.conversations.first)
            let reply = try await client.torii.chat("again", conversation: conversation.id).reply()
            #expect(reply.text == "You said again")
            #expect(reply.conversation == conversation.id)
            #expect(reply.usage.outputTokens > 0)
            let messages = try await client.torii.messages(of: conversation.id)
            #expect(
                messages.messages.map(\.text) == ["hello there", "You said hello there", "again", "You said again"]
            )
        }
    }

    @Test func toolsOfBothSidesAndAnApprovalAreAnswered() async throws {
        try await ClientServer.with(Self.mixed) { client in
            let made = try await client.torii.callTool(
                ToolCallRequest(tool: "createInventory", arguments: ["title": "lamp"])
            )
            #expect(made.summary.contains("ID: 1 - lamp"))
            let asked = Recorder<RequiredAction>()
            let options = RunOptions(
                tools: [Self.people],
                approve: { action in
                    asked.append(action)
                    return .approve
                }
            )
            let reply = try await client.torii.chat("go", options: options).reply()
            #expect(reply.text.contains(#"["Naomi 11"]|["Naomi 12"]"#))
            #expect(
                reply.toolCalls.map(\.name).sorted() == ["deleteInventory", "findPeople", "findPeople", "getInventory"]
            )
            #expect(asked.elements.map(\.name) == ["deleteInventory"])
            #expect(asked.elements.first?.text.contains(#"Delete ID 1 ("lamp""#) == true)
            let left = try await client.torii.callTool(ToolCallRequest(tool: "getInventory", arguments: ["id": 1]))
            #expect(left.status == .failed)
        }
    }

    @Test func aRejectionAndAFailedToolAreExplainedToTheModel() async throws {
        struct Locked: Error, CustomStringConvertible { var description: String { "The address book is locked." } }
        try await ClientServer.with(Self.mixed) { client in
            _ = try await client.torii.callTool(ToolCallRequest(tool: "createInventory", arguments: ["title": "lamp"]))
            var tool = Self.people
            tool.perform = { _ in throw Locked() }
            let options = RunOptions(tools: [tool], approve: { _ in .reject(reason: "I need it") })
            let reply = try await client.torii.chat("go", options: options).reply()
            #expect(reply.text.contains("The address book is locked."))
            #expect(reply.text.contains("I need it"))
            let left = try await client.torii.callTool(ToolCallRequest(tool: "getInventory", arguments: ["id": 1]))
            #expect(left.status == .completed)
        }
    }

    @Test func anOutputOfTheWrongShapeIsExplainedToTheModel() async throws {
        try await ClientServer.with(Self.mixed) { client in
            var tool = Self.people
            tool.perform = { _ in ["no": "list"] }
            let options = RunOptions(tools: [tool], approve: { _ in .approve })
            let reply = try await client.torii.chat("go", options: options).reply()
            #expect(reply.text.contains("The app's output was refused"))
        }
    }

    @Test func aCanceledTaskCancelsTheRun() async throws {
        let gate = StandInGate()
        defer { gate.open() }
        let script: OpenAIStandIn.Script = { _ in ScriptedReply([.token("One"), .wait(.gate(gate)), .token(" more")]) }
        try await ClientServer.with(script) { client in
            let (arrivals, arrived) = AsyncStream<String>.makeStream()
            let reading = Task {
                for try await event in client.torii.chat("hello") {
                    if case .started(let run, _, _) = event { arrived.yield(run) }
                }
            }
            var run = ""
            for await started in arrivals {
                run = started
                break
            }
            reading.cancel()
            await #expect(throws: CancellationError.self) { try await reading.value }
            #expect(await client.end(of: run)?.cancelReason == .requested)
            let description = try await client.torii.run(run)
            #expect(description.status == "cancelled")
            guard case .cancelled(.requested, _)? = description.ending else {
                Issue.record("\(String(describing: description.ending))")
                return
            }
        }
    }

    @Test func aTaskThatIsCanceledBeforeTheFirstEventCancelsTheRun() async throws {
        let gate = StandInGate()
        defer { gate.open() }
        try await ClientServer.with({ _ in ScriptedReply([.wait(.gate(gate)), .token("late")]) }) { client in
            let reading = Task { try await client.torii.chat("hello").reply() }
            _ = await client.standIn.server.requests(atLeast: 1)
            let run = try #require(try await client.torii.runs().runs.first?.id)
            reading.cancel()
            await #expect(throws: CancellationError.self) { try await reading.value }
            #expect(await client.end(of: run)?.cancelReason == .requested)
            let description = try await client.torii.run(run)
            #expect(description.status == "cancelled")
        }
    }

    @Test func errorsAreTyped() async throws {
        try await ClientServer.with({ _ in .failure(OpenAIStandIn.failure(500)) }) { client in
            var types: [String] = []
            let failed = await #expect(throws: ToriiError.self) {
                for try await event in client.torii.chat("hello") { types.append(event.type) }
            }
            // The run that failed before its first output is read like any other.
            #expect(types == ["run.started", "run.failed"])
            #expect(failed?.problem?.kind == .upstreamFailed)
            let unknown = await #expect(throws: ToriiError.self) {
                try await client.torii.chat("hello", conversation: "conv_none").reply()
            }
            #expect(unknown?.problem?.kind == .notFound)
            let stranger = ToriiService(url: client.server.baseURL, token: "wrong")
            let refused = await #expect(throws: ToriiError.self) { try await stranger.models() }
            #expect(refused?.code == .unauthorized)
            let question = await #expect(throws: ToriiError.self) {
                _ = try await client.torii.callTool(
                    ToolCallRequest(tool: "createInventory", arguments: ["title": "lamp"])
                )
                return try await client.torii.callTool(ToolCallRequest(tool: "deleteInventory", arguments: ["id": 1]))
            }
            #expect(question?.problem?.kind == .confirmationNeeded)
            #expect(question?.problem?.extensions["question"]?.stringValue?.contains("lamp") == true)
            let faults = await #expect(throws: ToriiError.self) {
                try await client.torii.callTool(ToolCallRequest(tool: "createInventory", arguments: ["titel": "x"]))
            }
            #expect(faults?.problem?.faults.contains { $0.pointer == "#/titel" } == true)
        }
    }

    @Test func conversationsAreListedSearchedRenamedExportedAndDeleted() async throws {
        try await ClientServer.with({ .text("About \($0.lastUserText)") }) { client in
            for message in ["green tea", "お茶", "coffee"] { _ = try await client.torii.chat(message).reply() }
            let first = try await client.torii.conversations(limit: 2)
            #expect(first.conversations.map(\.title) == ["coffee", "お茶"])
            let second = try await client.torii.conversations(cursor: first.next)
            #expect(second.conversations.map(\.title) == ["green tea"])
            let found = try await client.torii.conversations(matching: "お茶")
            #expect(found.conversations.map(\.title) == ["お茶"])
            let id = try #require(found.conversations.first?.id)
            let renamed = try await client.torii.renameConversation(id, to: "Tea")
            #expect(renamed.title == "Tea")
            let export = try await client.torii.exportConversation(id)
            #expect(export.messages.map(\.text) == ["お茶", "About お茶"])
            try await client.torii.deleteConversation(id)
            await #expect(throws: ToriiError.self) { try await client.torii.exportConversation(id) }
            let numbers = try await client.torii.deleteAllConversations()
            #expect(numbers == (2, 2))
        }
    }

    @Test func theServerIsDescribed() async throws {
        try await ClientServer.with({ _ in .text("") }) { client in
            #expect(try await client.torii.models().contains { $0.id == "openai:m" })
            #expect(try await client.torii.tools().contains { $0.name == "getInventoryList" })
            let session = try await client.torii.session()
            #expect(session.scopes.contains("chat"))
        }
    }
}
