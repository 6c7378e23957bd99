import Foundation
import LanguageModels
import Storage
import StorageSQLite
import StreamingJSON
import Testing

@testable import AgentTools
@testable import BuiltInTools

@Suite struct FetchHealthDataTests {
    private static let steps = HealthTrial.days(
        "step_count",
        "count",
        [
            ("2026-11-08", 4_000), ("2026-11-09", 6_000), ("2026-11-14", 8_000), ("2026-11-15", 7_000),
            ("2026-11-20", 8_432), ("2026-11-21", 1_203.5),
        ]
    )

    private static let weights = HealthTrial.days("weight_body_mass", "kg", [("2026-11-10", 62), ("2026-11-20", 61.3)])

    private static let pressure: JSONValue = [
        "samples": [
            ["type": "blood_pressure", "unit": "mmHg", "systolic": 121, "diastolic": 80, "start": "2026-11-12"],
            ["type": "blood_pressure", "unit": "mmHg", "systolic": 118, "diastolic": 76, "start": "2026-11-21"],
        ]
    ]

    @Test func todayHasEveryMetricOnALine() async throws {
        // The fixture's night ended on the 20th.
        let store = try await HealthTrial.store(HealthFixture.metrics.json(), Self.pressure)
        let trial = try await HealthTrial(store, ["type": "today"])
        #expect(trial.text == "Health data of 2026-11-21:\nSteps: 1204\nBlood pressure: 118/76 mmHg")
        #expect(!trial.isError)
        #expect(try await HealthTrial(store, [:]).text == trial.text)
        let artifact = try #require(trial.artifacts.first)
        #expect(artifact.type == "health.metrics")
        #expect(
            artifact.content.jsonValue == [
                "type": "today", "from": "2026-11-21", "to": "2026-11-21",
                "metrics": [
                    [
                        "metric": "step_count", "name": "Steps", "unit": "count",
                        "days": [["date": "2026-11-21", "value": 1203.5]],
                    ],
                    [
                        "metric": "blood_pressure", "name": "Blood pressure", "unit": "mmHg",
                        "days": [["date": "2026-11-21", "parts": ["diastolic": 76.0, "systolic": 118.0]]],
                    ],
                ],
            ]
        )
    }

    @Test func theFixtureIsReportedOnItsDay() async throws {
        let store = try await HealthTrial.store(HealthFixture.metrics.json())
        // In New York it is still the evening of the 20th; samples of whole days keep their date.
        let trial = try await HealthTrial(store, ["type": "today"], timeZone: "America/New_York")
        #expect(
            trial.text == """
                Health data of 2026-11-20:
                Steps: 8432
                Active energy: 412.7 kcal
                Sleep: 7.1 h (core 4.2, deep 1.1, REM 1.8, awake 0.4)
                Resting heart rate: 56 bpm
                """
        )
        let japanese = try await HealthTrial(store, ["type": "睡眠"], locale: "ja")
        #expect(
            japanese.text == """
                睡眠（sleep_analysis）:
                2026-11-20: 7.1時間（コア 4.2、深い 1.1、レム 1.8、覚醒 0.4）
                2026-11-15〜2026-11-21 の1日の平均: 7.1時間（前の週のデータなし）
                """
        )
        let pulse = try await HealthTrial(store, ["type": "heart_rate"])
        #expect(pulse.text.contains("2026-11-20: 71.5 bpm (58 to 96)\n"))
    }

    @Test func aWeekIsComparedWithTheOneBefore() async throws {
        let store = try await HealthTrial.store(Self.steps, Self.weights, Self.pressure)
        let english = try await HealthTrial(store, ["type": "weekly"])
        #expect(
            english.text == """
                Health data from 2026-11-15 to 2026-11-21, averages of a day and how they differ from the week before:
                Steps: 5545 (-455, -8%)
                Blood pressure: 118/76 mmHg (-3/-4 mmHg)
                Weight: 61.3 kg (-0.7 kg)
                """
        )
        let japanese = try await HealthTrial(store, ["type": "今週"], locale: "ja")
        #expect(
            japanese.text == """
                2026-11-15〜2026-11-21 の健康データ（1日の平均と前の週との差）:
                歩数: 5545歩（-455歩、-8%）
                血圧: 118/76 mmHg（-3/-4 mmHg）
                体重: 61.3 kg（-0.7 kg）
                """
        )
        let metrics = try #require(english.artifacts.first?.content.jsonValue["metrics"]?.arrayValue)
        #expect(metrics[2]["average"] == ["value": 61.3] && metrics[2]["average_before"] == ["value": 62.0])
        #expect(metrics[0]["days"]?.arrayValue?.count == 6)
        #expect(metrics[1]["difference"] == ["parts": ["diastolic": -4.0, "systolic": -3.0]])
    }

    @Test func aMetricIsReportedDayByDay() async throws {
        let store = try await HealthTrial.store(Self.steps)
        for name in ["step_count", "steps", "Step Count", "stepCount", "HKQuantityTypeIdentifierStepCount", "歩数"] {
            let trial = try await HealthTrial(store, ["type": .string(name)])
            #expect(
                trial.text == """
                    Steps (step_count):
                    2026-11-15: 7000
                    2026-11-20: 8432
                    2026-11-21: 1204
                    Average of a day from 2026-11-15 to 2026-11-21: 5545 (-455, -8%).
                    """,
                "\(name)"
            )
        }
    }

    @Test func anOldMeasurementIsReportedAsTheLatest() async throws {
        let store = try await HealthTrial.store(
            HealthTrial.days("height", "cm", [("2025-03-01", 171.5), ("2026-03-01", 172)])
        )
        let trial = try await HealthTrial(store, ["type": "height"])
        #expect(
            trial.text
                == "Height (height): nothing from 2026-11-15 to 2026-11-21; the latest is 172 cm on 2026-03-01."
        )
        let japanese = try await HealthTrial(store, ["type": "身長"], locale: "ja")
        #expect(japanese.text == "身長（height）: 2026-11-15〜2026-11-21 のデータはありません。最新は 2026-03-01 の172 cmです。")
        #expect(
            try await HealthTrial(store, ["type": "today"]).text
                == "There is no health data of 2026-11-21; the latest is of 2026-03-01."
        )
        #expect(
            try await HealthTrial(store, ["type": "weekly"], locale: "ja").text
                == "2026-11-15〜2026-11-21 の健康データはありません。最新は 2026-03-01 のものです。"
        )
    }

    @Test func anUnknownTypeIsRefusedWithTheKnownOnes() async throws {
        let store = try await HealthTrial.store(Self.steps, HealthTrial.days("shoe_size", "cm", [("2026-11-21", 27)]))
        let trial = try await HealthTrial(store, ["type": "mood\n\u{202E}of mine"])
        #expect(trial.isError && trial.artifacts.isEmpty)
        #expect(
            trial.text
                == "There is no type of health data \"mood of mine\". The types are: today, weekly, step_count, shoe_size."
        )
        let japanese = try await HealthTrial(store, ["type": "気分"], locale: "ja")
        #expect(japanese.text == "「気分」という健康データの種類はありません。指定できる種類: today, weekly, step_count, shoe_size")
        // A metric that only this client has is a valid type too.
        #expect(try await HealthTrial(store, ["type": "Shoe size"]).text.contains("2026-11-21: 27 cm\n"))
        let without = try await HealthTrial(try await HealthTrial.store(), ["type": "mood"])
        #expect(without.isError && without.text.contains("today, weekly, step_count, walking_running_distance, "))
    }

    @Test func missingDataIsReported() async throws {
        let store = try await HealthTrial.store()
        #expect(try await HealthTrial(store, [:]).text == "No health data has arrived from the phone yet.")
        #expect(try await HealthTrial(store, [:], locale: "ja").text == "スマートフォンからの健康データはまだ届いていません。")
        #expect(
            try await HealthTrial(store, ["type": "pulse"]).text == "There is no data for Heart rate (heart_rate) yet."
        )
    }

    @Test func eachClientSeesOnlyItsData() async throws {
        let store = try await HealthTrial.store(Self.steps)
        #expect(try await HealthTrial(store, [:], client: "d").text == "No health data has arrived from the phone yet.")
        let none = try await HealthTrial(store, [:], client: nil)
        #expect(none.isError && none.text == "Health data belongs to a client, and this call comes from none.")
    }

    @Test func olderUnitsAreConvertedToTheNewest() async throws {
        let store = try await HealthTrial.store(
            HealthTrial.days("weight_body_mass", "lb", [("2026-11-10", 136.686_6), ("2026-11-19", 135)]),
            HealthTrial.days("weight_body_mass", "kg", [("2026-11-20", 61.3), ("2026-11-21", 61.3)])
        )
        #expect(
            try await HealthTrial(store, ["type": "weight"]).text == """
                Weight (weight_body_mass):
                2026-11-19: 61.2 kg
                2026-11-20: 61.3 kg
                2026-11-21: 61.3 kg
                Average of a day from 2026-11-15 to 2026-11-21: 61.3 kg (-0.72 kg).
                """
        )
    }

    @Test func aNightIsCountedOnce() async throws {
        // First single stages, then the whole night by the same watch, then a shorter night by another device.
        let pieces = try HealthFixture.sleepUnaggregated.json()
        let alone = try await HealthTrial(try await HealthTrial.store(pieces), ["type": "sleep"])
        #expect(alone.text.contains("2026-11-20: 2.5 h (core 1, deep 0.83, REM 0.67, awake 0.1, in bed 0.13)\n"))
        let other: JSONValue = [
            "samples": [["type": "sleep", "value": 3, "unit": "hr", "start": "2026-11-20", "source": "Mat"]]
        ]
        let store = try await HealthTrial.store(pieces, HealthFixture.metrics.json(), other)
        let trial = try await HealthTrial(store, ["type": "sleep"])
        #expect(trial.text.contains("2026-11-20: 7.1 h (core 4.2, deep 1.1, REM 1.8, awake 0.4)\n"))
    }

    @Test func samplesOfADayAreSummedOrAveraged() async throws {
        let body: JSONValue = [
            "samples": [
                ["type": "steps", "value": 10, "start": "2026-11-21T08:00:00+09:00"],
                ["type": "steps", "value": 20, "start": "2026-11-21T00:00:01+09:00"],
                ["type": "steps", "value": 400, "start": "2026-11-20T23:59:59+09:00"],
                ["type": "pulse", "unit": "bpm", "value": 60, "start": "2026-11-21T08:00:00+09:00"],
                ["type": "pulse", "unit": "bpm", "value": 70, "start": "2026-11-21T09:00:00+09:00"],
            ]
        ]
        let store = try await HealthTrial.store(body)
        #expect(
            try await HealthTrial(store, [:]).text
                == "Health data of 2026-11-21:\nSteps: 30\nHeart rate: 65 bpm (60 to 70)"
        )
        // In another time zone the same moments are on other days.
        #expect(
            try await HealthTrial(store, [:], timeZone: "UTC").text
                == "Health data of 2026-11-21:\nHeart rate: 70 bpm"
        )
    }

    @Test func aDeviceMayAnswerInsteadOfTheStore() throws {
        let tool = FetchHealthData(store: try SQLiteStore(path: nil))
        let now = try Date("2026-11-21T01:00:00Z", strategy: .iso8601)
        let caller = Caller(timeZone: try #require(TimeZone(identifier: "Asia/Tokyo")), now: now)
        let output: JSONValue = [
            "samples": [
                ["type": "step_count", "unit": "count", "value": 30, "start": "2026-11-21"],
                ["type": "step_count", "unit": "count", "value": 20, "start": "2026-11-12"], ["type": "step_count"], 5,
            ]
        ]
        #expect(tool.runsOnClient)
        #expect(
            try tool.text(ofClientOutput: output, arguments: ["type": "today"] as JSONValue, for: caller)
                == "Health data of 2026-11-21:\nSteps: 30"
        )
        #expect(
            try tool.text(ofClientOutput: output, arguments: ["type": "weekly"] as JSONValue, for: caller).hasSuffix(
                "\nSteps: 30 (+10, +50%)"
            )
        )
        let unknown = try #require(throws: ToolFailure.self) {
            try tool.text(ofClientOutput: output, arguments: ["type": "mood"] as JSONValue, for: caller)
        }
        #expect(unknown.message.hasSuffix("The types are: today, weekly, step_count."))
        for nothing in [nil, 5, [:], ["samples": 5]] as [JSONValue?] {
            let text = try tool.text(ofClientOutput: nothing, arguments: [:] as JSONValue, for: caller)
            #expect(text == "Sorry, I can't see your health data.")
        }
    }
}
