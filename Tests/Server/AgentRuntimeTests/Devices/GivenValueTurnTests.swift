import Accounts
import AgentTools
import AgentWire
import AssistantSchemas
import Foundation
import LanguageModels
import Logging
import Phrasebook
import ScriptedModels
import Storage
import StorageSQLite
import StreamingJSON
import Testing
import TestWaits

@testable import AgentRuntime

/// Conversations with the built-in model in which it asks for a value that the next message gives.
@Suite(.timeLimit(.minutes(2))) struct GivenValueTurnTests {
    /// An app with everything in three domains of the catalog.
    private static let registration: ToolboxRegistration = {
        let catalog = SchemaCatalog.current
        func isCovered(_ schema: some AssistantSchema) -> Bool {
            ["photos", "clock", "calendar"].contains(schema.domain)
        }
        func types(_ parameters: [SchemaParameter]) -> [String: String] {
            Dictionary(parameters.map { ($0.name, $0.notation) }) { first, _ in first }
        }
        func unions(_ parameters: [SchemaParameter]) -> [String: [ToolboxRegistration.UnionMember]] {
            let members = ["EventLocation": "String", "EventAlarm": "Date"].mapValues {
                [ToolboxRegistration.UnionMember(kind: "one", type: $0)]
            }
            return Dictionary(
                parameters.compactMap { parameter in
                    members[parameter.type.element.notation].map { (parameter.name, $0) }
                }
            ) { first, _ in first }
        }
        return ToolboxRegistration(
            app: .init(id: "com.example.day", version: "1"),
            intents: catalog.intents.filter(isCovered).filter {
                ["createAlbum", "createTimer", "createEvent"].contains($0.name)
            }.map {
                .init(
                    schema: $0.id,
                    intentID: $0.name,
                    parameters: types($0.parameters),
                    result: $0.result.map { $0.notation },
                    unions: unions($0.parameters)
                )
            },
            entities: catalog.entities.filter(isCovered).map {
                .init(
                    schema: $0.id,
                    entityID: $0.name,
                    queries: [.get, .matching, .suggested],
                    properties: types($0.properties),
                    unions: unions($0.properties)
                )
            },
            enumerations: catalog.enumerations.filter(isCovered).map {
                .init(schema: $0.id, cases: ($0.cases.isEmpty ? ["one"] : $0.cases).map { .init(value: $0, title: $0) })
            }
        )
    }()

    struct Case: Sendable, CustomTestStringConvertible {
        var messages: [String]
        /// The answer to the first message.
        var question: String
        /// The schema and the input of the call for the last message; `nil` for none.
        var call: (schema: String, input: JSONObject)?
        var testDescription: String { messages.joined(separator: " / ") }
    }

    @Test(arguments: [
        Case(
            messages: ["Create an album", "Summer"],
            question: "What is the album's name?",
            call: ("photos.createAlbum", ["name": "Summer"])
        ),
        Case(
            messages: ["Create an album", "call it \"Summer 2026\""],
            question: "What is the album's name?",
            call: ("photos.createAlbum", ["name": "Summer 2026"])
        ),
        Case(
            messages: ["アルバムを作って", "夏の旅行"],
            question: "アルバムの名前は何にしますか。",
            call: ("photos.createAlbum", ["name": "夏の旅行"])
        ),
        Case(
            messages: ["Set a timer", "10 minutes"],
            question: "For how long?",
            call: ("clock.createTimer", ["duration": 600])
        ),
        Case(
            messages: ["タイマーをセットして", "10分"],
            question: "何分にしますか。",
            call: ("clock.createTimer", ["duration": 600])
        ),
        Case(
            messages: ["Set a timer", "gimme a 5 minute timer"],
            question: "For how long?",
            call: ("clock.createTimer", ["duration": 300])
        ),
        // Another request is no answer, and neither is a refusal.
        Case(
            messages: ["Create an album", "Set a timer for 5 minutes"],
            question: "What is the album's name?",
            call: ("clock.createTimer", ["duration": 300])
        ),
        Case(messages: ["Create an album", "never mind"], question: "What is the album's name?"),
        Case(messages: ["Create an album", "cancel"], question: "What is the album's name?"),
        Case(messages: ["Set a timer", "Summer"], question: "For how long?"),
    ])
    func theNextMessageAnswersTheQuestion(_ example: Case) async throws {
        let (answers, call) = try await Self.converse(example.messages)
        #expect(answers.first == example.question)
        // The last message leads to a call, or to a second answer.
        #expect(answers.count == (example.call == nil ? 2 : 1) && !answers.contains(""))
        #expect(call?.schema == example.call?.schema)
        for (name, value) in example.call?.input ?? [:] { #expect(call?.input[name] == value, "\(call?.input ?? [:])") }
    }

    @Test func severalValuesAreGivenOneAfterTheOther() async throws {
        let (answers, call) = try await Self.converse(["Create an event", "Team dinner", "tomorrow at 7 pm"])
        #expect(answers == ["What should it be called?", "When does it start?"])
        // All values are there, so the app is asked for its calendars.
        #expect(call?.schema == "calendar.calendar")
    }

    /// Sends messages to a conversation; returns the answers, and the call to which the last message leads instead of one.
    private static func converse(
        _ messages: [String]
    ) async throws -> (answers: [String], call: (schema: String, input: JSONObject)?) {
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let (store, listener) = (try SQLiteStore(path: nil), RunListener())
        let directory = DeviceDirectory(store: store, phrases: PhrasebookReader(), limits: .patient)
        let (report, _) = try await directory.register(registration, on: "phone", owner: Principal.alice.owner)
        #expect(report.rejected.isEmpty, "\(report.rejected)")
        let runtime = AgentRuntime(
            runs: RunCoordinator(
                store: store,
                journal: nil,
                limits: RunLimits(storeDelay: .milliseconds(5), deviceCalls: .patient),
                observers: [listener],
                devices: directory,
                logger: logger
            ),
            toolCatalog: ToolCatalog(ToolRegistry([])),
            // The runtime replaces it by the built-in model with the phrases of the app.
            models: ModelCatalog(.init(reference: .phrasebook, model: ScriptedModel([]))),
            logger: logger
        )
        directory.recordLife(of: "phone", app: nil, owner: Principal.alice.owner)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await runtime.run() }
            defer { group.cancelAll() }
            var answers: [String] = []
            var conversation: String?
            for (index, message) in messages.enumerated() {
                var request = ChatRequest(message: message, conversation: conversation, onDisconnect: .finish)
                request.device = SendingDevice(id: "phone")
                let reader = try await runtime.start(request, client: .alice)
                if index == messages.indices.last, let run = runtime.runs.liveRun(reader.run) {
                    try await listener.changes.eventually {
                        run.status.isOver || run.status == .waiting && !run.actions.deviceCalls.isEmpty
                    }
                    if !run.status.isOver, let call = run.actions.deviceCalls.first {
                        return (answers, (call.schema, call.input))
                    }
                }
                _ = try await reader.outcome()
                let run = try await runtime.run(reader.run, owner: Principal.alice.owner)
                conversation = run.conversation
                guard case .completed(let text, _, _)? = run.ending else {
                    Issue.record("\(message): \(run)")
                    continue
                }
                answers.append(text?.text ?? "")
            }
            return (answers, nil)
        }
    }
}
