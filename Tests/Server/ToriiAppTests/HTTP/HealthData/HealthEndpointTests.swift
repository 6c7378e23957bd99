import Accounts
import Foundation
import KeyVault
import Secrets
import Storage
import StorageSQLite
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

@Suite(.timeLimit(.minutes(2))) struct HealthEndpointTests {
    private static let path = "/v1/health/samples"

    /// Returns the upload of an exporter with a 12-hour clock for today, and for tomorrow in case midnight passes during the test.
    private static func export(steps: Int) -> String {
        let days = [0, 86_400].map { (Date() + $0).ISO8601Format().prefix(10) }
        let counts = days.map { #"{"date":"\#($0) 12:00:00\#u{202F}am +0000","qty":\#(steps),"source":"Phone"}"# }
        let pulses = days.map { #"{"date":"\#($0) 00:00:00 +0000","Min":58,"Avg":71.5,"Max":96}"# }
        return """
            {"data":{"metrics":[{"name":"step_count","units":"count","data":[\(counts.joined(separator: ","))]},
            {"name":"heart_rate","units":"count/min","data":[\(pulses.joined(separator: ","))]}],
            "workouts":[{"id":"1"},{"id":"2"}]}}
            """
    }

    @Test func uploadedSamplesAreUsedInATurn() async throws {
        try await TestServer.with { server in
            let first = try await server.send(.post, Self.path, body: Self.export(steps: 8_000))
            #expect(first.status == 200)
            #expect(
                first.json == [
                    "entries": 4, "added": 4, "replaced": 0, "unchanged": 0, "rejected": 0, "ignored": ["workouts": 2],
                ]
            )
            // The exporter repeats an upload after a lost connection.
            let again = try await server.send(.post, Self.path, body: Self.export(steps: 8_000))
            #expect(again.json["added"] == 0 && again.json["unchanged"] == 4)
            let later = try await server.send(.post, Self.path, body: Self.export(steps: 8_432))
            #expect(later.json["replaced"] == 2 && later.json["unchanged"] == 2)

            let english = try await server.chat("How many steps did I take today?")
            #expect(english["tool_calls"]?[0]?["name"] == "fetchHealthData")
            #expect(english["message"]?["text"]?.stringValue?.contains("Average of a day") == true, "\(english)")
            #expect(english["message"]?["text"]?.stringValue?.contains(": 8432\n") == true, "\(english)")
            #expect(english["message"]?["artifacts"]?[0]?["type"] == "health.metrics")
            let japanese = try await server.chat("今日の健康データを教えて")
            let text = try #require(japanese["message"]?["text"]?.stringValue)
            #expect(text.contains("歩数: 8432歩") && text.contains("心拍数: 71.5 bpm（58〜96）"), "\(text)")

            let bare = try await server.send(.post, "/mcp/tools/fetch-health-data", body: #"{"type":"weekly"}"#)
            #expect(bare.json["content"]?[0]?["text"]?.stringValue?.contains("Steps: 8432") == true)
            let unknown = try await server.send(.post, "/mcp/tools/fetchHealthData", body: #"{"type":"mood"}"#)
            #expect(unknown.json["isError"] == true)
            let known = unknown.json["content"]?[0]?["text"]?.stringValue
            #expect(known?.hasSuffix("The types are: today, weekly, step_count, heart_rate.") == true)

            let deleted = try await server.send(.delete, Self.path)
            #expect(deleted.status == 200 && deleted.json == ["deleted": 4])
            let empty = try await server.send(.post, "/mcp/tools/fetchHealthData", body: "{}")
            #expect(
                empty.json["content"]?[0]?["text"]?.stringValue == "No health data has arrived from the phone yet."
            )
        }
    }

    @Test func anInvalidEntryIsReportedAndTheOthersAreStored() async throws {
        try await TestServer.with { server in
            let body = #"""
                {"samples":[{"type":"steps","value":5,"start":"2026-11-20"},{"type":"steps","value":6,"start":"soon"},
                {"type":"steps","value":"x","start":"2026-11-21"}]}
                """#
            let answer = try await server.send(.post, Self.path, body: body)
            #expect(answer.status == 200)
            #expect(answer.json["added"] == 1 && answer.json["rejected"] == 2 && answer.json["entries"] == 3)
            #expect(
                answer.json["errors"]?.arrayValue?.compactMap { $0["pointer"]?.stringValue } == [
                    "#/samples/1/start", "#/samples/2/value",
                ]
            )
            let none = try await server.send(
                .post,
                Self.path,
                body: #"{"samples":[{"type":"steps","value":6,"start":"soon"}]}"#
            )
            #expect(none.status == 400 && none.json["type"] == "urn:torii:problem:invalid-request")
            #expect(none.json["errors"]?[0]?["pointer"] == "#/samples/0/start")
            #expect(try await server.send(.delete, Self.path).json == ["deleted": 1])
        }
    }

    @Test func invalidUploadsAreRefused() async throws {
        try await TestServer.with { server in
            let whole = Self.export(steps: 1)
            for body in [whole.dropLast(), whole.prefix(whole.count / 2), whole.prefix(1), ""] as [Substring] {
                let answer = try await server.send(.post, Self.path, body: String(body))
                #expect(answer.status == 400 && answer.json["type"] == "urn:torii:problem:invalid-json")
            }
            #expect(try await server.send(.post, Self.path, body: "[]").status == 400)
            let zone = try await server.send(.post, Self.path + "?time_zone=Asia/Tokio", body: whole)
            #expect(zone.status == 400)
            let csv = try await server.send(
                .post,
                Self.path,
                body: "a,b",
                headers: [("Content-Type", "multipart/form-data; boundary=x")]
            )
            #expect(csv.status == 415)
            let large = try await server.send(.post, Self.path, body: String(repeating: " ", count: (4 << 20) + 1))
            #expect(large.status == 413)
            #expect(try await server.send(.get, Self.path).status == 405)
            #expect(try await server.send(.post, Self.path, token: nil, body: whole).status == 401)
            #expect(try await server.send(.post, Self.path, token: TestServer.adminToken, body: whole).status == 403)
            #expect(try await server.send(.delete, Self.path).json == ["deleted": 0])
        }
    }

    @Test func anUploadMayBeLargerThanOtherBodies() async throws {
        try await TestServer.with { server in
            let samples = (0..<14_000).map { number in
                let start = Date(timeIntervalSince1970: 1_700_000_000 + Double(number) * 60).ISO8601Format()
                return #"{"type":"heart_rate","unit":"bpm","value":\#(60 + number % 40),"start":"\#(start)"}"#
            }
            let body = #"{"samples":["# + samples.joined(separator: ",") + "]}"
            #expect(body.utf8.count > 1 << 20)
            let first = try await server.send(.post, Self.path, body: body)
            #expect(first.json["added"] == 14_000)
            let again = try await server.send(.post, Self.path, body: body)
            #expect(again.json["unchanged"] == 14_000)
        }
    }

    @Test func aClientHasALimitOfSamples() async throws {
        try await TestServer.with { settings in
            settings.maximumHealthSamples = 1500
        } _: { server in
            func upload(_ numbers: Range<Int>, value: Int = 60) async throws -> TestServer.Answer {
                let samples = numbers.map { number in
                    let start = Date(timeIntervalSince1970: 1_700_000_000 + Double(number) * 60).ISO8601Format()
                    return #"{"type":"heart_rate","unit":"bpm","value":\#(value),"start":"\#(start)"}"#
                }
                let body = #"{"samples":["# + samples.joined(separator: ",") + "]}"
                return try await server.send(.post, Self.path, body: body)
            }
            #expect(try await upload(0..<1400).status == 200)
            // The second piece of the upload exceeds the limit.
            let full = try await upload(0..<1600)
            #expect(full.status == 409)
            #expect(full.json["type"] == "urn:torii:problem:storage-full")
            #expect(full.json["detail"]?.stringValue?.contains("100 samples were not stored") == true)
            #expect(full.json["unchanged"] == 1400 && full.json["added"] == 100 && full.json["refused"] == 100)
            // Stored samples can be sent again and corrected.
            #expect(try await upload(0..<1500).json["unchanged"] == 1500)
            #expect(try await upload(0..<10, value: 61).json["replaced"] == 10)
            #expect(try await upload(2000..<2001).status == 409)
            #expect(try await server.send(.delete, Self.path).json == ["deleted": 1500])
            #expect(try await upload(2000..<2001).json["added"] == 1)
        }
    }

    @Test func theLimitThatAUserReachesMayBeItsOwnOrThatOfItsApp() async throws {
        try await TestServer.with { settings in
            settings.maximumHealthSamples = 1
        } _: { server async throws in
            let token = try await server.makeClientWithUsers().token
            let full = try await server.acting(for: "anna")
                .send(.post, Self.path, token: token, body: Self.export(steps: 1))
            #expect(full.status == 409 && full.problem == "storage-full", "\(full.text)")
            #expect(full.json["title"] == "The storage of the user or of its app is full")
        }
    }

    @Test func uploadsAreRefusedIfTheToolIsOff() async throws {
        try await TestServer.with { settings in
            settings.tools = ["getInventoryList"]
        } _: { server in
            let answer = try await server.send(.post, Self.path, body: Self.export(steps: 1))
            #expect(answer.status == 404 && answer.json["type"] == "urn:torii:problem:not-found")
            #expect(try await server.send(.delete, Self.path).json == ["deleted": 0])
        }
    }

    @Test func clientsSeeOnlyTheirOwnSamples() async throws {
        let folder = NSTemporaryDirectory() + "torii-health-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = try SQLiteStore(path: folder + "/torii.sqlite")
        let key = try MasterKeySources(defaultFile: folder + "/master.key").load(creatingIfMissing: true)
        let clients = try await Clients(store: store, vault: KeyVault(store: store, masterKeys: key))
        let issued = try await clients.create(
            ClientDraft(name: "exporter", scopes: [.tool("fetchHealthData")]),
            by: .torii
        )
        let token = issued.token.withBytes { String(decoding: $0, as: UTF8.self) }
        let other = try await clients.create(ClientDraft(name: "other", scopes: [.tool("searchWeb")]), by: .torii)
        let otherToken = other.token.withBytes { String(decoding: $0, as: UTF8.self) }
        try await TestServer.with(dataDirectory: folder) { server in
            let sent = try await server.send(.post, Self.path, token: token, body: Self.export(steps: 77))
            #expect(sent.status == 200)
            let own = try await server.send(.post, "/mcp/tools/fetchHealthData", token: token, body: "{}")
            #expect(own.json["content"]?[0]?["text"]?.stringValue?.contains("Steps: 77") == true)
            let others = try await server.send(.post, "/mcp/tools/fetchHealthData", body: "{}")
            #expect(others.json["content"]?[0]?["text"]?.stringValue?.contains("No health data") == true)
            #expect(try await server.send(.delete, Self.path).json == ["deleted": 0])
            let refused = try await server.send(.post, Self.path, token: otherToken, body: Self.export(steps: 1))
            #expect(refused.status == 403)
            #expect(refused.json["detail"]?.stringValue?.contains("'tools:fetchHealthData'") == true)
            // The samples are deleted with the client.
            let path = "/admin/clients/\(issued.client.id)"
            #expect(try await server.send(.delete, path, token: TestServer.adminToken).status == 204)
        }
        #expect(try await store.healthMetrics(of: Owner(client: issued.client.id)) == [])
    }

    @Test func samplesAreDeletedAfterTheirRetention() async throws {
        let store = try SQLiteStore(path: nil)
        let now = Date(timeIntervalSince1970: 1_795_000_000)
        let samples = [1.0, 99, 101, 400].map { hours in
            HealthSampleRecord(metric: "step_count", start: now - hours * 3600, unit: "count", value: 1)
        }
        _ = try await store.storeHealthSamples(samples, of: Owner(client: "c"), limit: nil)
        let log = LogCapture()
        var upkeep = HealthUpkeep(store: store, retention: nil, logger: log.logger)
        upkeep.now = { now }
        await upkeep.clear(.seconds(100 * 3600))
        #expect(try await store.deleteHealthSamples(of: Owner(client: "c")) == 2)
    }
}
