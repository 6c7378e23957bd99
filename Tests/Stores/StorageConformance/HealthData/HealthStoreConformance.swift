import Foundation
import OwnerLiterals
import Storage
import Testing

@Suite struct HealthStoreConformance {
    private static let noon = Date(timeIntervalSince1970: 20_777 * 86_400 + 43_200)

    /// Three days in UTC, of which the noon above is in the second.
    private static let span = HealthSpan(
        first: 20_776,
        boundaries: (0...3).map { Date(timeIntervalSince1970: Double(20_776 + $0) * 86_400) }
    )

    private func sample(
        _ value: Double,
        _ metric: String = "step_count",
        part: String = "",
        source: String = "Phone",
        after seconds: TimeInterval = 0,
        day: Int? = nil,
        unit: String = "count"
    ) -> HealthSampleRecord {
        HealthSampleRecord(
            metric: metric,
            part: part,
            source: source,
            start: Self.noon + seconds,
            day: day,
            unit: unit,
            value: value
        )
    }

    private func total(_ day: Int, _ count: Int, _ sum: Double, _ least: Double, _ greatest: Double) -> HealthDayTotal {
        HealthDayTotal(
            day: day,
            unit: "count",
            source: "Phone",
            count: count,
            sum: sum,
            minimum: least,
            maximum: greatest
        )
    }

    @Test(arguments: StoreOpener.allCases)
    func aSampleThatIsSentTwiceIsStoredOnce(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            // Times of clocks are not whole milliseconds.
            let samples = [sample(8), sample(7, after: 60.000_4), sample(3, "flights_climbed")]
            #expect(try await store.storeHealthSamples(samples, of: "c", limit: nil) == HealthStoreSummary(added: 3))
            #expect(
                try await store.storeHealthSamples(samples, of: "c", limit: nil) == HealthStoreSummary(unchanged: 3)
            )
            let corrected = [sample(9), sample(7, after: 60.000_4)]
            let summary = try await store.storeHealthSamples(corrected, of: "c", limit: nil)
            #expect(summary == HealthStoreSummary(replaced: 1, unchanged: 1))
            let totals = try await store.healthTotals(of: "c", metric: "step_count", in: Self.span)
            #expect(totals == [total(20_777, 2, 16, 7, 9)])
            #expect(try await store.storeHealthSamples([], of: "c", limit: nil) == HealthStoreSummary())
        }
    }

    /// The sources of an earlier and a later sample, and the number of samples that are stored then.
    @Test(
        arguments: StoreOpener.allCases,
        [
            ("Phone", "Phone|Watch", 1), ("Phone|Watch", "Watch", 1), ("", "Watch", 1), ("Watch", "", 1),
            ("Phone|Watch", "Watch|Scale", 1), ("Phone", "Watch", 2), ("Phone", "Phones", 2),
        ]
    )
    func sourcesWithANameInCommonAreOne(opener: StoreOpener, sources: (String, String, Int)) async throws {
        try await opener.withStore { store async throws in
            _ = try await store.storeHealthSamples([sample(100, source: sources.0)], of: "c", limit: nil)
            let summary = try await store.storeHealthSamples([sample(5, source: sources.1)], of: "c", limit: nil)
            #expect(summary.replaced == (sources.2 == 1 ? 1 : 0))
            let totals = try await store.healthTotals(of: "c", metric: "step_count", in: Self.span)
            #expect(totals.count == sources.2)
            #expect(totals.reduce(0) { $0 + $1.sum } == (sources.2 == 1 ? 5 : 105))
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func oneSampleMayReplaceSeveral(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            _ = try await store.storeHealthSamples(
                [sample(1, source: "Phone"), sample(2, source: "Watch")],
                of: "c",
                limit: nil
            )
            let summary = try await store.storeHealthSamples([sample(3, source: "Phone|Watch")], of: "c", limit: nil)
            #expect(summary == HealthStoreSummary(replaced: 1))
            let totals = try await store.healthTotals(of: "c", metric: "step_count", in: Self.span)
            #expect(totals.map(\.sum) == [3] && totals.map(\.source) == ["Phone|Watch"])
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func aDayIsThatOfTheReadersTimeZone(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            let samples = [
                sample(1, after: -43_200), sample(10, after: -43_200.001), sample(100, after: 43_199.999),
                sample(1_000, after: 43_200), sample(10_000, after: 86_400 * 10),
                // These count for a day in every time zone.
                sample(100_000, after: 43_200 + 14 * 3600, day: 20_777),
                sample(1_000_000, after: 1, day: 20_700),
            ]
            _ = try await store.storeHealthSamples(samples, of: "c", limit: nil)
            let totals = try await store.healthTotals(of: "c", metric: "step_count", in: Self.span)
            #expect(totals.map(\.day) == [20_776, 20_777, 20_778])
            #expect(totals.map(\.sum) == [10, 100_101, 1_000])
            #expect(totals == Self.addedUp(samples))
            let none = HealthSpan(first: 20_776, boundaries: [Self.noon])
            #expect(try await store.healthTotals(of: "c", metric: "step_count", in: none) == [])
        }
    }

    /// The totals, computed with the span alone.
    private static func addedUp(_ samples: [HealthSampleRecord]) -> [HealthDayTotal] {
        var totals: [Int: HealthDayTotal] = [:]
        for sample in samples {
            guard let day = span.day(of: sample) else { continue }
            let one = HealthDayTotal(sample, on: day)
            guard var total = totals[day] else {
                totals[day] = one
                continue
            }
            total.count += 1
            total.sum += one.sum
            total.minimum = min(total.minimum, one.minimum)
            total.maximum = max(total.maximum, one.maximum)
            totals[day] = total
        }
        return totals.values.sorted { $0.day < $1.day }
    }

    @Test(arguments: StoreOpener.allCases)
    func partsUnitsAndSourcesAreKeptApart(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            var range = sample(70, "heart_rate", unit: "bpm")
            (range.minimum, range.maximum) = (50, 120)
            let samples = [
                range, sample(90, "heart_rate", after: 1, unit: "bpm"), sample(1, "heart_rate", after: 2, unit: "Hz"),
                sample(118, "blood_pressure", part: "systolic"), sample(76, "blood_pressure", part: "diastolic"),
            ]
            _ = try await store.storeHealthSamples(samples, of: "c", limit: nil)
            let pulse = try await store.healthTotals(of: "c", metric: "heart_rate", in: Self.span)
            #expect(pulse.map(\.unit) == ["Hz", "bpm"])
            #expect(pulse[1].count == 2 && pulse[1].sum == 160)
            #expect(pulse[1].minimum == 50 && pulse[1].maximum == 120)
            let pressure = try await store.healthTotals(of: "c", metric: "blood_pressure", in: Self.span)
            #expect(pressure.map(\.part) == ["diastolic", "systolic"] && pressure.map(\.sum) == [76, 118])
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func metricsAreListedWithTheirLatest(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            #expect(try await store.healthMetrics(of: "c") == [])
            let samples = [
                sample(1, "step_count", after: 60), sample(1, "step_count", after: 3_600, day: 20_777),
                sample(1, "height"), sample(1, "blood_pressure", part: "systolic", after: 5),
            ]
            _ = try await store.storeHealthSamples(samples, of: "c", limit: nil)
            #expect(
                try await store.healthMetrics(of: "c") == [
                    HealthMetricRecord(name: "blood_pressure", latest: Self.noon + 5),
                    HealthMetricRecord(name: "height", latest: Self.noon),
                    HealthMetricRecord(name: "step_count", latest: Self.noon + 3_600, latestDay: 20_777),
                ]
            )
            #expect(try await store.healthMetrics(of: "d") == [])
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func clientsSeeAndDeleteTheirOwn(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            _ = try await store.storeHealthSamples([sample(1), sample(2, "height")], of: "c", limit: nil)
            _ = try await store.storeHealthSamples([sample(3)], of: "d", limit: nil)
            #expect(try await store.healthTotals(of: "d", metric: "step_count", in: Self.span).map(\.sum) == [3])
            #expect(try await store.deleteHealthSamples(of: "c") == 2)
            #expect(try await store.deleteHealthSamples(of: "c") == 0)
            #expect(try await store.healthMetrics(of: "c") == [])
            #expect(try await store.healthMetrics(of: "d").map(\.name) == ["step_count"])
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func oldSamplesOfAllClientsAreDeleted(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            for owner in ["c", "d"] as [Owner] {
                _ = try await store.storeHealthSamples([sample(1), sample(2, after: 60)], of: owner, limit: nil)
            }
            #expect(try await store.deleteHealthSamples(before: Self.noon + 60) == 2)
            #expect(try await store.deleteHealthSamples(before: Self.noon + 60) == 0)
            #expect(try await store.healthTotals(of: "d", metric: "step_count", in: Self.span).map(\.sum) == [2])
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func samplesBeyondTheLimitAreRefused(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            func take(
                _ seconds: Range<Int>,
                value: Double = 1,
                of owner: Owner = "c"
            ) async throws
                -> HealthStoreSummary
            {
                let samples = seconds.map { sample(value, after: TimeInterval($0)) }
                return try await store.storeHealthSamples(samples, of: owner, limit: 4)
            }
            #expect(try await take(0..<3) == HealthStoreSummary(added: 3))
            #expect(try await take(1..<6) == HealthStoreSummary(added: 1, unchanged: 2, refused: 2))
            #expect(try await take(3..<5, value: 2) == HealthStoreSummary(replaced: 1, refused: 1))
            // Another client has a limit of its own.
            #expect(try await take(0..<5, of: "d") == HealthStoreSummary(added: 4, refused: 1))
            // One sample that replaces two leaves room for another.
            let sources = [sample(1, source: "Phone", after: 60), sample(1, source: "Watch", after: 60)]
            _ = try await store.storeHealthSamples(sources, of: "e", limit: 2)
            let both = sample(2, source: "Phone|Watch", after: 60)
            #expect(try await store.storeHealthSamples([both], of: "e", limit: 2) == HealthStoreSummary(replaced: 1))
            #expect(try await store.storeHealthSamples([sample(1)], of: "e", limit: 2).added == 1)
            // Deleted samples no longer count, whether all were deleted or only old ones.
            #expect(try await store.deleteHealthSamples(before: Self.noon + 2) == 5)
            #expect(try await take(10..<13) == HealthStoreSummary(added: 2, refused: 1))
            #expect(try await take(10..<13, of: "d") == HealthStoreSummary(added: 2, refused: 1))
            #expect(try await store.deleteHealthSamples(of: "c") == 4)
            #expect(try await take(0..<4) == HealthStoreSummary(added: 4))
            #expect(try await take(10..<13, of: "d") == HealthStoreSummary(unchanged: 2, refused: 1))
        }
    }
}
