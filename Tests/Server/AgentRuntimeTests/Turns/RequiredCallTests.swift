import AgentTools
import AgentWire
import Foundation
import LanguageModels
import ScriptedModels
import Storage
import StreamingJSON
import Synchronization
import Testing

@testable import AgentRuntime

/// A call that a request requires, beside the server's tools.
@Suite(.timeLimit(.minutes(1))) struct RequiredCallTests {
    private static let own = ClientTool(
        name: "final_result",
        description: "The result",
        parameters: ["type": "object", "properties": [:]]
    )

    private static func request(
        _ choice: ToolChoice,
        _ dialect: TurnRequest.Dialect,
        hasOwn: Bool = true
    ) -> TurnRequest {
        var request = TurnRequest(dialect: dialect, input: [.text("Go")], conversation: .none)
        request.toolChoice = choice
        if hasOwn { request.clientTools = [own] }
        request.onDisconnect = .finish
        return request
    }

    /// The tools of a request to the model, without the one that belongs to every registry.
    private static func offered(_ request: LanguageModelExecutorGenerationRequest) -> [String] {
        request.enabledToolDefinitions.map(\.name).filter { $0 != ReadOn.toolName }
    }

    /// A choice, whether the client has a tool of its own, and the tools that the model then sees.
    @Test(
        arguments: [
            (.auto, true, ["work", "final_result"]), (.required, true, ["final_result"]),
            (.named("final_result"), true, ["final_result"]), (.named("work"), true, ["work", "final_result"]),
            (.allowed(["final_result"], isRequired: true), true, ["final_result"]),
            (.allowed(["final_result"], isRequired: false), true, ["work", "final_result"]),
            (.allowed(["work"], isRequired: true), true, ["work", "final_result"]), (.required, false, ["work"]),
            (.none, true, []),
        ] as [(ToolChoice, Bool, [String])],
        [TurnRequest.Dialect.chatCompletions, .responses, .messages]
    )
    func aRequiredCallIsOneOfTheClients(
        row: (choice: ToolChoice, hasOwn: Bool, offered: [String]),
        dialect: TurnRequest.Dialect
    ) async throws {
        let model = ScriptedModel(.text(["Done"]))
        let tools = ToolRegistry([ScriptedTool()])
        try await LimitedRuntime.with(model, tools: tools) { running in
            let request = Self.request(row.choice, dialect, hasOwn: row.hasOwn)
            let reader = try await running.runtime.start(.turn(request), client: .alice)
            #expect(try await running.ending(reader.run) == "completed")
        }
        #expect(model.requests.first.map(Self.offered) == row.offered)
    }

    /// Reads a run until it waits or ends.
    private static func read(_ reader: RunReader) async throws -> [RunEvent] {
        var events: [RunEvent] = []
        while case .events(let lines, _) = try await reader.next() {
            events += RunEventLine.events(in: lines)
            if events.last == .waiting { break }
        }
        return events
    }

    /// The choice of the request with the outputs, and the tools that the model then sees; a call is required again for the same choice.
    @Test(
        arguments: [
            (.required, ["final_result"], true), (.auto, ["work", "final_result"], false),
        ] as [(ToolChoice, [String], Bool)]
    )
    func theRequestWithTheOutputsChoosesAgain(choice: ToolChoice, offered: [String], isRequired: Bool) async throws {
        let model = ScriptedModel(.calls([.init("final_result", "{}", id: "c")]), .text(["Done"]))
        try await LimitedRuntime.with(model, tools: ToolRegistry([ScriptedTool()])) { running in
            let reader = try await running.runtime.start(
                .turn(Self.request(.required, .chatCompletions)),
                client: .alice
            )
            #expect(try await Self.read(reader).last == .waiting)
            let items = running.runtime.runs.liveRun(reader.run)?.state.withLock { $0.outcome.clientItems }
            let item = try #require(items?.keys.first)
            let output = ItemOutput(item: item, text: "again", pointer: "#/messages/2")
            let followUp = try await running.runtime.resumeRun(
                reader.run,
                with: [output],
                choosing: choice,
                client: .alice
            )
            #expect(followUp?.request?.toolChoice == .required)
            let ending = try await Self.read(reader).last
            #expect(ending.map { if case .completed = $0 { true } else { false } } == true)
        }
        let resumed = try #require(model.requests.last)
        #expect(model.requests.count == 2)
        #expect(Self.offered(resumed) == offered)
        #expect(resumed.generationOptions.toolChoice.isRequired == isRequired)
        // The beginning of the conversation is the same as before the call.
        #expect(
            Array(resumed.transcript.dropFirst().prefix(1)) == Array(model.requests[0].transcript.dropFirst().prefix(1))
        )
    }

    @Test(arguments: [false, true]) func theStoredStateKeepsTheChoice(keeps: Bool) {
        var actions = RunActions()
        let call = RequiredAction(
            kind: .clientTool,
            call: "c",
            name: "act",
            arguments: [:],
            deadline: .distantFuture,
            text: ""
        )
        var turn = RunActions.SuspendedTurn(
            entries: [],
            historyCount: 0,
            usage: WireUsage(inputTokens: 0, outputTokens: 0),
            eventCount: 0
        )
        turn.keepsToolChoice = keeps
        actions.wait(for: [.init(action: call, modelCall: "c")], turn)
        #expect(RunActions(text: actions.text)?.suspended?.keepsToolChoice == keeps)
    }
}
