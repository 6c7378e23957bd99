import AgentRuntime
import EventStreams
import Foundation
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// The data of an erased user: no file contains any of it, and nobody else's is gone.
@Suite(.timeLimit(.minutes(2))) struct UserErasureTests {
    private static let marker = "XYZZYSECRET"

    /// A client with users.
    private struct App {
        let server: TestServer
        let id: String
        let token: String

        static func make(on server: TestServer) async throws -> App {
            let (id, token) = try await server.makeClientWithUsers()
            return App(server: server, id: id, token: token)
        }

        func send(
            _ method: HTTPMethod,
            _ path: String,
            _ body: JSONValue? = Optional.none,
            as user: String,
            headers: [(String, String)] = []
        ) async throws -> TestServer.Answer {
            try await server.acting(for: user).send(
                method,
                path,
                token: token,
                body: body?.serialized(),
                headers: [("Content-Type", "application/json")] + headers
            )
        }

        /// Returns the random id of a user.
        func userID(of user: String) async throws -> String {
            let answer = try await send(.get, "/v1/users/self", as: user)
            return try #require(answer.json["user"]?["id"]?.stringValue, "\(answer.text)")
        }

        /// Makes data of every kind: conversations, runs without one, direct calls, items, samples and a device.
        func fill(_ user: String, _ word: String) async throws {
            for number in 0..<3 {
                let answer = try await send(
                    .post,
                    "/v1/chat",
                    ["message": .string("\(word) \(number)"), "on_disconnect": "finish"],
                    as: user,
                    headers: [("Idempotency-Key", "\(word)\(number)")]
                )
                #expect(answer.status == 200, "\(answer.text)")
            }
            let apart = try await send(
                .post,
                "/v1/responses",
                ["model": "phrasebook", "input": .string(word), "store": false],
                as: user
            )
            #expect(apart.status == 200, "\(apart.text)")
            let item = try await send(.post, "/v1/tools/createInventory", ["title": .string(word)], as: user)
            #expect(item.status == 200, "\(item.text)")
            let sample: JSONValue = [
                "type": "step_count", "unit": "count", "value": 5, "start": "2026-11-20T10:00:00Z",
                "source": .string(word),
            ]
            let stored = try await send(.post, "/v1/health/samples", ["samples": [sample]], as: user)
            #expect(stored.status < 300, "\(stored.text)")
            let registration = AlbumDevice(server: server).registration()
            let device = try await send(.put, "/v1/devices/phone/toolbox", registration, as: user)
            #expect(device.status < 300, "\(device.text)")
            let named = try await send(.patch, "/v1/devices/phone", ["name": .string("phone of \(word)")], as: user)
            #expect(named.status < 300, "\(named.text)")
        }

        func conversations(of user: String) async throws -> Int? {
            try await send(.get, "/v1/conversations", as: user).json["conversations"]?.arrayValue?.count
        }
    }

    private func filesWithMarker(_ server: TestServer) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: server.dataDirectory).filter { file in
            let bytes = FileManager.default.contents(atPath: "\(server.dataDirectory)/\(file)") ?? Data()
            return bytes.range(of: Data(Self.marker.utf8)) != nil
        }
    }

    /// The two ways to erase a user.
    enum Way: CaseIterable {
        case user, administrator
    }

    @Test(arguments: Way.allCases) func nothingOfAnErasedUserIsLeft(way: Way) async throws {
        try await TestServer.with { server async throws in
            let app = try await App.make(on: server)
            let alice = "alice-\(Self.marker)"
            try await app.fill(alice, Self.marker)
            try await app.fill("bob", "Plugh")
            #expect(try !filesWithMarker(server).isEmpty)
            let (id, other) = (try await app.userID(of: alice), try await app.userID(of: "bob"))
            let erased =
                switch way {
                case .user: try await app.send(.delete, "/v1/users/self", as: alice)
                case .administrator: try await server.admin(.delete, "clients/\(app.id)/users/\(id)")
                }
            #expect(erased.status == 204, "\(erased.text)")
            #expect(try filesWithMarker(server) == [])

            // The row of the audit chain has numbers and the random id.
            let audit = try await server.admin(.get, "audit?action=user.erase").json["rows"]?.arrayValue ?? []
            #expect(audit.count == 1 && audit.first?["object"] == .string("clients/\(app.id)/users/\(id)"), "\(audit)")
            let outcome = try #require(audit.first?["outcome"]?.stringValue)
            #expect(
                outcome.hasPrefix("done: conversations 3, runs ") && outcome.hasSuffix(", health samples 1, items 1")
            )
            #expect(try await server.admin(.delete, "clients/\(app.id)/users/\(id)").status == 404)
            #expect(try await server.admin(.get, "clients/\(app.id)/users/\(id)").status == 404)

            // Nobody else has lost anything.
            #expect(try await app.userID(of: "bob") == other)
            #expect(try await app.conversations(of: "bob") == 3)
            let items = try await app.send(.post, "/v1/tools/getInventoryList", [:], as: "bob")
            #expect(items.text.contains("Plugh"), "\(items.text)")

            // The same person is another user, which has nothing and can start.
            let next = try await app.userID(of: alice)
            #expect(next != id)
            #expect(try await app.conversations(of: alice) == 0)
            let turn = try await app.send(.post, "/v1/chat", ["message": "What is 1 plus 1?"], as: alice)
            #expect(turn.status == 200, "\(turn.text)")
        }
    }

    /// A token of the client itself is no user, and neither a client without users nor an administrator erases by another's id.
    @Test func onlyUsersAreErased() async throws {
        try await TestServer.with { server async throws in
            let app = try await App.make(on: server)
            let id = try await app.userID(of: "alice")
            #expect(try await server.send(.delete, "/v1/users/self").status == 404)
            let export = try await server.send(.get, "/v1/users/self/export")
            #expect(export.status == 404 && export.text.contains("send the field 'Torii-User'"), "\(export.text)")
            #expect(try await server.send(.delete, "/v1/users/self", token: app.token).problem == "user-required")
            let other = try await server.admin(.post, "clients", ["name": "other"])
            let otherID = try #require(other.json["client"]?["id"]?.stringValue)
            let missing = "usr_" + String(repeating: "0", count: 32)
            for (client, user) in [(otherID, id), (app.id, missing), (app.id, "org_1"), (app.id, "x"), ("none", id)] {
                let path = "clients/\(client)/users/\(user)"
                #expect(try await server.admin(.delete, path).status == 404, "\(path)")
                #expect(try await server.admin(.get, path + "/export").status == 404, "\(path)")
            }
            #expect(try await app.userID(of: "alice") == id)
        }
    }

    @Test func aRunningTurnEndsFirst() async throws {
        let gate = StandInGate()
        let script: OpenAIStandIn.Script = { _ in
            var reply = ScriptedReply.tokens(["said"])
            reply.steps.append(.wait(.gate(gate)))
            return reply
        }
        try await OpenAIStandIn.with(script: script) { standIn async throws in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
            } _: { server async throws in
                let app = try await App.make(on: server)
                let response = try await server.acting(for: "alice").stream(
                    ["message": .string(Self.marker), "on_disconnect": "finish"],
                    token: app.token
                )
                var events = EventReader(response)
                #expect(try await events.next()?.type == "run.started")
                #expect(try await app.send(.delete, "/v1/users/self", as: "alice").status == 204)
                #expect(try filesWithMarker(server) == [])
                _ = try? await events.rest()
                // Nothing of the run was stored again at its end.
                #expect(try filesWithMarker(server) == [])
                #expect(try await app.conversations(of: "alice") == 0)
            }
        }
        gate.open()
    }

    /// Erasures of many users at once all end, and one of a client includes its users.
    @Test func manyAtOnceAndThenTheClient() async throws {
        try await TestServer.with { server async throws in
            let app = try await App.make(on: server)
            let users = (0..<8).map { "user-\($0)" }
            for user in users + ["last"] {
                let turn: JSONValue = ["message": .string("\(Self.marker) \(user)")]
                #expect(try await app.send(.post, "/v1/chat", turn, as: user).status == 200)
            }
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group async throws in
                for user in users { group.addTask { try await app.send(.delete, "/v1/users/self", as: user).status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses == Array(repeating: 204, count: users.count))
            #expect(try await app.conversations(of: "last") == 1)
            #expect(try await server.admin(.delete, "clients/\(app.id)").status == 204)
            #expect(try filesWithMarker(server) == [])
        }
    }
}
