import Accounts
import AgentTools
import AgentWire
import Foundation
import KeyVault
import ScriptedModels
import Secrets
import Storage
import StorageSQLite
import StreamingJSON
import Testing

@testable import AgentRuntime

/// An erasure removes data from memory before it returns.
@Suite(.timeLimit(.minutes(1))) struct ErasedMemoryTests {
    @Test(arguments: [ErasureScope.conversations, .everything])
    func keptOutputsAreForgottenAtOnce(scope: ErasureScope) async throws {
        let store = try SQLiteStore(path: nil)
        let clients = try await Clients(store: store, vault: KeyVault(store: store, masterKey: .random()))
        var principals: [Principal] = []
        for name in ["erased", "other"] {
            let draft = ClientDraft(name: name, scopes: Scope.forClients)
            let token = try await clients.create(draft, by: .torii).token
            principals.append(
                try #require(clients.authenticate(token.withBytes { String(decoding: $0, as: UTF8.self) }).client)
            )
        }
        let (client, other) = (principals[0], principals[1])
        let tool = ScriptedTool(work: { _ in String(repeating: "A long line.\n", count: 20_000) })
        try await LimitedRuntime.with(
            ScriptedModel([]),
            store: store,
            tools: ToolRegistry([tool]),
            clients: clients
        ) { running in
            let call = RunRequest.call(ToolCallRequest(tool: "work", arguments: ["word": "tea"]))
            for principal in [client, other] {
                _ = try await running.runtime.start(call, client: principal).outcome()
                #expect(running.runtime.tools.keptOutputs(of: principal.owner).count == 1)
            }
            if scope == .everything { try await clients.delete(client.owner.client, keepsData: false, by: .torii) }
            _ = try await running.runtime.erase(scope, of: client.owner, by: .torii)
            #expect(running.runtime.tools.keptOutputs(of: client.owner).isEmpty)
            #expect(running.runtime.tools.keptOutputs(of: other.owner).count == 1)
        }
    }
}
