import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// Lists for spreadsheets, and the use of limits.
@Suite(.timeLimit(.minutes(1))) struct AdminTableTests {
    @Test func listsAreTables() async throws {
        try await TestServer.with { server in
            _ = try await server.admin(.post, "clients", ["name": "=phone"])
            _ = try await server.chat("List the inventory")
            for (path, column) in [("clients", "id,name,"), ("usage", "client,day,"), ("audit", "id,time,")] {
                let fields = [("Accept", "text/csv")]
                let answer = try await server.send(
                    .get,
                    "/admin/" + path,
                    token: TestServer.adminToken,
                    headers: fields
                )
                #expect(answer.headers["Content-Type"] == "text/csv; charset=utf-8", "\(path)")
                #expect(answer.bytes.starts(with: [0xEF, 0xBB, 0xBF] + Array(column.utf8)), "\(path)")
                if path == "clients" { #expect(answer.text.contains(",'=phone,")) }
            }
            #expect(try await server.admin(.get, "clients").headers["Content-Type"] == "application/json")
        }
    }

    @Test func theUseOfLimitsIsReported() async throws {
        try await TestServer.with { server in
            // One a minute, because the request is available again after that part of a minute.
            let limits: JSONValue = ["tokens_per_day": 100_000, "requests_per_minute": 1, "concurrent_runs": 2]
            let made = try await server.admin(.post, "clients", ["name": "phone", "limits": limits]).json
            let (id, token) = (made["client"]?["id"]?.stringValue ?? "", made["token"]?["secret"]?.stringValue ?? "")
            let body = #"{"message":"Delete the inventory item with the ID 1"}"#
            _ = try await server.send(.post, "/v1/chat", token: token, body: body)
            let uses = try await server.admin(.get, "clients/\(id)/limits").json["limits"]?.arrayValue ?? []
            let names = uses.compactMap { $0["name"]?.stringValue }
            #expect(names == ["requests-per-minute", "concurrent-runs", "tokens-per-day"])
            #expect(uses.first?["used"] == 1)
            #expect(uses.last?["quota"] == 100_000)
            #expect(uses.last?["resets_at"]?.stringValue != nil)
            #expect(try await server.admin(.get, "clients/nobody/limits").status == 404)
        }
    }

    @Test func usageIsSummedByTime() async throws {
        try await TestServer.with { server in
            _ = try await server.chat("List the inventory")
            _ = try await server.chat("List the inventory")
            let summary = try await server.admin(.get, "usage/summary?by=hour&group=model&time_zone=Asia/Tokyo").json
            #expect(summary["time_zone"] == "Asia/Tokyo")
            #expect(summary["totals"]?["turns"] == 2)
            #expect(summary["groups"]?[0]?["key"] == "phrasebook")
            for query in [
                "by=week", "group=tool", "time_zone=Mars", "from=2020-01-01T00:00:00Z",
                "until=2020-01-01T00:00:00Z&from=2021-01-01T00:00:00Z",
            ] {
                #expect(try await server.admin(.get, "usage/summary?\(query)").status == 400, "\(query)")
            }
        }
    }
}
