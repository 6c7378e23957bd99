import Telemetry
import Testing

@testable import Transport

@Suite struct UpstreamMeasuresTests {
    @Test func everyEventIsCounted() {
        var measures = UpstreamMeasures()
        let events: [UpstreamMeasures.Event] = [
            .began, .connected(isReused: false), .sent(100), .firstByte(after: .milliseconds(30)), .received(7),
            .received(5), .began, .connected(isReused: true), .sent(50), .ended(.answered(status: 204)), .began,
            .ended(.failed(.connect)), .began, .ended(.failed(.timeout(.idle))), .began, .connected(isReused: true),
            .firstByte(after: .seconds(90)), .ended(.answered(status: 299)),
        ]
        for event in events { measures.record(event) }
        #expect(measures.requests == 5)
        #expect(measures.openTransfers == 1)
        #expect(measures.bytesSent == 150)
        #expect(measures.bytesReceived == 12)
        #expect(measures.connectionsNew == 1)
        #expect(measures.connectionsReused == 2)
        #expect(
            measures.outcomes == [
                .answered(statusClass: 2): 2, .failed(.connect): 1, .failed(.timeout(.idle)): 1,
            ]
        )
        #expect(measures.timeToFirstByte.count == 2)
        #expect(measures.timeToFirstByte.sum == .milliseconds(90_030))
    }

    @Test(arguments: [
        (TransferOutcome.answered(status: 200), "2xx"), (.answered(status: 599), "5xx"), (.failed(.tls), "tls"),
        (.failed(.timeout(.firstByte)), "timeout(firstByte)"),
    ]) func outcomesHaveLabels(outcome: TransferOutcome, label: String) {
        #expect(outcome.description == label)
    }

    @Test func eachUpstreamHasItsPage() {
        let book = MeasureBook()
        book.page(of: "a.example").record(.began)
        book.page(of: "b.example:8443").record(.began)
        book.page(of: "a.example").record(.began)
        #expect(book.measures.mapValues(\.requests) == ["a.example": 2, "b.example:8443": 1])
    }

    @Test func aFullBookPutsTheRestOnOnePage() {
        let book = MeasureBook(maximumUpstreams: 2)
        for host in ["a", "b", "c", "d", "a", "b", "c"] { book.page(of: host).record(.began) }
        #expect(book.measures.mapValues(\.requests) == ["a": 2, "b": 2, MeasureBook.others: 3])
    }

    @Test func writersMeetWithoutLosingACount() async {
        let book = MeasureBook()
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask { @concurrent in
                    let page = book.page(of: "host-\(writer % 2)")
                    for _ in 0..<1000 {
                        page.record(.began)
                        page.record(.received(3))
                        page.record(.ended(.answered(status: 200)))
                    }
                }
            }
        }
        for measures in book.measures.values {
            #expect(measures.requests == 4000)
            #expect(measures.openTransfers == 0)
            #expect(measures.bytesReceived == 12_000)
            #expect(measures.outcomes == [.answered(statusClass: 2): 4000])
        }
        #expect(book.measures.count == 2)
    }
}
