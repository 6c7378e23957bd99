public import AgentTools
import CalendarDays
import Foundation
public import LanguageModels
public import ToolRecords
public import StreamingJSON
public import ToolPhrases

/// Reports measurements of a person's phone: of today, of a week compared with the week before, or of one metric day by day.
public struct FetchHealthData: ClientCapableTool {
    /// The type of data.
    @Generable
    public struct Arguments {
        /// The type as a text.
        @Guide(
            description:
                "today; weekly for averages and how they differ from the week before; or one metric, such as step_count, heart_rate, sleep_analysis, weight_body_mass. Default: today"
        )
        public var type: String?
    }

    /// `fetchHealthData`.
    public let name = "fetchHealthData"
    /// The name for people.
    public var titles: [PhraseLanguage: String] { [.english: "Health data", .japanese: "ヘルスデータ"] }
    /// The description for the model.
    public let description =
        "Returns what the person's phone and watch have measured: steps, heart rate, sleep, energy, weight and so on."

    private let store: any HealthStore

    /// Makes the tool.
    ///
    /// - Parameter store: The store of the samples that phones have uploaded.
    public init(store: any HealthStore) { self.store = store }

    /// True, because a device that offers to make the calls has more data than it has uploaded.
    public var runsOnClient: Bool { true }
    /// `health.metrics`.
    public var artifactTypes: [String] { ["health.metrics"] }
    /// The caller's: the samples of its owner, or those of its phone.
    public var data: ToolData { .caller }

    /// True, because only the device knows which types it has.
    public func canAskClient(with arguments: Arguments) -> Bool { true }

    /// Reads the samples of the caller's client and returns the answer.
    @concurrent public func call(arguments: Arguments) async throws -> String {
        let caller = Caller.current
        guard let owner = caller.owner else {
            throw ToolFailure(
                caller.text(
                    "Health data belongs to a client, and this call comes from none.",
                    "健康データはクライアントごとに保存されますが、この呼び出しにはクライアントがありません。"
                )
            )
        }
        do {
            let inquiry = try HealthInquiry(
                arguments.type,
                metrics: try await store.healthMetrics(of: owner),
                caller: caller
            )
            var totals: [String: [HealthDayTotal]] = [:]
            for name in inquiry.names {
                totals[name] = try await store.healthTotals(of: owner, metric: name, in: inquiry.span)
            }
            let answer = HealthAnswer(inquiry, totals)
            if let artifact = answer.artifact { ToolCallContext.current?.attach(artifact) }
            return answer.text
        } catch is StoreError {
            throw ToolFailure(Self.failureText(caller))
        }
    }

    /// The text for every failure of the store; it does not name the cause.
    private static func failureText(_ caller: Caller) -> String {
        caller.text("Sorry, I can't see your health data.", "申し訳ありません。健康データを確認できません。")
    }
}

extension FetchHealthData {
    /// The samples of the requested days: of today, or of the last fourteen days.
    public var clientOutput: JSONValue {
        let time: JSONValue = ["type": "string", "description": "RFC 3339, or YYYY-MM-DD for a whole day"]
        return [
            "type": "object", "required": ["samples"],
            "properties": [
                "samples": [
                    "type": "array", "maxItems": .integer(Self.mostClientSamples),
                    "description": "Of today; for weekly and for a metric, of the last 14 days",
                    "items": [
                        "type": "object", "required": ["type", "start"],
                        "properties": [
                            "type": ["type": "string"], "unit": ["type": "string"], "value": ["type": "number"],
                            "start": time, "end": time, "stage": ["type": "string"],
                        ],
                    ],
                ]
            ],
        ]
    }

    private static let mostClientSamples = 5000

    /// Aggregates the client's samples in the same way as those of the store.
    ///
    /// - Throws: ``ToolFailure`` for an unknown type.
    public func text(ofClientOutput output: JSONValue?, arguments: Arguments, for caller: Caller) throws -> String {
        guard let values = output?["samples"]?.arrayValue,
            let upload = try? HealthUpload(
                ["samples": .array(Array(values.prefix(Self.mostClientSamples)))],
                timeZone: caller.timeZone
            )
        else { return Self.failureText(caller) }
        let samples = Dictionary(grouping: upload.samples, by: \.metric)
        let inquiry = try HealthInquiry(arguments.type, metrics: Self.metrics(samples), caller: caller)
        return HealthAnswer(inquiry, samples.mapValues { Self.totals($0, in: inquiry.span) }).text
    }

    private static func metrics(_ samples: [String: [HealthSampleRecord]]) -> [HealthMetricRecord] {
        samples.compactMap { name, samples in
            samples.max { $0.start < $1.start }.map {
                HealthMetricRecord(name: name, latest: $0.start, latestDay: $0.day)
            }
        }
    }

    private static func totals(_ samples: [HealthSampleRecord], in span: HealthSpan) -> [HealthDayTotal] {
        samples.compactMap { sample in span.day(of: sample).map { HealthDayTotal(sample, on: $0) } }
            .sorted { $0.day < $1.day }
    }
}
