import Accounts
import EventStreams
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
    @Test func aTokenWorksAtOnceAndItsRevocationEndsItsStream() async throws {
        try await LimitedServer.with([], StandInGate()) { server, standIn, _ in
            let path = server.dataDirectory
            let store = try SQLiteStore(path: path + "/torii.sqlite")
            let keys = try MasterKeySources(defaultFile: path + "/master.key").load(creatingIfMissing: false)
            let other = try await Clients(store: store, vault: KeyVault(store: store, masterKeys: keys))
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
