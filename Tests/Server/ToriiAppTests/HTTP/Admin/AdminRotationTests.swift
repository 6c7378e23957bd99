import Secrets
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

@Suite(.timeLimit(.minutes(1))) struct AdminRotationTests {
    private static let old = "sk-old-0123456789abcdef"
    private static let new = "sk-new-fedcba9876543210"
    private static let other = "sk-other-0011223344556677"
    private static let path = "upstreams/openai/rotations"

    private func withServer(_ body: @Sendable (TestServer, OpenAIStandIn) async throws -> Void) async throws {
        let keys = [Self.old, Self.new, Self.other]
        try await OpenAIStandIn.with(keys: keys, script: { _ in .text("Yes.") }) { standIn in
            try await TestServer.with { settings in
                settings.addresses[.openai] = standIn.baseURL
                settings.keys = [.openai: SecretString(Self.old)]
            } _: { server in
                try await body(server, standIn)
            }
        }
    }

    private func rotate(
        _ server: TestServer,
        to key: String,
        name: String? = nil,
        _ more: JSONObject = [:]
    ) async throws -> TestServer.Answer {
        var body: JSONObject = ["secret": .string(key)]
        for (field, value) in more { body[field] = value }
        return try await server.admin(
            .post,
            Self.path,
            .object(body),
            headers: name.map { [("Idempotency-Key", $0)] } ?? []
        )
    }

    @Test func aRotationIsAResource() async throws {
        try await withServer { server, _ in
            let made = try await rotate(server, to: Self.new, ["drain_seconds": 5, "keep_seconds": 60])
            #expect(made.status == 201)
            let id = try #require(made.json["id"]?.stringValue)
            #expect(made.headers["Location"] == "/admin/rotations/\(id)")
            #expect(made.json["state"] == "retired")
            #expect(made.json["reversible"] == true)
            #expect(made.json["requested_by"]?.stringValue?.hasPrefix("admin:") == true)
            let shown = try await server.admin(.get, "rotations/\(id)")
            #expect(shown.json == made.json)
            #expect(try await server.admin(.get, Self.path).json["rotations"] == [made.json])
            #expect(try await server.admin(.get, "rotations?limit=5").json["rotations"] == [made.json])
        }
    }

    @Test func aRepeatedRequestHasTheSameResponse() async throws {
        try await withServer { server, _ in
            let first = try await rotate(server, to: Self.new, name: "a")
            // The draft's form has quotes; the key is the same without them.
            let again = try await rotate(server, to: Self.new, name: "\"a\"")
            #expect(again.status == 201)
            #expect(again.json["id"] == first.json["id"])
            let different = try await rotate(server, to: Self.other, name: "a")
            #expect(different.status == 422)
            #expect(different.problem == "idempotency-mismatch")
            let refused = try await rotate(server, to: "sk-wrong-000000", name: "b")
            let refusedAgain = try await rotate(server, to: "sk-wrong-000000", name: "b")
            #expect(refused.status == 422)
            #expect(refused.problem == "key-refused")
            #expect(refusedAgain.json["rotation"] == refused.json["rotation"])
            let id = try #require(refused.json["rotation"]?.stringValue)
            #expect(try await server.admin(.get, "rotations/\(id)").json["state"] == "rejected")
            #expect(try await server.admin(.get, Self.path).json["rotations"]?.arrayValue?.count == 2)
        }
    }

    @Test func theSameRequestDuringTheFirstIsAConflict() async throws {
        try await withServer { server, standIn in
            let hold = StandInGate()
            standIn.server.misbehave(.hold(hold)) { $0.path == "/v1/models" }
            let seen = standIn.requests.count
            async let first = rotate(server, to: Self.new, name: "a", ["force": true])
            _ = await standIn.server.requests(atLeast: seen + 1)
            let second = try await rotate(server, to: Self.new, name: "a", ["force": true])
            #expect(second.status == 409)
            #expect(second.problem == "conflict")
            let third = try await rotate(server, to: Self.other)
            #expect(third.status == 409)
            hold.open()
            #expect(try await first.status == 201)
        }
    }

    @Test func aRollbackMayBeRequestedTwice() async throws {
        try await withServer { server, standIn in
            let made = try await rotate(server, to: Self.new)
            let path = "rotations/\(made.json["id"]?.stringValue ?? "")/rollback"
            standIn.accept(keys: [Self.new])
            let refused = try await server.admin(.post, path)
            #expect(refused.status == 422)
            standIn.accept(keys: [Self.old, Self.new])
            for _ in 1...2 {
                let answer = try await server.admin(.post, path, ["force": false])
                #expect(answer.status == 200)
                #expect(answer.json["state"] == "rolled_back")
            }
            let again = try await rotate(server, to: Self.new)
            #expect(again.status == 201)
        }
    }
}
