import Testing

@testable import AgentServer
@testable import ToriiApp

@Suite struct HeapTrimmingTests {
    private static let mebibyte = 1 << 20

    @Test func freedMemoryBeyondTheAllowanceIsReturnedOnce() {
        var trimming = HeapTrimming()
        #expect(!trimming.isDue(resident: 100 * Self.mebibyte, inUse: 20 * Self.mebibyte))
        #expect(trimming.isDue(resident: 359 * Self.mebibyte, inUse: 20 * Self.mebibyte))
        trimming.recordTrim(to: 340 * Self.mebibyte, inUse: 20 * Self.mebibyte)
        #expect(!trimming.isDue(resident: 350 * Self.mebibyte, inUse: 20 * Self.mebibyte))
        #expect(trimming.isDue(resident: 380 * Self.mebibyte, inUse: 20 * Self.mebibyte))
    }

    /// A trim at the peak returns little, because most memory is in use.
    ///
    /// After it is freed, another trim is due.
    @Test func memoryFreedAfterATrimIsReturned() {
        var trimming = HeapTrimming()
        trimming.recordTrim(to: 360 * Self.mebibyte, inUse: 300 * Self.mebibyte)
        #expect(trimming.isDue(resident: 360 * Self.mebibyte, inUse: 40 * Self.mebibyte))
    }

    @Test func memoryInUseIsNotReturned() {
        #expect(!HeapTrimming().isDue(resident: 900 * Self.mebibyte, inUse: 850 * Self.mebibyte))
    }

    @Test func nothingIsTrimmedWithoutFigures() {
        #expect(!HeapTrimming().isDue(resident: 900 * Self.mebibyte, inUse: 0))
    }
}
