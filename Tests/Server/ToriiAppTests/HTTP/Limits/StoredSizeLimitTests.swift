import Accounts
import AgentRuntime
import EventStreams
import Foundation
import StandIns
import Storage
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// Limits on the stored data of a client, and requests that are refused before their body is read.
@Suite(.timeLimit(.minutes(2))) struct StoredSizeLimitTests {
    @Test func aFullConversationIsReportedWithTheRemedy() async throws {
        try await TestServer.with { settings in
            settings.conversationLimits.turns = 2
        } _: { server async throws in
            let conversation = try #require(try await server.chat("hello")["conversation"]?.stringValue)
            _ = try await server.chat("hello", conversation: conversation)
            let body = JSONValue.object(["message": "hello", "conversation": .string(conversation)]).serialized()
            let full = try await server.send(.post, "/v1/chat", body: body)
            #expect(full.status == 422)
            #expect(full.json["type"] == "urn:torii:problem:conversation-full")
            #expect(full.json["detail"]?.stringValue?.contains("to start a new one") == true)
            // Nothing of the turn was stored, and another conversation continues.
            let export = try await server.send(.get, "/v1/conversations/\(conversation)").json
            #expect(export["messages"]?.arrayValue?.count == 4 && export["runs"]?.arrayValue?.count == 2)
            #expect(try await server.chat("hello")["message"] != nil)
        }
    }

    @Test func queuedTurnsAreLimitedToo() async throws {
        try await TestServer.with { settings in
            settings.conversationLimits.bytes = 100_000
        } _: { server async throws in
            let conversation = try #require(try await server.chat("hello")["conversation"]?.stringValue)
            let message = String(repeating: "hello ", count: 10_000)
            let body = JSONValue.object([
                "message": .string(message), "conversation": .string(conversation), "on_busy": "queue",
            ]).serialized()
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group async throws in
                for _ in 0..<8 { group.addTask { try await server.send(.post, "/v1/chat", body: body).status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.count { $0 == 200 } == 1 && statuses.count { $0 == 422 } == 7)
        }
    }

    @Test func aClientAtItsStorageLimitCanDeleteConversations() async throws {
        try await TestServer.with { settings in
            settings.conversationLimits.clientBytes = 100_000
        } _: { server async throws in
            let large = String(repeating: "hello ", count: 12_000)
            let conversation = try #require(try await server.chat(large)["conversation"]?.stringValue)
            let full = try await server.send(.post, "/v1/chat", body: #"{"message":"hello"}"#)
            #expect(full.status == 409)
            #expect(full.json["type"] == "urn:torii:problem:storage-full")
            let extraction =
                #"{"text":"Tea at four.","schema":{"type":"object","properties":{"time":{"type":"string"}}}}"#
            let refused = try await server.send(.post, "/v1/extract", body: extraction)
            #expect(refused.json["type"] == "urn:torii:problem:storage-full")
            #expect(try await server.send(.delete, "/v1/conversations/\(conversation)").status == 204)
            #expect(try await server.send(.post, "/v1/chat", body: #"{"message":"hello"}"#).status == 200)
        }
    }

    @Test func aUserHasTheStorageOfItsPlan() async throws {
        try await TestServer.with { server async throws in
            let token = try await server.makeClientWithUsers(
                settings: ["plans": ["default": ["storage_mb": 1, "tokens_per_day": nil]]]
            ).token
            let (anna, ben) = (server.acting(for: "anna"), server.acting(for: "ben"))
            let large = JSONValue.object(["message": .string(String(repeating: "hello ", count: 100_000))]).serialized()
            let first = try await anna.send(.post, "/v1/chat", token: token, body: large)
            #expect(first.status == 200)
            let full = try await anna.send(.post, "/v1/chat", token: token, body: large)
            #expect(full.status == 409 && full.problem == "storage-full", "\(full.text)")
            #expect(full.json["title"] == "The user's storage is full" && full.text.contains("this request would add"))
            #expect(try await ben.send(.post, "/v1/chat", token: token, body: large).status == 200)
            let conversation = try #require(first.json["conversation"]?.stringValue)
            #expect(try await anna.send(.delete, "/v1/conversations/\(conversation)", token: token).status == 204)
            #expect(try await anna.send(.post, "/v1/chat", token: token, body: large).status == 200)
        }
    }

    @Test func allUsersShareTheStorageOfTheirClient() async throws {
        try await TestServer.with { settings in
            settings.conversationLimits.clientBytes = 100_000
        } _: { server async throws in
            let token = try await server.makeClientWithUsers().token
            let large = JSONValue.object(["message": .string(String(repeating: "hello ", count: 12_000))]).serialized()
            #expect(
                try await server.acting(for: "anna").send(.post, "/v1/chat", token: token, body: large).status == 200
            )
            let full = try await server.acting(for: "ben")
                .send(.post, "/v1/chat", token: token, body: #"{"message":"hello"}"#)
            #expect(full.problem == "storage-full" && full.text.contains("this app"), "\(full.text)")
            // Another client has its own room.
            #expect(try await server.send(.post, "/v1/chat", body: #"{"message":"hello"}"#).status == 200)
        }
    }

    @Test func runningTurnsCountTowardsTheLimit() async throws {
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
                settings.conversationLimits.clientBytes = 100_000
            } _: { server async throws in
                let large = String(repeating: "hello ", count: 12_000)
                var events = EventReader(try await server.stream(["message": .string(large)]))
                _ = try #require(try await events.next())
                let body = JSONValue.object(["message": .string(large)]).serialized()
                let refused = try await server.send(.post, "/v1/chat", body: body)
                #expect(refused.json["type"] == "urn:torii:problem:storage-full")
                gate.open()
                #expect(try await events.rest().last?.type == "run.completed")
            }
        }
    }

    private static let paths = ["/v1/chat", "/v1/extract", "/v1/tools/getInventory", "/mcp/tools/getInventory"]

    @Test func aClientAtItsRateIsRefusedBeforeItsBodyIsRead() async throws {
        try await LimitedServer.with([ClientLimits(requestsPerMinute: 1)], nil) { server, _, tokens in
            let replayed = [("Content-Type", "application/json"), ("Idempotency-Key", "k")]
            func chat() async throws -> Int {
                try await server.send(
                    .post,
                    "/v1/chat",
                    token: tokens[0],
                    body: #"{"message":"hi"}"#,
                    headers: replayed
                ).status
            }
            #expect(try await chat() == 200)
            for path in Self.paths + ["/v1/health/samples"] {
                let refused = try await server.send(.post, path, token: tokens[0], body: "{")
                #expect(refused.status == 429, "\(path)")
                #expect(refused.headers["Retry-After"] != nil)
            }
            // This check does not count as a request, and a repeated request reads the run that it started.
            #expect(try await chat() == 200)
            #expect(try await server.left("requests-per-minute", token: tokens[0]) == 0)
        }
    }

    @Test func aServerAtItsMemoryLimitReadsNoBody() async throws {
        try await TestServer.with { settings in
            settings.loadLimits.memoryBytes = 1
        } _: { server async throws in
            for path in Self.paths + ["/v1/health/samples"] {
                #expect(try await server.send(.post, path, body: "{").status == 503, "\(path)")
            }
            #expect(try await server.send(.get, "/v1/conversations/conv_none").status == 404)
        }
    }

    @Test func anExportCountsAsARequest() async throws {
        try await LimitedServer.with([ClientLimits(requestsPerMinute: 3)], nil) { server, _, tokens in
            let reply = try await server.send(.post, "/v1/chat", token: tokens[0], body: #"{"message":"hi"}"#)
            let conversation = try #require(reply.json["conversation"]?.stringValue)
            let path = "/v1/conversations/\(conversation)"
            for left in [1, 0] {
                let export = try await server.send(.get, path, token: tokens[0])
                #expect(export.status == 200 && export.headers["Content-Type"] == "application/json")
                #expect(export.json["messages"]?.arrayValue?.count == 2)
                #expect(try await server.left("requests-per-minute", token: tokens[0]) == left)
            }
            let refused = try await server.send(.get, path, token: tokens[0])
            #expect(refused.status == 429 && refused.headers["Retry-After"] != nil)
        }
    }

    @Test func anExportEndsIfItsReaderDisconnects() async throws {
        try await TestServer.with { settings in
            settings.conversationLimits.bytes = nil
        } _: { server async throws in
            let message = String(repeating: "hello ", count: 150_000)
            let conversation = try #require(try await server.chat(message)["conversation"]?.stringValue)
            for _ in 0..<9 { _ = try await server.chat(message, conversation: conversation) }
            let path = "/v1/conversations/\(conversation)"
            let other = HTTPClient()
            // The body is far larger than the socket buffers, and nothing reads it.
            var stuck: [HTTPResponse] = []
            for _ in 0..<8 { stuck.append(try await other.send(withToken(server, path))) }
            #expect(stuck.allSatisfy { $0.status == 200 })
            let second = try await server.send(.get, path)
            #expect(second.status == 429 && second.headers["Retry-After"] == "1")
            await other.shutdown()
            try await server.log.eventually { $0.count { $0.message == "Export ended" } == stuck.count }
            #expect(try await server.client.send(withToken(server, path)).status == 200)
        }
    }

    private func withToken(_ server: TestServer, _ path: String) -> HTTPRequest {
        var request = HTTPRequest(.get, server.baseURL + path, isTrusted: true)
        request.headers.append("Authorization", .plain("Bearer \(TestServer.clientToken)"))
        return request
    }
}
