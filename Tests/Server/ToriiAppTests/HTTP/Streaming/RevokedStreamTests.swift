import Accounts
import EventStreams
import StandIns
import Storage
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

@Suite(.timeLimit(.minutes(1))) struct RevokedStreamTests {
    /// The ways to revoke access while a client's stream is open.
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
            // Others continue.
            gate.open()
            #expect(try await other.events().last?.type == "run.completed")
        }
    }

    @Test func aRevokedTokenCannotReadARunOfAnotherTokenOfItsClient() async throws {
        let gate = StandInGate()
        try await LimitedServer.with([.none], gate) { server, _, tokens in
            let key = [("Idempotency-Key", "k")]
            var own = EventReader(try await server.stream(["message": "hi"], token: tokens[0], headers: key))
            let shown = try await own.next(2)
            #expect(shown.map(\.type) == ["run.started", "message.delta"])
            let run = shown[0].json["run"]?.stringValue ?? ""
            let id = try await server.admin(.get, "clients").json["clients"]?[0]?["id"]?.stringValue ?? ""
            let issued = try await server.admin(.post, "clients/\(id)/tokens").json["token"]
            let second = issued?["secret"]?.stringValue ?? ""
            var attached = EventReader(try await server.reattach(run, token: second))
            #expect(try await attached.next(2).map(\.id) == shown.map(\.id))
            // The same turn is requested again.
            var again = EventReader(try await server.stream(["message": "hi"], token: second, headers: key))
            #expect(try await again.next(2).map(\.id) == shown.map(\.id))
            let revoked = try await server.admin(.delete, "clients/\(id)/tokens/\(issued?["id"]?.stringValue ?? "")")
            #expect(revoked.status == 204)
            // The streams end early, because the run has not ended yet.
            await #expect(throws: (any Error).self) { try await attached.rest() }
            await #expect(throws: (any Error).self) { try await again.rest() }
            gate.open()
            #expect(try await own.rest().last?.type == "run.completed")
        }
    }

    @Test func aRevokedTokenIsReportedInPlaceOfTheReply() async throws {
        let gate = StandInGate()
        try await LimitedServer.with([.none], gate) { server, _, tokens in
            let turn = #"{"message":"hi"}"#
            let headers = [("Content-Type", "application/json"), ("Idempotency-Key", "k")]
            async let own = server.send(.post, "/v1/chat", token: tokens[0], body: turn, headers: headers)
            try await server.readers(1)
            let id = try await server.admin(.get, "clients").json["clients"]?[0]?["id"]?.stringValue ?? ""
            let issued = try await server.admin(.post, "clients/\(id)/tokens").json["token"]
            let second = issued?["secret"]?.stringValue ?? ""
            async let other = server.send(.post, "/v1/chat", token: second, body: turn, headers: headers)
            try await server.readers(2)
            let revoked = try await server.admin(.delete, "clients/\(id)/tokens/\(issued?["id"]?.stringValue ?? "")")
            #expect(revoked.status == 204)
            #expect(try await other.status == 401)
            gate.open()
            #expect(try await own.status == 200)
        }
    }
}
