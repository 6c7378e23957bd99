import KeyVault
import StandIns
import Storage
import StreamingJSON
import Testing
import Transport

@testable import AgentServer

@Suite(.timeLimit(.minutes(1))) struct RevokedStreamTests {
    /// How a client is shut out while a stream of its is open.
    enum Cause: CaseIterable { case token, client, removal }

    @Test(arguments: Cause.allCases)
    func anOpenStreamEndsAtOnce(cause: Cause) async throws {
        let gate = StandInGate()
        try await LimitedServer.with([.none], gate) { server, standIn, tokens in
            let response = try await server.stream(["message": "hi"], token: tokens[0])
            var reader = EventReader(response)
            #expect(try await reader.next(2).map(\.type) == ["run.started", "message.delta"])
            let other = try await server.stream(["message": "hi"])
            let client = try #require(try await server.admin(.get, "clients").json["clients"]?[0])
            let id = client["id"]?.stringValue ?? ""
            let answer =
                switch cause {
                case .token:
                    try await server.admin(
                        .delete,
                        "clients/\(id)/tokens/\(client["tokens"]?[0]?["id"]?.stringValue ?? "")"
                    )
                case .client: try await server.admin(.post, "clients/\(id)/revoke")
                case .removal: try await server.admin(.delete, "clients/\(id)")
                }
            #expect((200...204).contains(answer.status))
            let rest = try await reader.rest()
            #expect(rest.map(\.type) == ["run.cancelled"])
            #expect(rest.last?.json["reason"] == "revoked")
            #expect(await standIn.server.ending(of: 1)?.kind == .closedByPeer)
            #expect(try await server.send(.get, "/v1/tools", token: tokens[0]).status == 401)
            // Others go on.
            gate.open()
            #expect(try await other.events().last?.type == "run.completed")
        }
    }
}
