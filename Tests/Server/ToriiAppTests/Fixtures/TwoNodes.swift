import AgentRuntime
import AgentWire
import Accounts
import Foundation
import Logging
import Secrets
import StandIns
import Storage
import StreamingJSON
import Transport

@testable import ToriiApp

/// Two nodes in one test process: the parts of two servers on one database, each with a journal of its own.
struct TwoNodes: Sendable {
    /// A lease that keeps no other node off the store.
    struct SharedLease: StoreLease {
        let worker: Worker
        var isExclusive: Bool { false }

        /// Makes the lease of a process that starts now on a node.
        init(_ node: String) { worker = .starting(on: NodeID(node)) }
    }

    /// The node that performs the runs.
    let first: Services
    /// The node that is asked about them, and was started after them.
    let second: Services
    let client: Principal
    /// A run that its model keeps running.
    let running: RunReader
    /// A run that waits for the output of its client's tool.
    let waiting: RunReader
    private let folder: String
    private let modelURL: String

    /// Starts the first node, its two runs, and then the second node, and ends them after `body`.
    static func with(_ body: @Sendable (TwoNodes) async throws -> Void) async throws {
        let folder = NSTemporaryDirectory() + "torii-nodes-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let gate = StandInGate()
        let script: OpenAIStandIn.Script = { request in
            if request.lastUserText == "wait" {
                return ScriptedReply([.token("One"), .wait(.gate(gate)), .token(" more")])
            }
            guard request.toolOutputs.isEmpty else { return .text("done") }
            switch request.lastUserText {
            case "act": return .toolCalls([ScriptedToolCall("act", arguments: "{}")])
            case "Create Winter":
                return .toolCalls([ScriptedToolCall("photos_createAlbum", arguments: #"{"name":"Winter"}"#)])
            default: return .text("done")
            }
        }
        try await OpenAIStandIn.with(script: script) { standIn in
            let modelURL = standIn.baseURL
            try await Self.node("a", in: folder, modelURL) { first, client in
                let running = try await first.runtime.start(
                    Self.turn("wait"),
                    client: client,
                    idempotencyKey: "running"
                )
                let waiting = try await first.runtime.start(Self.turn("act"), client: client)
                _ = try await waiting.outcome()
                // The model has written its first word, and the store has both runs.
                _ = try await running.problemBeforeContent()
                for run in [running.run, waiting.run] {
                    _ = try await first.runtime.readEvents(of: run, owner: client.owner) { _ in }
                }
                try await Self.node("b", in: folder, modelURL) { second, _ in
                    try await body(
                        TwoNodes(
                            first: first,
                            second: second,
                            client: client,
                            running: running,
                            waiting: waiting,
                            folder: folder,
                            modelURL: modelURL
                        )
                    )
                }
            }
            gate.open()
        }
    }

    /// Performs runs as a node while `body` runs.
    static func node(
        _ name: String,
        in folder: String,
        _ modelURL: String,
        _ body: @Sendable (Services, Principal) async throws -> Void
    ) async throws {
        var settings = Settings()
        settings.dataDirectory = "\(folder)/\(name)"
        settings.masterKeyFile = name == "a" ? nil : "\(folder)/a/master.key"
        settings.clientToken = SecretString(TestServer.clientToken)
        settings.adminToken = SecretString(TestServer.adminToken)
        settings.models = [ModelReference(provider: .openai, name: "m")]
        settings.addresses[.openai] = modelURL
        settings.runLimits.disconnectGrace = .zero
        settings.runLimits.storeDelay = .milliseconds(20)
        if name != "a", !FileManager.default.fileExists(atPath: settings.dataDirectory) {
            try FileManager.default.createDirectory(atPath: settings.dataDirectory, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: settings.databasePath,
                withDestinationPath: "\(folder)/a/torii.sqlite"
            )
        }
        let logger = LogCapture().logger
        let services = try await Services(settings: settings, lease: SharedLease(name), logger: logger)
        let client = try await services.localClient(named: nil, settings: settings, logger: logger)
        var failure: (any Error)?
        try await services.performingRuns(grace: .zero, logger: logger) {
            do { try await body(services, client) } catch { failure = error }
        }
        await services.client.shutdown()
        if let failure { throw failure }
    }

    /// Starts a process of a further node, and ends it after `body`.
    func another(_ name: String, _ body: @Sendable (Services) async throws -> Void) async throws {
        try await Self.node(name, in: folder, modelURL) { services, _ in try await body(services) }
    }

    /// A turn that outlives its readers.
    static func turn(_ message: String, in conversation: String? = nil) -> RunRequest {
        let tool = ClientTool(name: "act", description: "acts", parameters: ["type": "object", "properties": [:]])
        return .chat(
            AgentWire.ChatRequest(
                message: message,
                conversation: conversation,
                clientTools: [tool],
                onDisconnect: .finish
            )
        )
    }

    /// Reads a run to its end on the first node, and returns its status.
    func ending(_ run: String) async throws -> String {
        if let reader = try await first.runtime.reader(of: run, after: nil, owner: client.owner) {
            _ = try await reader.outcome()
        }
        return try await first.runtime.run(run, owner: client.owner).status
    }
}
