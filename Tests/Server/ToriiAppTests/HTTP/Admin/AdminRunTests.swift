import AgentRuntime
import EventStreams
import Foundation
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// The times and counts of runs, over HTTP.
@Suite(.timeLimit(.minutes(2))) struct AdminRunTests {
    private static let secretWords = "lamp"

    private func list(_ server: TestServer, _ query: String = "") async throws -> JSONValue {
        try await server.admin(.get, "runs\(query)").json
    }

    private func spans(_ server: TestServer, _ run: String) async throws -> [JSONValue] {
        try await server.admin(.get, "runs/\(run)").json["spans"]?.arrayValue ?? []
    }

    @Test func endedRunsAreListedWithoutTheirTexts() async throws {
        try await TestServer.with { server in
            let first = try await server.chat(#"Add "lamp" to the inventory, quantity 1"#)
            let call = try await server.send(.post, "/v1/tools/createInventory", body: #"{"title":"lamp"}"#)
            #expect(call.status == 200)
            let answer = try await server.admin(.get, "runs")
            #expect(!answer.text.contains(Self.secretWords))
            let runs = try #require(answer.json["runs"]?.arrayValue)
            #expect(runs.count == 2 && answer.json["next"] == .null)
            #expect(runs[0]["tool"] == "createInventory" && runs[0]["model"] == .null)
            #expect(runs[1]["id"] == first["run"] && runs[1]["model"] == "phrasebook" && runs[1]["tool"] == .null)
            for run in runs {
                #expect(run["status"] == "completed" && run["problem"] == .null)
                #expect(run["client_name"]?.stringValue?.isEmpty == false)
                #expect(run["tool_calls"] == 1)
                let (queue, all) = (run["queue_ms"]?.intValue ?? -1, run["duration_ms"]?.intValue ?? -1)
                #expect(queue >= 0 && all >= queue)
            }
            let id = try #require(first["run"]?.stringValue)
            let detail = try await server.admin(.get, "runs/\(id)")
            #expect(detail.json["run"] == runs[1] && detail.json["spans_omitted"] == 0)
            #expect(!detail.text.contains(Self.secretWords))
            let spans = try #require(detail.json["spans"]?.arrayValue)
            #expect(spans.map { $0["kind"] }.contains("tool") && spans.first?["kind"] == "queue")
            let tool = try #require(spans.first { $0["kind"] == "tool" })
            #expect(tool["tool"] == "createInventory" && tool["state"] == "done" && tool["round"] == 1)
            let round = try #require(spans.first { $0["kind"] == "round" })
            #expect(round["upstream"] == "phrasebook" && round["model"] == .null && round["round"] == 1)
            #expect(spans.allSatisfy { $0["duration_ms"]?.intValue != nil })
            let counts = try await server.admin(.get, "runs/counts").json["counts"]
            #expect(counts?["completed"] == 2 && counts?["running"] == 0)
        }
    }

    /// A run under way is in the list from its start, with its spans so far.
    @Test func aRunUnderWayIsLive() async throws {
        let gate = StandInGate()
        let script: OpenAIStandIn.Script = { _ in
            var reply = ScriptedReply.tokens(["first"])
            reply.steps.append(.wait(.gate(gate)))
            reply.steps.append(.token(" last"))
            return reply
        }
        try await OpenAIStandIn.with(script: script) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                let response = try await server.stream(["message": "go", "on_disconnect": "finish"])
                var reader = EventReader(response)
                let events = try await reader.next(2)
                let id = try #require(events[0].json["run"]?.stringValue)
                let live = try await server.admin(.get, "runs/\(id)").json
                #expect(live["spans"]?.arrayValue?.count == 2)
                #expect(live["run"]?["status"] == "running" && live["run"]?["duration_ms"] == .null)
                #expect(live["spans"]?[1]?["kind"] == "round" && live["spans"]?[1]?["duration_ms"] == .null)
                #expect(try await list(server, "?status=running")["runs"]?[0]?["id"] == .string(id))
                #expect(try await list(server, "?status=completed,failed")["runs"] == [])
                #expect(try await server.admin(.get, "runs/counts").json["counts"]?["running"] == 1)
                gate.open()
                _ = try await reader.rest()
                try await server.log.eventually { $0.contains { $0.message == "Run ended" } }
                let ended = try await server.admin(.get, "runs/\(id)").json
                #expect(ended["run"]?["status"] == "completed")
                let round = ended["spans"]?[1]
                #expect(round?["upstream"] == "openai" && round?["model"] == "m" && round?["finish"] == "stop")
                let (first, all) = (round?["first_token_ms"]?.intValue ?? -1, round?["duration_ms"]?.intValue ?? -1)
                #expect(first >= 0 && all >= first)
                #expect(try await list(server)["runs"]?.arrayValue?.count == 1)
                #expect(try await list(server, "?status=running")["runs"] == [])
                #expect(try await list(server, "?model=openai:m")["runs"]?.arrayValue?.count == 1)
                #expect(try await list(server, "?model=openai:other")["runs"] == [])
            }
        }
    }

    @Test func aFailedRunNamesItsProblem() async throws {
        try await OpenAIStandIn.with(script: { _ in .failure(OpenAIStandIn.failure(503)) }) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                _ = try await server.chat("go")
                let failed = try await list(server)["runs"]?[0]
                #expect(failed?["status"] == "failed" && failed?["problem"] == "upstream-failed")
                let spans = try await spans(server, failed?["id"]?.stringValue ?? "")
                #expect(spans.last?["kind"] == "round" && spans.last?["finish"] == "failed")
                #expect(spans.last?["first_token_ms"] == .null)
            }
        }
    }

    /// A wait that a process has left has its times in the next one.
    @Test func aWaitContinuesAfterARestart() async throws {
        let folder = NSTemporaryDirectory() + "torii-runs-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let set: @Sendable (inout Settings) -> Void = { $0.toolsApproval = ["create-inventory"] }
        let body = #"{"message":"Add \"lamp\" to the inventory, quantity 1"}"#
        let (id, action) = try await TestServer.with(dataDirectory: folder, set) { server in
            let waiting = try await server.send(.post, "/v1/chat", body: body)
            let id = try #require(waiting.json["run"]?.stringValue)
            let wait = try #require(try await spans(server, id).last)
            #expect(wait["kind"] == "wait" && wait["wait"] == "approval" && wait["tool"] == "createInventory")
            #expect(wait["duration_ms"] == .null)
            return (id, waiting.json["actions"]?[0] ?? waiting.json["required_actions"]?[0])
        }
        let call = try #require(action?["call"]?.stringValue)
        try await TestServer.with(dataDirectory: folder, set) { server in
            let waiting = try await list(server, "?status=waiting")["runs"]
            #expect(waiting?.arrayValue?.map { $0["id"] } == [.string(id)])
            #expect(try await spans(server, id).last?["duration_ms"] == .null)
            let answer: JSONValue = ["decisions": [["call": .string(call), "decision": "approve"]], "stream": false]
            let done = try await server.send(.post, "/v1/runs/\(id)/outputs", body: answer.serialized())
            #expect(done.status == 200)
            let ended = try await spans(server, id)
            #expect(ended.allSatisfy { $0["duration_ms"]?.intValue != nil })
            #expect(ended.map { $0["kind"] }.filter { $0 == "wait" }.count == 1)
            #expect(ended.contains { $0["tool"] == "createInventory" && $0["kind"] == "tool" && $0["state"] == "done" })
            #expect(try await list(server)["runs"]?.arrayValue?.map { $0["status"] } == ["completed"])
        }
    }

    /// A run of a killed process is interrupted, with the spans that were stored.
    @Test func aKilledRunKeepsWhatWasStored() async throws {
        let folder = NSTemporaryDirectory() + "torii-runs-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let gate = StandInGate()
        let script: OpenAIStandIn.Script = { request in
            var reply = ScriptedReply.tokens(["first"])
            if request.lastUserText == "one" { reply.steps.append(.wait(.gate(gate))) }
            return reply
        }
        let set: @Sendable (inout Settings, String) -> Void = { settings, url in
            settings.models = [ModelReference(provider: .openai, name: "m")]
            settings.addresses[.openai] = url
            settings.runLimits.storeDelay = .milliseconds(5)
        }
        try await OpenAIStandIn.with(script: script) { standIn in
            let id = try await TestServer.with {
                set(&$0, standIn.baseURL)
            } _: { server in
                let response = try await server.stream(["message": "one", "on_disconnect": "finish"])
                var reader = EventReader(response)
                let events = try await reader.next(2)
                // The round starts before the first text, which a later flush stores together with it.
                _ = try await server.chat("zero")
                try FileManager.default.copyItem(atPath: server.dataDirectory, toPath: folder)
                gate.open()
                return try #require(events[0].json["run"]?.stringValue)
            }
            try await TestServer.with(dataDirectory: folder) {
                set(&$0, standIn.baseURL)
            } _: { server in
                let answer = try await server.admin(.get, "runs/\(id)").json
                #expect(answer["run"]?["status"] == "interrupted")
                #expect(answer["run"]?["duration_ms"]?.intValue != nil)
                let listed = try await list(server, "?status=interrupted")["runs"]
                #expect(listed?.arrayValue?.map { $0["id"] } == [.string(id)])
            }
        }
    }

    @Test func pagesFollowEachOther() async throws {
        try await TestServer.with { server in
            for _ in 0..<5 { _ = try await server.send(.post, "/v1/tools/getInventoryList", body: "{}") }
            let all = try await list(server)["runs"]?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
            #expect(all.count == 5 && all == all.sorted(by: >))
            var found: [String] = []
            var cursor: String?
            repeat {
                let page = try await list(server, "?limit=2" + (cursor.map { "&cursor=\($0)" } ?? ""))
                found += page["runs"]?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
                cursor = page["next"]?.stringValue
            } while cursor != nil
            #expect(found == all)
            #expect(try await list(server, "?client=preset:client:preset")["runs"]?.arrayValue?.count == 5)
            let made = try await server.admin(.post, "clients", ["name": "phone", "scopes": ["tools:*"]]).json
            let (id, token) = (made["client"]?["id"]?.stringValue ?? "", made["token"]?["secret"]?.stringValue ?? "")
            _ = try await server.send(.post, "/v1/tools/getInventoryList", token: token, body: "{}")
            let own = try await list(server, "?client=\(id.prefix(8))")["runs"]?.arrayValue ?? []
            #expect(own.map { $0["client_name"] } == ["phone"])
            #expect(try await server.admin(.delete, "clients/\(id)").status == 204)
            #expect(try await list(server)["runs"]?.arrayValue?.count == 5)
            #expect(try await list(server, "?client=nobody")["runs"] == [])
            #expect(try await list(server, "?since=2999-01-01T00:00:00Z")["runs"] == [])
            #expect(try await list(server, "?until=2000-01-01T00:00:00Z")["runs"] == [])
            #expect(try await list(server, "?since=2000-01-01T00:00:00Z")["runs"]?.arrayValue?.count == 5)
        }
    }

    @Test(arguments: [
        "runs?status=", "runs?status=running,", "runs?status=done", "runs?limit=0", "runs?limit=501", "runs?since=now",
        "runs?conversation=x", "runs/counts?since=2000-01-01T00:00:00Z",
    ])
    func aFaultyQueryIsRefused(path: String) async throws {
        try await TestServer.with { server in
            let status = try await server.admin(.get, path).status
            #expect(status == 400)
        }
    }

    @Test func onlyReadersOfRecordsSeeThem() async throws {
        try await TestServer.with { server in
            #expect(try await server.admin(.get, "runs/run_0").status == 404)
            let made = try await server.admin(.post, "clients", ["name": "keys", "scopes": ["admin:keys"]]).json
            let token = try #require(made["token"]?["secret"]?.stringValue)
            for path in ["/admin/runs", "/admin/runs/run_0", "/admin/runs/counts"] {
                #expect(try await server.send(.get, path, token: token).status == 403)
                #expect(try await server.send(.get, path).status == 403)
                #expect(try await server.send(.get, path, token: nil).status == 401)
            }
        }
    }
}
