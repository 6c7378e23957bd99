import AgentTools
import BuiltInTools
import Foundation
import LanguageModels
import OwnerLiterals
import Storage
import StorageSQLite
import StreamingJSON

/// A call of `fetchHealthData` as the runtime makes it, at 10:00 on 2026-11-21 in Tokyo.
struct HealthTrial {
    let text: String
    let isError: Bool
    let artifacts: [ToolArtifact]

    init(
        _ store: any HealthStore,
        _ arguments: JSONValue,
        locale: String = "en",
        timeZone: String = "Asia/Tokyo",
        client: String? = "c"
    ) async throws {
        var metadata = [
            "locale": GeneratedContent(locale), "time_zone": GeneratedContent(timeZone),
            "now": GeneratedContent("2026-11-21T01:00:00Z"),
        ]
        if let client { metadata["client"] = GeneratedContent(client) }
        let outcome = try await ToolRegistry([FetchHealthData(store: store)])
            .call("fetchHealthData", arguments: arguments, metadata: metadata, for: Caller(localeIdentifier: locale))
        text = outcome.output.segments.map { segment in
            if case .text(let text) = segment { text.content } else { "" }
        }.joined()
        isError = outcome.isError
        artifacts = outcome.artifacts
    }

    /// Makes a store with the samples of some bodies, for the client `c`.
    static func store(_ bodies: JSONValue...) async throws -> any Store {
        let store = try SQLiteStore(path: nil)
        for body in bodies {
            let upload = try HealthUpload(body, timeZone: TimeZone(identifier: "Asia/Tokyo") ?? .gmt)
            _ = try await store.storeHealthSamples(upload.samples, of: "c", limit: nil)
        }
        return store
    }

    /// Makes samples of one metric for whole days, by their dates in Tokyo.
    static func days(_ metric: String, _ unit: String, _ values: [(String, Double)]) -> JSONValue {
        let entries = values.map { date, value -> JSONValue in
            ["date": .string("\(date) 00:00:00 +0900"), "qty": .number(value), "source": "Phone"]
        }
        return ["data": ["metrics": [["name": .string(metric), "units": .string(unit), "data": .array(entries)]]]]
    }
}
