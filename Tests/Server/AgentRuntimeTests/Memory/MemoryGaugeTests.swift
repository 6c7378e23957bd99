import Synchronization
import Testing

@testable import AgentRuntime

@Suite struct MemoryGaugeTests {
    @Test(arguments: [
        (resident: 99, heap: 99, isOver: false),
        (resident: 100, heap: 100, isOver: true),
        // The allocator has freed the rest and will reuse it.
        (resident: 500, heap: 50, isOver: false),
        // Where the allocator reports nothing, the resident memory counts.
        (resident: 500, heap: 0, isOver: true),
        (resident: nil, heap: 500, isOver: false),
    ])
    func memoryInUseCounts(_ figures: (resident: Int?, heap: Int, isOver: Bool)) {
        let gauge = MemoryGauge(limit: 100, resident: { figures.resident }, heapInUse: { figures.heap })
        #expect(gauge.isOver() == figures.isOver)
    }

    @Test func aReadingIsReusedForAWhile() {
        final class Figures: Sendable { let resident = Mutex(200) }
        let figures = Figures()
        let gauge = MemoryGauge(limit: 100, resident: { figures.resident.withLock { $0 } }, heapInUse: { 200 })
        let time = ContinuousClock.now
        #expect(gauge.isOver(at: time))
        figures.resident.withLock { $0 = 50 }
        #expect(gauge.isOver(at: time + .milliseconds(200)))
        #expect(!gauge.isOver(at: time + .milliseconds(250)))
    }

    @Test func thisProcessUsesSomeOfTheMemory() throws {
        let resident = try #require(ProcessMemory.residentBytes)
        #expect(resident > 1 << 20)
        #expect(ProcessMemory.availableBytes > resident)
        #expect(!MemoryGauge(limit: ProcessMemory.availableBytes).isOver())
        #expect(MemoryGauge(limit: 1).isOver())
    }
}

/// Memory that is reserved before it is allocated.
@Suite struct MemoryHoldTests {
    @Test func promisedMemoryCountsUntilItsRelease() throws {
        let gauge = MemoryGauge(limit: 100, resident: { 50 }, heapInUse: { 50 })
        #expect(gauge.hold(51) == nil)
        var hold = gauge.hold(40)
        #expect(hold != nil)
        // A concurrent request has less memory left, even before the allocator knows of the promise.
        #expect(gauge.hold(20) == nil)
        #expect(!gauge.isOver())
        let rest = gauge.hold(9)
        #expect(rest != nil)
        hold = nil
        #expect(gauge.hold(40) != nil)
    }

    @Test func theReadingAfterAPromiseIsNew() throws {
        final class Figures: Sendable { let heap = Mutex(50) }
        let figures = Figures()
        let gauge = MemoryGauge(
            limit: 100,
            resident: { figures.heap.withLock { $0 } },
            heapInUse: { figures.heap.withLock { $0 } }
        )
        let time = ContinuousClock.now
        var hold = gauge.hold(40, at: time)
        figures.heap.withLock { $0 = 100 }
        #expect(hold != nil && !gauge.isOver(at: time))
        hold = nil
        #expect(gauge.isOver(at: time))
    }
}
