import EventStreams
import Foundation
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentRuntime
@testable import AgentServer
@testable import ToriiApp

@Suite(.timeLimit(.minutes(2))) struct RunIdempotencyTests {
    private func headers(_ key: String) -> [(String, String)] {
        [("Content-Type", "application/json"), ("Idempotency-Key", key)]
    }

    @Test func requestsWithOneKeyStartOneRun() async throws {
        let gate = StandInGate()
        let script: OpenAIStandIn.Script = { _ in
            var reply = ScriptedReply([.wait(.gate(gate))])
            reply.steps.append(.token("done"))
            return reply
        }
        try await OpenAIStandIn.with(script: script) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                let runs = try await withThrowingTaskGroup(of: String?.self) { group in
                    for number in 0..<6 {
                        group.addTask {
                            // The key is the same with quotes, as in the draft, and without.
                            let key = number.isMultiple(of: 2) ? "\"k 1\"" : "k 1"
                            let answer = try await server.send(
                                .post,
                                "/v1/chat",
                                body: #"{"message":"go"}"#,
                                headers: headers(key)
                            )
                            #expect(answer.status == 200)
                            #expect(answer.json["message"]?["text"] == "done")
                            return answer.json["run"]?.stringValue
                        }
                    }
                    _ = await standIn.server.requests(atLeast: 1)
                    gate.open()
                    return try await group.reduce(into: Set()) { $0.insert($1) }
                }
                #expect(runs.count == 1)
                // This repeats it after the end. A stream would be another body.
                let again = try await server.send(
                    .post,
                    "/v1/chat",
                    body: #"{"message":"go"}"#,
                    headers: headers("k 1")
                )
                #expect(runs.contains(again.json["run"]?.stringValue))
                let other = try await server.send(
                    .post,
                    "/v1/chat",
                    body: #"{"message":"no"}"#,
                    headers: headers("k 1")
                )
                #expect(other.status == 422)
                #expect(other.json["type"] == "urn:torii:problem:idempotency-mismatch")
                #expect(standIn.requests.count == 1)
            }
        }
    }

    @Test func aStreamIsRepeatedFromItsFirstEvent() async throws {
        try await TestServer.with { server in
            let body: JSONObject = ["message": "show the inventory"]
            let key = [("Idempotency-Key", "k")]
            let first = try await server.stream(body, headers: key).events()
            let second = try await server.stream(body, headers: key).events()
            #expect(first.map(\.id) == second.map(\.id))
            #expect(first.map(\.data) == second.map(\.data))
        }
    }

    @Test func aFaultIsRepeatedWithItsStatus() async throws {
        try await OpenAIStandIn.with(script: { _ in .failure(OpenAIStandIn.failure(500)) }) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                var runs: Set<JSONValue?> = []
                for _ in 0..<2 {
                    let answer = try await server.send(
                        .post,
                        "/v1/chat",
                        body: #"{"message":"go","stream":true}"#,
                        headers: headers("k")
                    )
                    #expect(answer.status == 502)
                    runs.insert(answer.json["run"])
                }
                #expect(runs.count == 1)
            }
        }
    }

    @Test func aKeyOutlivesARestart() async throws {
        let folder = NSTemporaryDirectory() + "torii-idempotency-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func ask() async throws -> JSONValue {
            try await TestServer.with(dataDirectory: folder) { server in
                try await server.send(
                    .post,
                    "/v1/chat",
                    body: #"{"message":"show the inventory"}"#,
                    headers: headers("k")
                ).json
            }
        }
        let first = try await ask()
        #expect(first["status"] == "completed")
        #expect(try await ask() == first)
    }

    private func ask(_ server: TestServer, _ key: String) async throws -> TestServer.Answer {
        try await server.send(.post, "/v1/chat", body: #"{"message":"go"}"#, headers: headers(key))
    }

    /// After a kill or a stop, the same key has a final status as long as the run is stored.
    ///
    /// A new key starts a new run.
    @Test func aRunThatWasInterruptedIsFinal() async throws {
        let folder = NSTemporaryDirectory() + "torii-interrupted-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let gate = StandInGate()
        let script: OpenAIStandIn.Script = { _ in ScriptedReply([.wait(.gate(gate)), .token("done")]) }
        try await OpenAIStandIn.with(script: script) { standIn in
            func with(_ body: @Sendable (TestServer) async throws -> Void) async throws {
                try await TestServer.with(dataDirectory: folder) { settings in
                    settings.models = [ModelReference(provider: .openai, name: "m")]
                    settings.addresses[.openai] = standIn.baseURL
                } _: {
                    try await body($0)
                }
            }
            try await with { server in
                async let asked = ask(server, "k")
                _ = await standIn.server.requests(atLeast: 1)
                await server.stop()
                // A waiting caller is asked to try the next server.
                let answer = try await asked
                #expect(answer.status == 503 && answer.json["type"] == "urn:torii:problem:shutting-down")
            }
            try await with { server in
                for _ in 0..<2 {
                    let answer = try await ask(server, "k")
                    #expect(answer.status == 409 && answer.headers["Retry-After"] == nil, "\(answer.text)")
                    #expect(answer.json["type"] == "urn:torii:problem:run-interrupted")
                    #expect(answer.json["detail"]?.stringValue?.contains("new Idempotency-Key") == true)
                    #expect(answer.json["run"]?.stringValue != nil)
                }
                gate.open()
                let again = try await ask(server, "k2")
                #expect(again.status == 200 && again.json["message"]?["text"] == "done")
            }
        }
    }

    @Test(arguments: ["\"\"", String(repeating: "k", count: 256), "schlüssel"])
    func anInvalidKeyIsRefused(key: String) async throws {
        try await TestServer.with { server in
            let answer = try await server.send(.post, "/v1/chat", body: #"{"message":"go"}"#, headers: headers(key))
            #expect(answer.status == 400)
        }
    }
}
