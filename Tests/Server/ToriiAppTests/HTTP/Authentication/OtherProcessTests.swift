import Accounts
import EventStreams
import Foundation
import KeyVault
import StandIns
import Storage
import StorageSQLite
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// Clients that another process changes on the server's store.
@Suite(.timeLimit(.minutes(1))) struct OtherProcessTests {
    /// Returns the clients of a server's store, as another process has them.
    private func otherClients(in path: String) async throws -> Clients {
        let store = try SQLiteStore(path: path + "/torii.sqlite")
        let keys = try MasterKeySources(defaultFile: path + "/master.key").load(creatingIfMissing: false)
        return try await Clients(store: store, vault: KeyVault(store: store, masterKeys: keys))
    }

    @Test func aTokenWorksAtOnceForTheReadinessToo() async throws {
        let folder = NSTemporaryDirectory() + "torii-faulty-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try "torii: 1\n".write(toFile: folder + "/library.yaml", atomically: true, encoding: .utf8)
        try await TestServer.with {
            $0.toolsFolder = folder
        } _: { server in
            let other = try await otherClients(in: server.dataDirectory)
            let issued = try await other.create(ClientDraft(name: "ops", scopes: [.adminRead]), by: .torii)
            let ready = try await server.send(.get, "/readyz", token: issued.token.text)
            #expect(ready.json["reason"]?.stringValue?.contains("(library.yaml)") == true, "\(ready.text)")
            #expect(!server.log.text.contains("Authentication failed"))
        }
    }

    @Test func aTokenWorksAtOnceAndItsRevocationEndsItsStream() async throws {
        try await LimitedServer.with([], StandInGate()) { server, standIn, _ in
            let other = try await otherClients(in: server.dataDirectory)
            let issued = try await other.create(ClientDraft(name: "phone"), by: .torii)
            var reader = EventReader(try await server.stream(["message": "hi"], token: issued.token.text))
            #expect(try await reader.next(2).map(\.type) == ["run.started", "message.delta"])
            try await other.revoke(issued.client.id, by: .torii)
            // The upkeep finds the revocation.
            let rest = try await reader.rest()
            #expect(rest.map(\.type) == ["run.cancelled"] && rest.last?.json["reason"] == "revoked")
            #expect(await standIn.server.ending(of: 1)?.kind == .closedByPeer)
            #expect(try await server.send(.get, "/v1/tools", token: issued.token.text).status == 401)
        }
    }
}
