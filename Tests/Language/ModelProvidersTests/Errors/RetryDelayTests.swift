import Foundation
import Testing
import Transport

@testable import ModelProviders

@Suite struct RetryDelayTests {
    struct Row: Sendable {
        var headers: HTTPHeaders = [:]
        var message: String?
        var delay: Duration?
    }

    private static let day = Duration.seconds(86_400)

    static let rows: [Row] = [
        Row(),
        Row(headers: ["Retry-After": "7"], delay: .seconds(7)),
        Row(headers: ["retry-after": "0.5"], delay: .milliseconds(500)),
        Row(headers: ["retry-after-ms": "210", "retry-after": "1"], delay: .milliseconds(210)),
        Row(headers: ["retry-after": "Sat, 21 Nov 2026 03:00:30 GMT"], delay: .seconds(30)),
        Row(headers: ["retry-after": "Sat, 21 Nov 2026 02:00:00 GMT"], delay: .zero),
        Row(headers: ["retry-after": "-3"]),
        Row(headers: ["retry-after": "soon"]),
        Row(headers: ["retry-after": "9"], message: "Please try again in 210ms.", delay: .seconds(9)),
        Row(message: "Limit 200000. Please try again in 210ms. Visit x.", delay: .milliseconds(210)),
        Row(message: "Please try again in 8.64s.", delay: .seconds(8.64)),
        Row(message: "Please try again in 6m0s.", delay: .seconds(360)),
        Row(message: "Please try again in 1h2m3s", delay: .seconds(3723)),
        Row(message: "Please try again in a while."),
        // Numbers that a `Duration` cannot hold.
        Row(headers: ["retry-after": "inf"]),
        Row(headers: ["retry-after": "nan"]),
        Row(headers: ["retry-after-ms": "inf", "retry-after": "2"], delay: .seconds(2)),
        Row(headers: ["retry-after-ms": "-inf"]),
        Row(headers: ["retry-after": "1e19"], delay: day),
        Row(headers: ["retry-after-ms": "1e300"], delay: day),
        Row(headers: ["retry-after": .plain(String(repeating: "9", count: 40))], delay: day),
        Row(headers: ["retry-after": "86401"], delay: day),
        Row(headers: ["retry-after": "Fri, 31 Dec 9999 23:59:59 GMT"], delay: day),
        Row(message: "Please try again in \(String(repeating: "9", count: 40))h.", delay: day),
        Row(message: "Please try again in \(String(repeating: "9", count: 400))ms."),
        Row(message: "Please try again in 23h59m120s.", delay: day),
    ]

    @Test(arguments: rows.indices) func table(index: Int) throws {
        let now = try Date("2026-11-21T03:00:00Z", strategy: .iso8601)
        let row = Self.rows[index]
        #expect(RetryDelay.read(headers: row.headers, message: row.message, now: now) == row.delay)
    }
}
