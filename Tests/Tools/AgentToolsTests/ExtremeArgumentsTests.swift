import Foundation
import LanguageModels
import Storage
import StorageSQLite
import StreamingJSON
import Testing
import Transport

@testable import AgentTools
@testable import BuiltInTools

/// Unrealistic values for every argument of every tool: each call ends, and its output is limited.
@Suite(.timeLimit(.minutes(3))) struct ExtremeArgumentsTests {
    private static let values: [JSONValue] = [
        .integer(.min), .integer(.max), .integer(-1), .integer(0), .integer(1), .number(1e308), .number(-1e308),
        .number(0.5),
        "9223372036854775807", "-9223372036854775808", "9223372036854775808", "NaN", "inf", "1e999", "", " ", "\u{0}",
        "2026-11-24", "0000-00-00", "9999-12-31", "0001-01-01", "-1-1-1", "2026-11-24T99:99:99Z",
        "+999999999-12-31T00:00:00Z", "file:///etc/passwd", "http://[::1", "http://a\u{0}b/", "x-9223372036854775808",
        .string(String(repeating: "é, フランス ", count: 3000)), .string(String(repeating: "x", count: 100_000)), .null,
        true,
        [], [:], [1, [2, [3]]],
    ]

    /// Returns the tools without a network: the client is shut down, so that every request fails at once.
    private static func registry() async throws -> ToolRegistry {
        let client = HTTPClient()
        await client.shutdown()
        let store = try SQLiteStore(path: nil)
        let inventory = EmbeddedInventory(store: store)
        let account = DAVAccount(client: client, baseURL: "http://127.0.0.1:1")
        return ToolRegistry([
            SearchWeb(upstreams: [TavilySearch(client: client)]), ReadWebPage(client: client),
            GetCurrentWeather(client: client), GetInventoryList(inventory: inventory),
            GetInventory(inventory: inventory),
            CreateInventory(inventory: inventory), UpdateInventory(inventory: inventory),
            DeleteInventory(inventory: inventory), FindContacts(account: account), GetCalendarEvents(account: account),
            FetchHealthData(store: store),
        ])
    }

    /// The arguments that each tool requires.
    private static let usual: JSONObject = [
        "query": "x", "url": "https://example.test/", "city": "Tokyo", "title": "x", "id": 1, "attendee": "A",
        "date": "2026-11-24", "day": 1, "month": 1, "year": 2026,
    ]

    @Test(arguments: ["en", "ja"]) func everyToolAnswers(locale: String) async throws {
        let registry = try await Self.registry()
        for tool in registry.tools {
            let names = (tool.parameters.jsonValue["properties"]?.objectValue ?? [:]).map(\.key)
            #expect(!names.isEmpty)
            for name in names {
                for value in Self.values {
                    for isAlone in [true, false] {
                        var arguments = JSONObject(Self.usual.filter { names.contains($0.key) && !isAlone })
                        arguments[name] = value
                        let outcome = try await registry.call(
                            tool.name,
                            arguments: .object(arguments),
                            metadata: [
                                "locale": GeneratedContent(locale), "time_zone": GeneratedContent("Asia/Tokyo"),
                                "client": GeneratedContent("c"),
                            ]
                        )
                        let count = outcome.output.segments.text.utf8.count
                        #expect(count < 100_000, "\(tool.name) \(name): \(count)")
                    }
                }
            }
        }
    }

    @Test func argumentsAreBoundedInAll() async throws {
        let registry = ToolRegistry([ProbeTool(answer: { "\($0.word.utf8.count)" })])
        for (count, isError) in [(65_000, false), (65_536, true), (10_000_000, true)] {
            let word = JSONValue.string(String(repeating: "x", count: count))
            let outcome = try await registry.call("probe", arguments: ["word": word], metadata: [:])
            #expect(outcome.isError == isError)
            #expect(!isError || outcome.output.segments.text.contains("Shorten them to 65536 bytes"))
        }
    }

    @Test(arguments: [
        (
            "getCurrentWeather", "city", "Paris" + String(repeating: ", France", count: 7000),
            "The name of the city is too long"
        ),
        ("getCalendarEvents", "attendee", String(repeating: "A", count: 60_000), "The attendee's name is too long"),
        (
            "readWebPage", "url", "https://example.test/" + String(repeating: "a", count: 60_000),
            "longer than 8192 bytes"
        ),
        ("fetchHealthData", "type", String(repeating: "x", count: 20_000), "no type of health data"),
    ]) func shortFieldsAreBounded(tool: String, name: String, text: String, words: String) async throws {
        let outcome = try await Self.registry().call(
            tool,
            arguments: [name: .string(text)],
            metadata: ["client": GeneratedContent("c")]
        )
        #expect(outcome.isError && outcome.output.segments.text.contains(words))
    }
}
