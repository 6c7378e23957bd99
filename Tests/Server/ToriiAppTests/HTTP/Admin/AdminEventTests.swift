import AgentRuntime
import EventStreams
import Foundation
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// The events for administrators, over HTTP.
@Suite(.timeLimit(.minutes(2))) struct AdminEventTests {
    private static let key = "sk-first-0123456789abcdef"

    private func open(
        _ server: TestServer,
        token: String? = TestServer.adminToken,
        after last: String? = nil,
        headers: [(String, String)] = []
    ) async throws -> HTTPResponse {
        var fields = HTTPHeaders()
        for (name, value) in headers { fields.append(name, .plain(value)) }
        if let token { fields.append("Authorization", .plain("Bearer \(token)")) }
        if let last { fields.append("Last-Event-ID", .plain(last)) }
        return try await server.client.send(
            HTTPRequest(.get, server.baseURL + "/admin/events", headers: fields, isTrusted: true)
        )
    }

    /// Reads until an event fits.
    private func read(
        _ reader: inout EventReader,
        _ type: String,
        where fits: (JSONValue) -> Bool = { _ in true }
    ) async throws -> ServerSentEvent {
        while let event = try await reader.next() {
            if event.type == type, fits(event.json) { return event }
        }
        throw Ended()
    }

    private struct Ended: Error {}

    /// Creates an administrator with scopes.
    private func administrator(_ server: TestServer, _ scopes: JSONValue) async throws -> (id: String, token: String) {
        let made = try await server.admin(.post, "clients", ["name": "console", "scopes": scopes]).json
        return (
            try #require(made["client"]?["id"]?.stringValue), try #require(made["token"]?["secret"]?.stringValue)
        )
    }

    @Test func changesFollowASnapshotInTheFormOfTheOtherRoutes() async throws {
        try await OpenAIStandIn.with(keys: [Self.key], script: { _ in .text("Yes.") }) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                let response = try await open(server)
                #expect(response.status == 200 && response.headers["Content-Type"] == "text/event-stream")
                var reader = EventReader(response)
                let first = try #require(try await reader.next())
                #expect(first.type == "snapshot")
                #expect(first.json["upstreams"] == (try await server.admin(.get, "upstreams")).json["upstreams"])
                #expect(first.json["keys"] == [] && first.json["runs"] == [])
                #expect(first.json["clients"] == [] && first.json["run_counts"]?["counts"]?["running"] == 0)

                let made = try await server.admin(.post, "clients", ["name": "phone"]).json["client"]
                let client = try await read(&reader, "client.changed")
                #expect(client.json["client"] == made && client.json["id"] == made?["id"])
                let added = try await server.admin(.post, "upstreams/openai/keys", ["secret": .string(Self.key)])
                let id = try #require(added.json["key"]?["id"]?.stringValue)
                let key = try await read(&reader, "key.changed")
                #expect(key.json["id"] == .string(id) && key.json["upstream"] == "openai")
                #expect(key.json["key"]?["fingerprint"] == added.json["key"]?["fingerprint"])

                let run = try await server.chat("hello")["run"]
                let ended = try await read(&reader, "run.changed") { $0["run"]?["status"] == "completed" }
                #expect(ended.json["id"] == run)
                let listed = try await server.admin(.get, "runs").json["runs"]?[0]
                #expect(ended.json["run"] == listed)

                let path = "upstreams/openai/keys/\(id)"
                #expect(try await server.admin(.delete, path).status == 204)
                // The row of the audit chain may be read before the key, or after it.
                var removed: JSONValue?
                var row: JSONValue?
                while removed == nil || row == nil {
                    let event = try #require(try await reader.next())
                    if event.type == "key.changed", event.json["key"] == .null { removed = event.json }
                    if event.type == "audit.appended", event.json["row"]?["action"] == "key.remove" { row = event.json }
                }
                #expect(removed == ["id": .string(id), "upstream": "openai", "key": .null])
                #expect(row?["row"]?["object"] == .string("openai/keys/\(id)"))
                let deleted = try await server.admin(.delete, "clients/\(made?["id"]?.stringValue ?? "")")
                #expect(deleted.status == 204)
                let gone = try await read(&reader, "client.changed") { $0["client"] == .null }
                #expect(gone.json["id"] == made?["id"])
            }
        }
    }

    /// The usage of the day grows with each turn.
    @Test func usageTicks() async throws {
        try await TestServer.with { server in
            var reader = EventReader(try await open(server))
            let before = try #require(try await reader.next()).json["usage"]?["turns"]
            _ = try await server.chat("hello")
            let tick = try await read(&reader, "usage.tick")
            #expect(before == 0 && tick.json["usage"]?["turns"] == 1)
        }
    }

    @Test func aReaderContinuesAfterItsLastEvent() async throws {
        try await TestServer.with { server in
            var reader = EventReader(try await open(server))
            let snapshot = try #require(try await reader.next())
            _ = try await administrator(server, ["admin:keys"])
            let last = try await read(&reader, "client.changed")
            var again = EventReader(try await open(server, after: last.id))
            let made = try await server.admin(.post, "clients", ["name": "phone"]).json["client"]
            // Rows of the audit chain may come before.
            var event = try #require(try await again.next())
            while event.type == "audit.appended" { event = try #require(try await again.next()) }
            #expect(event.type == "client.changed" && event.json["id"] == made?["id"])
            // The whole log from the snapshot on.
            var whole = EventReader(try await open(server, after: snapshot.id))
            let repeated = try await read(&whole, "client.changed")
            #expect(repeated.id == last.id && repeated.data == last.data)
            for unknown in ["", "7", "ffffffffff-1", "\(snapshot.id)99999", "x-y"] {
                var other = EventReader(try await open(server, after: unknown))
                let first = try await other.next()
                #expect(first?.type == "snapshot", "\(unknown)")
            }
        }
    }

    @Test func aReaderSeesWhatItsScopesPermit() async throws {
        try await TestServer.with { server in
            let keys = try await administrator(server, ["admin:keys"])
            var reader = EventReader(try await open(server, token: keys.token))
            let first = try #require(try await reader.next())
            #expect(Set(first.json.objectValue?.map(\.key) ?? []) == ["upstreams", "keys", "rotations"])
            _ = try await server.admin(.post, "clients", ["name": "phone"])
            let added = try await server.admin(
                .post,
                "upstreams/brave/keys",
                ["secret": "BSA-0123456789abcdef", "label": "a"]
            )
            #expect(added.status == 201)
            // The new client is no event for this reader.
            #expect(try await reader.next()?.type == "key.changed")
            #expect(try await open(server, token: TestServer.clientToken).status == 403)
            #expect(try await open(server, token: nil).status == 401)
        }
    }

    /// The stream ends with the token; without its end the test would not end.
    @Test func theStreamEndsWithItsToken() async throws {
        try await TestServer.with { server in
            let admin = try await administrator(server, ["admin:read"])
            var reader = EventReader(try await open(server, token: admin.token))
            #expect(try await reader.next()?.type == "snapshot")
            #expect(try await server.admin(.post, "clients/\(admin.id)/revoke").status == 200)
            _ = try await reader.rest()
            #expect(try await open(server, token: admin.token).status == 401)
        }
    }

    @Test func theStreamEndsWithItsSignIn() async throws {
        try await TestServer.with { server in
            let signedIn = try await server.send(
                .post,
                "/admin/session",
                token: nil,
                body: #"{"token":"\#(TestServer.adminToken)"}"#,
                headers: [("Content-Type", "application/json"), ("X-Torii", "1")]
            )
            let own = signedIn.signInFields
            let withoutField = own.filter { $0.0 != "X-Torii" }
            #expect(try await open(server, token: nil, headers: withoutField).status == 403)
            var reader = EventReader(try await open(server, token: nil, headers: own))
            #expect(try await reader.next()?.type == "snapshot")
            let session = try #require(signedIn.json["session"]?.stringValue)
            #expect(try await server.admin(.delete, "sessions/\(session)").status == 204)
            _ = try await reader.rest()
            #expect(try await open(server, token: nil, headers: own).status == 401)
        }
    }

    @Test func theStreamEndsWithTheServer() async throws {
        try await TestServer.with { server in
            var reader = EventReader(try await open(server))
            #expect(try await reader.next()?.type == "snapshot")
            await server.stop()
            _ = try await reader.rest()
        }
    }

    @Test func silenceIsFilledWithComments() async throws {
        try await TestServer.with { settings in
            settings.heartbeat = .milliseconds(20)
        } _: { server in
            let response = try await open(server)
            var text = ""
            for try await piece in response.body {
                text += String(decoding: piece, as: UTF8.self)
                if text.contains(": keep-alive\n\n") { break }
            }
            #expect(text.hasPrefix("id: "))
        }
    }

    /// A rotation is followed to its end, each state at most once.
    @Test func aRotationIsFollowed() async throws {
        let new = "sk-second-fedcba9876543210"
        try await OpenAIStandIn.with(keys: [Self.key, new], script: { _ in .text("Yes.") }) { standIn in
            try await TestServer.with { settings in
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                let added = try await server.admin(.post, "upstreams/openai/keys", ["secret": .string(Self.key)])
                let old = try #require(added.json["key"]?["id"]?.stringValue)
                var reader = EventReader(try await open(server))
                #expect(try await reader.next()?.type == "snapshot")
                let rotated = try await server.admin(
                    .post,
                    "upstreams/openai/rotations",
                    ["secret": .string(new), "replaces": .string(old), "drain_seconds": 0]
                )
                let id = try #require(rotated.json["id"]?.stringValue)
                let retired = try await read(&reader, "rotation.changed") { $0["rotation"]?["state"] == "retired" }
                #expect(retired.json["id"] == .string(id))
                #expect(retired.json["rotation"] == (try await server.admin(.get, "rotations/\(id)")).json)
            }
        }
    }
}
