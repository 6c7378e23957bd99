import AgentTools
import BuiltInTools
import AgentWire
import Foundation
import LanguageModels
import ScriptedModels
import Storage
import StorageSQLite
import StreamingJSON
import Synchronization
import Testing

@testable import AgentRuntime

/// Calls of a client's tools in runs of a dialect that streams their arguments.
@Suite(.timeLimit(.minutes(1))) struct StreamedCallRunTests {
    typealias Call = ScriptedModel.Call

    private struct BrokenOff: Error {}

    private static let find = ClientTool(
        name: "find",
        description: "Finds",
        parameters: ["type": "object", "properties": ["month": ["type": "integer"]]]
    )
    private static let map = ClientTool(name: "map", description: "Maps", parameters: ["type": "object"])

    /// A turn that offers both tools, whose run outlives its readers.
    private static func request(_ dialect: TurnRequest.Dialect = .chatCompletions) -> TurnRequest {
        var request = TurnRequest(
            dialect: dialect,
            input: [.text("hi")],
            conversation: dialect == .native ? .new : .none
        )
        request.clientTools = [find, map]
        request.onDisconnect = .finish
        return request
    }

    /// Reads a run until it has waited this number of times, or to its end.
    private static func read(_ reader: RunReader, waits: Int = 1) async throws -> [RunEvent] {
        var events: [RunEvent] = []
        var count = 0
        while count < waits, case .events(let lines, _) = try await reader.next() {
            let new = RunEventLine.events(in: lines)
            count += new.count { $0 == .waiting }
            events += new
        }
        return events
    }

    private static func item(_ number: Int, _ id: String, _ name: String = "find") -> RunEvent {
        .itemAdded(RunItem(number: number, .toolCall(.init(id: id, name: name, site: .client, arguments: nil))))
    }

    /// The actions of events.
    private static func actions(_ events: [RunEvent]) -> [RequiredAction] {
        events.compactMap { if case .actionRequired(let action) = $0 { action } else { nil } }
    }

    /// The stream of a run in the client's format.
    private static func stream(_ events: [RunEvent], after waits: Int = 0) -> String {
        var lines: [UInt8] = []
        for event in events { RunEventLine.append(event, to: &lines) }
        var encoder = ChatCompletionEncoder(after: waits)
        var bytes: [UInt8] = []
        encoder.encode(lines, into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The calls of a whole answer: id, name and arguments.
    private static func calls(_ events: [RunEvent]) throws -> [[String]] {
        var outcome = RunOutcome()
        for event in events { outcome.apply(event) }
        let reply = try ChatCompletionReply(outcome, ChatCompletionOptions()).jsonValue
        return (reply["choices"]?[0]?["message"]?["tool_calls"]?.arrayValue ?? []).map { call in
            [call["id"], call["function"]?["name"], call["function"]?["arguments"]].map { $0?.stringValue ?? "" }
        }
    }

    /// A model that emits one piece, and the others once a gate is open.
    private struct Halting: LanguageModel {
        let gate: GatedModel
        let calls: [[(id: String, name: String, piece: String)]]
        var capabilities: LanguageModelCapabilities { gate.capabilities }
        var executorConfiguration: Int { 0 }

        struct Executor: LanguageModelExecutor {
            init(configuration: Int) {}

            func respond(
                to request: LanguageModelExecutorGenerationRequest,
                model: Halting,
                streamingInto channel: LanguageModelExecutorGenerationChannel
            ) async throws {
                for (index, pieces) in model.calls.enumerated() {
                    if index > 0 { try await model.gate.pass() }
                    for call in pieces {
                        await channel.send(
                            .toolCalls(
                                action: .toolCall(id: call.id, name: call.name, action: .appendArguments(call.piece))
                            )
                        )
                    }
                }
            }
        }
    }

    /// A reader receives the start of a call while the model writes it; a later reader receives the same.
    @Test func aCallIsEmittedWhileItIsWritten() async throws {
        let gate = GatedModel()
        let model = Halting(
            gate: gate,
            calls: [
                [("a", "find", ""), ("a", "find", #"{"month""#)],
                [("b", "map", "{"), ("a", "find", " :11 }"), ("b", "map", "}")],
            ]
        )
        try await LimitedRuntime.with(model) { running in
            let reader = try await running.runtime.start(.turn(Self.request()), client: .alice)
            #expect(try await reader.problemBeforeContent() == nil)
            var events: [RunEvent] = []
            while events.last != .argumentsDelta(item: 0, text: #"{"month""#),
                case .events(let lines, _) = try await reader.next()
            {
                events += RunEventLine.events(in: lines)
            }
            #expect(events.dropFirst() == [Self.item(0, "a"), .argumentsDelta(item: 0, text: #"{"month""#)])
            let live = try #require(running.runtime.runs.liveRun(reader.run))
            let second = RunReader(live, store: running.store)
            gate.open()
            events += try await Self.read(reader)
            #expect(try await Self.read(second) == events)
            #expect(
                events[3..<9] == [
                    .argumentsDelta(item: 0, text: " :11 }"), Self.item(1, "b", "map"),
                    .argumentsDelta(item: 1, text: "{"), .argumentsDelta(item: 1, text: "}"), .itemDone(item: 0),
                    .itemDone(item: 1),
                ]
            )
            let actions = Self.actions(events)
            #expect(actions.map(\.call) == ["a", "b"])
            #expect(actions.map(\.arguments) == [["month": 11], [:]])
            // Emitted once: the run waits for the items that exist already.
            #expect(events.count == 13 && events.last == .waiting)
            #expect(
                try Self.calls(events) == [
                    [ClientCallID(run: reader.run, item: 0).description, "find", #"{"month" :11 }"#],
                    [ClientCallID(run: reader.run, item: 1).description, "map", "{}"],
                ]
            )
        }
    }

    /// The arguments that a model writes, the pieces that a client receives, and the native dialect's form of them.
    @Test(
        arguments: [
            (["{}"], ["{}"], [:]), ([], ["{}"], [:]),
            (["", #"{"month":"#, "1}"], [#"{"month":"#, "1}"], ["month": 1]),
            ([#"{"month":"May"}"#], [#"{"month":"May"}"#], ["month": "May"]),
            ([#"{"month""#], [#"{"month""#], #"{"month""#), (["[1]"], ["[1]"], [1]),
            ([#"{ "month" : 1.50 }"#], [#"{ "month" : 1.50 }"#], ["month": 1.5]),
        ] as [([String], [String], JSONValue)]
    )
    func theClientGetsTheArgumentsAsWritten(written: [String], emitted: [String], whole: JSONValue) async throws {
        let pieces = (written.isEmpty ? [""] : written).map { Call("find", $0, id: "a") }
        try await LimitedRuntime.with(ScriptedModel(.calls(pieces), .text(["done"]))) { running in
            let reader = try await running.runtime.start(.turn(Self.request()), client: .alice)
            let events = try await Self.read(reader)
            let texts = events.compactMap { if case .argumentsDelta(_, let text) = $0 { text } else { nil } }
            #expect(texts == emitted)
            #expect(Self.actions(events).map(\.arguments) == [whole])
            #expect(try Self.calls(events).map { $0[2] } == [emitted.joined()])
            let output = ItemOutput(item: 0, text: "x", pointer: "")
            _ = try #require(try await running.runtime.resumeRun(reader.run, with: [output], client: .alice))
            #expect(try await Self.read(reader, waits: 2).contains { if case .completed = $0 { true } else { false } })
        }
    }

    /// A native run has whole calls only, and the model corrects one whose arguments do not fit.
    @Test func aNativeRunHasWholeCalls() async throws {
        let model = ScriptedModel(
            .calls([Call("find", #"{"month":"May"}"#, id: "a")]),
            .calls([Call("find", #"{"month""#, id: "b"), Call("find", ":5}", id: "b")])
        )
        try await LimitedRuntime.with(model) { running in
            let reader = try await running.runtime.start(.turn(Self.request(.native)), client: .alice)
            let events = try await Self.read(reader)
            #expect(!events.contains { if case .argumentsDelta = $0 { true } else { false } })
            let items = events.compactMap { if case .itemAdded(let item) = $0 { item.content } else { nil } }
            #expect(
                items == [
                    .toolCall(.init(id: "a", name: "find", site: .server, arguments: ["month": "May"])),
                    .toolCall(.init(id: "b", name: "find", site: .client, arguments: ["month": 5])),
                ]
            )
            #expect(Self.actions(events).map(\.call) == ["b"])
        }
    }

    /// A round that breaks off, and one with more calls than a round may have: the call is emitted once, followed by an error.
    @Test(arguments: [false, true]) func aCallThatBreaksOffEndsWithAnError(isTooMany: Bool) async throws {
        let many = (0..<200).map { Call("find", "{}", id: "\($0)") }
        let round: ScriptedModel.Round =
            isTooMany ? .calls(many) : .failingCalls([Call("find", #"{"mon"#, id: "a")], BrokenOff())
        let model = ScriptedModel(round, .text(["never"]))
        try await LimitedRuntime.with(model) { running in
            let reader = try await running.runtime.start(.turn(Self.request()), client: .alice)
            let events = try await Self.read(reader)
            #expect(events.last.map { if case .failed = $0 { true } else { false } } == true)
            #expect(!events.contains { if case .itemDone = $0 { true } else { false } })
            #expect(Self.actions(events).isEmpty)
            let frames = Self.stream(events).components(separatedBy: "\n\n").filter { !$0.isEmpty }
            #expect(frames.count { $0.contains(#""id":"call_"#) } == (isTooMany ? 128 : 1))
            #expect(frames.last?.hasPrefix(#"data: {"error":"#) == true)
            #expect(model.requests.count == 1)
            #expect(try await running.ending(reader.run) == "failed")
        }
    }

    /// Calls of the server's tools, including unknown ones and those that wait for approval, are emitted whole as before.
    @Test func onlyCallsOfTheClientsToolsAreEmittedInPieces() async throws {
        let store = try SQLiteStore(path: nil)
        let inventory = EmbeddedInventory(store: store)
        let tools = ToolRegistry([GetInventory(inventory: inventory), DeleteInventory(inventory: inventory)])
        _ = try await inventory.create(InventoryItemDraft(title: "Tea"), at: Date())
        let calls = [
            Call("getInventory", #"{"id""#, id: "s"), Call("find", "{", id: "c"), Call("getInventory", ":1}", id: "s"),
            Call("deleteInventory", #"{"id":1}"#, id: "d"), Call("unknown", "{}", id: "u"), Call("find", "}", id: "c"),
        ]
        try await LimitedRuntime.with(ScriptedModel(.calls(calls)), store: store, tools: tools) { running in
            let reader = try await running.runtime.start(.turn(Self.request()), client: .alice)
            let events = try await Self.read(reader)
            #expect(
                events[1..<5] == [
                    Self.item(0, "c"), .argumentsDelta(item: 0, text: "{"), .argumentsDelta(item: 0, text: "}"),
                    .itemDone(item: 0),
                ]
            )
            let later = events.dropFirst(5).compactMap { if case .itemAdded(let item) = $0 { item } else { nil } }
            #expect(later.map(\.number) == [1, 2])
            for item in later {
                guard case .toolCall(let call) = item.content else { continue }
                #expect(call.site == .server && call.arguments != nil && ["s", "u"].contains(call.id))
            }
            #expect(Self.actions(events).map(\.call) == ["c", "d"])
            #expect(try Self.calls(events).map { $0[1] } == ["find"])
            #expect(events.count { if case .argumentsDelta = $0 { true } else { false } } == 2)
        }
    }

    /// An id that a model uses twice, with a restart after each wait: each call has one id and one item.
    @Test func aCallKeepsItsIDAfterARestart() async throws {
        let store = try SQLiteStore(path: nil)
        let model = ScriptedModel(
            .calls([Call("find", "{", id: "a"), Call("find", "}", id: "a")]),
            .calls([Call("find", #"{"month":2}"#, id: "a")]),
            .text(["done"])
        )
        let run = try await LimitedRuntime.with(model, store: store) { running in
            let reader = try await running.runtime.start(.turn(Self.request()), client: .alice)
            #expect(Self.actions(try await Self.read(reader)).map(\.call) == ["a"])
            return reader.run
        }
        for wait in 1...2 {
            try await LimitedRuntime.with(model, store: store) { running in
                let output = ItemOutput(item: wait - 1, text: "x", pointer: "")
                // A missing call has no output.
                let more = [output, ItemOutput(item: wait, text: "x", pointer: "")]
                #expect(try await running.runtime.resumeRun(run, with: more, client: .alice) == nil)
                let followUp = try #require(try await running.runtime.resumeRun(run, with: [output], client: .alice))
                #expect(followUp.waits == wait)
                let events = try await Self.read(followUp.reader, waits: wait + 1)
                #expect(Self.actions(events).map(\.call) == ["a", "a#2"])
                let added = events.filter { if case .itemAdded(let item) = $0 { item.number < 2 } else { false } }
                #expect(added == [Self.item(0, "a"), Self.item(1, "a#2")])
                let stream = Self.stream(events, after: wait)
                #expect(stream.contains(wait == 1 ? ClientCallID(run: run, item: 1).description : "done"))
                #expect(stream.hasSuffix("data: [DONE]\n\n"))
                // A later reader of the first answer receives the same stream.
                #expect(Self.stream(events).contains(ClientCallID(run: run, item: 0).description))
            }
        }
    }
}
