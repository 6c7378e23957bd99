import Telemetry
import Testing

@testable import Transport

@Suite struct UpstreamMetricsTests {
    @Test func everyEventIsCounted() {
        var metrics = UpstreamMetrics()
        let events: [UpstreamMetrics.Event] = [
            .started, .connected(isReused: false), .sent(100), .firstByte(after: .milliseconds(30)), .received(7),
            .received(5), .started, .connected(isReused: true), .sent(50), .ended(.answered(status: 204)), .started,
            .ended(.failed(.connect)), .started, .ended(.failed(.timeout(.idle))), .started, .connected(isReused: true),
            .firstByte(after: .seconds(90)), .ended(.answered(status: 299)),
        ]
        for event in events { metrics.record(event) }
        #expect(metrics.requests == 5)
        #expect(metrics.openTransfers == 1)
        #expect(metrics.bytesSent == 150)
        #expect(metrics.bytesReceived == 12)
        #expect(metrics.connectionsNew == 1)
        #expect(metrics.connectionsReused == 2)
        #expect(
            metrics.outcomes == [
                .answered(statusClass: 2): 2, .failed(.connect): 1, .failed(.timeout(.idle)): 1,
            ]
        )
        #expect(metrics.timeToFirstByte.count == 2)
        #expect(metrics.timeToFirstByte.sum == .milliseconds(90_030))
    }

    @Test(arguments: [
        (TransferOutcome.answered(status: 200), "2xx"), (.answered(status: 599), "5xx"), (.failed(.tls), "tls"),
        (.failed(.timeout(.firstByte)), "timeout(firstByte)"),
    ]) func outcomesHaveLabels(outcome: TransferOutcome, label: String) {
        #expect(outcome.description == label)
    }

    @Test func eachUpstreamHasItsEntry() {
        let table = UpstreamMetricsTable()
        table.entry(for: "a.example").record(.started)
        table.entry(for: "b.example:8443").record(.started)
        table.entry(for: "a.example").record(.started)
        #expect(table.metrics.mapValues(\.requests) == ["a.example": 2, "b.example:8443": 1])
    }

    @Test func aFullTableCountsTheRestInOneEntry() {
        let table = UpstreamMetricsTable(maximumUpstreams: 2)
        for host in ["a", "b", "c", "d", "a", "b", "c"] { table.entry(for: host).record(.started) }
        #expect(table.metrics.mapValues(\.requests) == ["a": 2, "b": 2, UpstreamMetricsTable.others: 3])
    }

    @Test func concurrentWritersLoseNoCount() async {
        let table = UpstreamMetricsTable()
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask { @concurrent in
                    let entry = table.entry(for: "host-\(writer % 2)")
                    for _ in 0..<1000 {
                        entry.record(.started)
                        entry.record(.received(3))
                        entry.record(.ended(.answered(status: 200)))
                    }
                }
            }
        }
        for metrics in table.metrics.values {
            #expect(metrics.requests == 4000)
            #expect(metrics.openTransfers == 0)
            #expect(metrics.bytesReceived == 12_000)
            #expect(metrics.outcomes == [.answered(statusClass: 2): 4000])
        }
        #expect(table.metrics.count == 2)
    }
}
