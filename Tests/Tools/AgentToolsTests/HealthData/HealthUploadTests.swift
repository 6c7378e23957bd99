import CalendarDays
import Foundation
import Storage
import StreamingJSON
import Testing

@testable import AgentTools
@testable import BuiltInTools

@Suite struct HealthUploadTests {
    private static let tokyo = TimeZone(identifier: "Asia/Tokyo") ?? .gmt

    private func upload(_ body: JSONValue) throws -> HealthUpload { try HealthUpload(body, timeZone: .gmt) }

    /// Makes an exporter's body with one metric.
    private func body(_ name: JSONValue, _ units: JSONValue = "count", _ entries: JSONValue...) -> JSONValue {
        ["data": ["metrics": [["name": name, "units": units, "data": .array(entries)]]]]
    }

    private func line(_ sample: HealthSampleRecord) -> String {
        let day = sample.day.map { CalendarDay(number: $0).text } ?? "-"
        let range = sample.minimum.map { " \($0)…\(sample.maximum ?? .nan)" } ?? ""
        return
            "\(sample.metric)/\(sample.part) \(sample.start.ISO8601Format()) \(day) \(sample.value)\(range) \(sample.unit)"
    }

    @Test func theExportersMetricsAreRead() throws {
        let upload = try upload(HealthFixture.metrics.json())
        #expect(
            upload.samples.map(line) == [
                "step_count/ 2026-11-19T15:00:00Z 2026-11-20 8432.0 count",
                "step_count/ 2026-11-20T15:00:00Z 2026-11-21 1203.5 count",
                "heart_rate/ 2026-11-19T23:00:00Z - 71.5 58.0…96.0 count/min",
                "resting_heart_rate/ 2026-11-19T15:00:00Z 2026-11-20 56.0 count/min",
                "active_energy/ 2026-11-19T15:00:00Z 2026-11-20 412.7 kcal",
                "weight_body_mass/ 2026-11-19T22:01:00Z - 61.3 kg",
                "blood_pressure/systolic 2026-11-19T22:05:00Z - 118.0 mmHg",
                "blood_pressure/diastolic 2026-11-19T22:05:00Z - 76.0 mmHg",
                "blood_glucose/ 2026-11-19T22:06:00Z - 92.0 mg/dL",
                "sleep_analysis/total 2026-11-19T15:00:00Z 2026-11-20 7.1 hr",
                "sleep_analysis/asleep 2026-11-19T15:00:00Z 2026-11-20 0.0 hr",
                "sleep_analysis/core 2026-11-19T15:00:00Z 2026-11-20 4.2 hr",
                "sleep_analysis/deep 2026-11-19T15:00:00Z 2026-11-20 1.1 hr",
                "sleep_analysis/rem 2026-11-19T15:00:00Z 2026-11-20 1.8 hr",
                "sleep_analysis/awake 2026-11-19T15:00:00Z 2026-11-20 0.4 hr",
                "sleep_analysis/in_bed 2026-11-19T15:00:00Z 2026-11-20 0.0 hr",
            ]
        )
        #expect(upload.entryCount == 9 && upload.rejectedCount == 0 && upload.ignored.isEmpty)
        #expect(upload.samples[0].source == "Test iPhone|Test Watch")
    }

    @Test func theTwelveHourClockIsRead() throws {
        let upload = try upload(HealthFixture.twelveHourClock.json())
        // Of two samples with the same time and source, the later one counts.
        #expect(
            upload.samples.map(line) == [
                "step_count/ 2026-11-19T22:57:00Z - 412.0 count", "step_count/ 2026-11-20T07:51:59Z - 1.0 count",
            ]
        )
        #expect(upload.entryCount == 3 && upload.rejectedCount == 0)
    }

    @Test func sleepByStageIsRead() throws {
        let upload = try upload(HealthFixture.sleepUnaggregated.json())
        #expect(
            upload.samples.map(line) == [
                "sleep_analysis/stage.in_bed 2026-11-19T14:02:00Z 2026-11-20 0.1333 hr",
                "sleep_analysis/stage.core 2026-11-19T14:10:00Z 2026-11-20 1.0 hr",
                "sleep_analysis/stage.deep 2026-11-19T15:10:00Z 2026-11-20 0.8333 hr",
                "sleep_analysis/stage.rem 2026-11-19T16:00:00Z 2026-11-20 0.6667 hr",
                "sleep_analysis/stage.awake 2026-11-19T16:40:00Z 2026-11-20 0.1 hr",
            ]
        )
    }

    @Test func unsupportedKindsAreCounted() throws {
        let upload = try upload(HealthFixture.workouts.json())
        #expect(upload.samples.isEmpty && upload.entryCount == 0 && upload.rejectedCount == 0)
        #expect(upload.ignored.map(\.kind) == ["workouts"] && upload.ignored.map(\.count) == [1])
    }

    @Test(
        "With any one value left out or replaced, the other entries are as they were",
        arguments: HealthFixture.allCases
    )
    func faultyBodiesAreReadAsFarAsPossible(fixture: HealthFixture) throws {
        let whole = try fixture.json()
        let known = try upload(whole)
        for changed in Self.variants(of: whole) {
            guard let upload = try? upload(changed) else {
                // The whole body is refused only if its format is wrong.
                #expect(changed["data"]?.objectValue == nil || changed["data"]?["metrics"]?.arrayValue == nil)
                continue
            }
            let lost = known.samples.filter { sample in !upload.samples.contains { $0 == sample } }
            #expect(Set(lost.map(\.metric)).count <= 1 || changed["data"]?["metrics"]?.arrayValue?.isEmpty != false)
            #expect(upload.rejectedCount <= max(1, upload.entryCount))
            #expect(
                upload.faults.count == min(upload.rejectedCount, HealthUpload.mostFaults) || upload.rejectedCount > 1
            )
        }
    }

    /// Returns variants of a value in which each nested value is removed, or replaced by others.
    private static func variants(of value: JSONValue) -> [JSONValue] {
        let others: [JSONValue] = [.null, "", "x", -1, 1e300, [], [:], true]
        switch value {
        case .object(let members):
            return members.flatMap { key, inner -> [JSONValue] in
                (others + variants(of: inner)).map { other in
                    var copy = members
                    copy[key] = other
                    return .object(copy)
                } + [.object(JSONObject(members.filter { $0.key != key }.map { ($0.key, $0.value) }))]
            }
        case .array(let elements):
            return elements.indices.flatMap { index -> [JSONValue] in
                (others + variants(of: elements[index])).map { other in
                    var copy = elements
                    copy[index] = other
                    return .array(copy)
                }
            }
        default: return []
        }
    }

    @Test func toriisFormatIsRead() throws {
        let upload = try upload([
            "samples": [
                ["type": "steps", "value": 8432, "start": "2026-11-20T23:59:00+09:00", "uuid": "1"],
                [
                    "type": "HKQuantityTypeIdentifierHeartRateVariabilitySDNN", "unit": "ms", "value": 41.5,
                    "date": "2026-11-20",
                ],
                ["type": "Blood Pressure", "unit": "mmHg", "systolic": 120, "diastolic": 80, "start": "2026-11-20"],
                [
                    "type": "sleep", "stage": "HKCategoryValueSleepAnalysisAsleepREM",
                    "start": "2026-11-19T23:00:00+09:00", "end": "2026-11-20T00:30:00+09:00",
                ],
                ["type": "sleep", "value": 7.5, "start": "2026-11-19T23:00:00+09:00"],
                ["type": "weight", "unit": "kg", "value": "61.3", "start": "2026-11-20"],
                ["type": "sexual_activity", "Protection Used": 1, "Unspecified": 0, "start": "2026-11-20"],
            ]
        ])
        #expect(
            upload.samples.map(line) == [
                "step_count/ 2026-11-20T14:59:00Z - 8432.0 ",
                "heart_rate_variability/ 2026-11-20T00:00:00Z 2026-11-20 41.5 ms",
                "blood_pressure/systolic 2026-11-20T00:00:00Z 2026-11-20 120.0 mmHg",
                "blood_pressure/diastolic 2026-11-20T00:00:00Z 2026-11-20 80.0 mmHg",
                "sleep_analysis/stage.rem 2026-11-19T14:00:00Z 2026-11-20 1.5 hr",
                "sleep_analysis/total 2026-11-19T14:00:00Z 2026-11-20 7.5 hr",
                "weight_body_mass/ 2026-11-20T00:00:00Z 2026-11-20 61.3 kg",
                "sexual_activity/protection_used 2026-11-20T00:00:00Z 2026-11-20 1.0 ",
                "sexual_activity/unspecified 2026-11-20T00:00:00Z 2026-11-20 0.0 ",
            ]
        )
        #expect(upload.faults == [])
    }

    /// Faulty entries, with the reported place.
    @Test(
        arguments: [
            (["qty": 1], "/date"), (["date": "yesterday", "qty": 1], "/date"), (["date": 5, "qty": 1], "/date"),
            (["date": "2026-11-20"], ""), (["date": "2026-11-20", "qty": "many"], "/qty"),
            (["date": "2026-11-20", "qty": 1e13], "/qty"), (["date": "2026-11-20", "Avg": [1]], "/Avg"), (7, ""),
            ("x", ""),
        ] as [(JSONValue, String)]
    )
    func aFaultyEntryDoesNotAffectOthers(entry: JSONValue, place: String) throws {
        let good: JSONValue = ["date": "2026-11-20", "qty": 3]
        let upload = try upload(body("step_count", "count", good, entry, ["date": "2026-11-21", "qty": 4]))
        #expect(upload.samples.map(\.value) == [3, 4])
        #expect(upload.entryCount == 3 && upload.rejectedCount == 1)
        #expect(upload.faults.map(\.pointer) == ["#/data/metrics/0/data/1" + place])
    }

    @Test(
        arguments: [
            (["qty": 1, "value": "Dreaming", "startDate": "2026-11-20"], ""), (["value": "REM"], "/startDate"),
            (["value": "REM", "startDate": "2026-11-20"], "/endDate"),
            (["value": "REM", "startDate": "2026-11-20", "endDate": "2026-11-19"], ""), (["date": "2026-11-20"], ""),
        ] as [(JSONValue, String)]
    )
    func unreadableSleepIsReported(entry: JSONValue, place: String) throws {
        let upload = try upload(body("sleep_analysis", "hr", entry))
        #expect(upload.samples.isEmpty && upload.faults.map(\.pointer) == ["#/data/metrics/0/data/0" + place])
    }

    @Test func namesAndUnitsAreLimited() throws {
        let entry: JSONValue = ["date": "2026-11-20", "qty": 1]
        for name in ["ａ歩", "a/b", "", String(repeating: "a", count: 65), "a\u{202E}b"] as [String] {
            let upload = try upload(body(.string(name), "count", entry, entry))
            #expect(upload.samples.isEmpty && upload.rejectedCount == 2, "\(name)")
        }
        #expect(try upload(body(5, "count", entry, entry)).rejectedCount == 2)
        #expect(try upload(body("water", .string(String(repeating: "m", count: 25)), entry)).rejectedCount == 1)
        #expect(try upload(body("water", "m\u{200B}L", entry)).rejectedCount == 1)
        #expect(
            try upload(body("vo2max", "mL/min kg\n", entry)).samples.map(line).first?.hasSuffix(" mL/min_kg") == true
        )
    }

    @Test func manyFaultsAreCountedAndSomeReported() throws {
        let entries = JSONValue.array((0..<100).map { ["qty": .integer($0)] })
        let upload = try upload(["data": ["metrics": [["name": "a", "data": entries]]]])
        #expect(upload.rejectedCount == 100 && upload.faults.count == HealthUpload.mostFaults)
    }

    @Test(
        arguments: [
            [:], [], 5, ["data": 5], ["data": ["metrics": "x"]], ["samples": ["a": 1]], ["metrics": []],
        ] as [JSONValue]
    )
    func unknownFormatsAreRefused(body: JSONValue) {
        #expect(throws: HealthUpload.Fault.self) { try upload(body) }
    }

    @Test func anEmptyExportIsNoFault() throws {
        for body in [["data": [:]], ["data": ["metrics": []]], ["data": ["metrics": nil]], ["samples": []]]
            as [JSONValue]
        {
            let upload = try upload(body)
            #expect(upload.entryCount == 0 && upload.samples.isEmpty && upload.faults.isEmpty)
        }
    }
}
