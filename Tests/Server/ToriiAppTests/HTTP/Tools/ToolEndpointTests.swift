import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

@Suite(.timeLimit(.minutes(2))) struct ToolEndpointTests {
    @Test func theToolsAreListed() async throws {
        try await TestServer.with { server in
            let answer = try await server.send(.get, "/v1/tools")
            let tools = try #require(answer.json["tools"]?.arrayValue)
            #expect(
                tools.compactMap { $0["name"]?.stringValue } == [
                    "searchWeb", "readWebPage", "getCurrentWeather", "getInventoryList", "getInventory",
                    "createInventory",
                    "updateInventory", "deleteInventory", "findContacts", "getCalendarEvents", "fetchHealthData",
                    "readOn",
                ]
            )
            #expect(tools.filter { $0["destructive"] == true }.map { $0["name"] } == ["deleteInventory"])
            #expect(tools.allSatisfy { $0["parameters"]?["type"] == "object" })
            let left = tools.filter { $0["client_output"]?["type"] == "object" }
            #expect(left.map { $0["name"] } == ["findContacts", "getCalendarEvents", "fetchHealthData"])

            #expect(tools.filter { $0["idempotent"] == false }.map { $0["name"] } == ["createInventory"])
            #expect(
                tools.filter { $0["read_only"] == false }.map { $0["name"] }
                    == ["createInventory", "updateInventory", "deleteInventory"]
            )
            #expect(tools.allSatisfy { $0["deadline_seconds"]?.doubleValue == 20 })
            #expect(tools.filter { $0["output_budget"] == .null }.map { $0["name"] } == ["readOn"])
            let weather = try #require(tools.first { $0["name"] == "getCurrentWeather" })
            #expect(weather["cache"]?["seconds"]?.doubleValue == 300 && weather["cache"]?["scope"] == "shared")
            #expect(weather["artifacts"] == ["weather.reports"])
            #expect(weather["examples"]?["ja"]?.stringValue?.isEmpty == false)
        }
    }

    @Test func namesInKebabAndParametersInSnakeCase() async throws {
        try await TestServer.with { server in
            let created = try await server.send(.post, "/mcp/tools/create-inventory", body: #"{"title":"A4 paper"}"#)
            #expect(created.status == 200)
            #expect(created.json["isError"] == nil)
            #expect(created.json["content"]?[0]?["text"]?.stringValue?.contains("ID: 1 - A4 paper (updated: ") == true)
            for body in [#"{"updated_after":"2020-01-01"}"#, #"{"updatedAfter":"2020-01-01"}"#] {
                let listed = try await server.send(.post, "/mcp/tools/get-inventory-list?locale=ja", body: body)
                #expect(listed.json["content"]?[0]?["text"]?.stringValue?.contains("ID: 1 - A4 paper (更新: ") == true)
            }
            let none = try await server.send(
                .post,
                "/mcp/tools/getInventoryList",
                body: #"{"updated_before":"2020-01-01"}"#
            )
            #expect(none.json["content"]?[0]?["text"]?.stringValue?.contains("ID: 1") == false)
        }
    }

    @Test func failuresAreInTheCallersLanguage() async throws {
        try await TestServer.with { server in
            let answer = try await server.send(.post, "/mcp/tools/createInventory?locale=ja", body: "{}")
            #expect(answer.json["content"]?[0]?["text"]?.stringValue?.contains("引数が正しくありません") == true, "\(answer.text)")
            let zone = try await server.send(.post, "/mcp/tools/getInventoryList?time_zone=Asia/Tokio", body: "{}")
            #expect(zone.json["isError"] == true)
            #expect(zone.json["content"]?[0]?["text"]?.stringValue?.contains("IANA") == true)
        }
    }

    @Test(arguments: [
        ("fly", "{}", "There is no tool named fly"), ("getInventory", "{}", "'id' is missing"),
        ("getInventory", #"{"id":"x"}"#, "expected integer"), ("getInventory", "{", "not JSON"),
        ("getInventory", #"{"id":99}"#, "99"), ("getCurrentWeather", #"{"city":"Tokyo"}"#, "weather"),
    ])
    func failuresAreReportedAsText(tool: String, body: String, says: String) async throws {
        try await TestServer.with { server in
            let answer = try await server.send(.post, "/mcp/tools/\(tool)", body: body)
            #expect(answer.status == 200)
            #expect(answer.json["isError"] == true)
            #expect(answer.json["content"]?[0]?["text"]?.stringValue?.contains(says) == true, "\(answer.text)")
        }
    }
}
