import Accounts
import AgentRuntime
import Foundation
import KeyVault
import Secrets
import StandIns
import Storage
import StorageSQLite
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// A server whose clients have limits and whose model answers with two words.
enum LimitedServer {
    /// Creates a data folder with clients, and returns their tokens.
    static func folder(_ drafts: [ClientDraft]) async throws -> (path: String, tokens: [String]) {
        let path = NSTemporaryDirectory() + "torii-limits-\(UUID().uuidString)"
        let store = try SQLiteStore(path: path + "/torii.sqlite")
        let key = try MasterKeySources(defaultFile: path + "/master.key").load(creatingIfMissing: true)
        let clients = try await Clients(store: store, vault: KeyVault(store: store, masterKeys: key))
        var tokens: [String] = []
        for draft in drafts { tokens.append(try await clients.create(draft, by: .torii).token.text) }
        return (path, tokens)
    }

    /// Runs a server while `body` runs.
    ///
    /// With a gate, the model waits there after its first word.
    static func with(
        _ limits: [ClientLimits],
        _ gate: StandInGate?,
        _ set: @Sendable (inout Settings) -> Void = { _ in },
        _ body: @Sendable (TestServer, OpenAIStandIn, [String]) async throws -> Void
    ) async throws {
        let drafts = limits.enumerated().map { ClientDraft(name: "client \($0)", scopes: Scope.forClients, limits: $1) }
        let (path, tokens) = try await folder(drafts)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await with(folder: path, gate, set) { try await body($0, $1, tokens) }
    }

    /// Runs a server on an existing folder.
    static func with(
        folder: String,
        _ gate: StandInGate?,
        _ set: @Sendable (inout Settings) -> Void = { _ in },
        _ body: @Sendable (TestServer, OpenAIStandIn) async throws -> Void
    ) async throws {
        try await OpenAIStandIn.with(script: { _ in
            var reply = ScriptedReply.tokens(["first", " last"])
            if let gate { reply.steps.insert(.wait(.gate(gate)), at: 1) }
            return reply
        }) { standIn in
            try await TestServer.with(dataDirectory: folder) { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
                set(&settings)
            } _: { server in
                try await body(server, standIn)
            }
        }
    }
}

extension TestServer {
    /// Returns a value of the metrics page; 0 if it is missing.
    func figure(_ name: String, _ labels: [String: String]) async throws -> Double {
        let page = try await send(.get, "/metrics", token: TestServer.adminToken)
        return try Exposition(page.text).value(name, labels) ?? 0
    }

    /// Returns when this number of requests read the run whose readers have changed last.
    func readers(_ count: Int) async throws {
        try await log.eventually { lines in
            lines.last { $0.message == "Readers of a run" }?.value("readers") == "\(count)"
        }
    }

    /// Returns the remaining amount of a client's limit, from the header of a response.
    func left(_ limit: String, token: String) async throws -> Int? {
        let header = try await send(.get, "/v1/tools", token: token).headers["RateLimit"] ?? ""
        let item = header.split(separator: ",").first { $0.contains("\"\(limit)\"") }
        return item?.firstMatch(of: /r=([0-9]+)/).flatMap { Int($0.1) }
    }
}

extension SecretString {
    /// The secret in clear text.
    var text: String { withBytes { String(decoding: $0, as: UTF8.self) } }
}
