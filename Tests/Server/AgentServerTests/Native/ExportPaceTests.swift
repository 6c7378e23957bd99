import NIOCore
import Testing

@testable import AgentServer

@Suite struct ExportPaceTests {
    private static let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)

    /// Returns the second in which a reader of so many bytes per interval is too slow; `nil` if that is after `duration`.
    private func end(bytes: Int, every seconds: Int, within duration: Int) -> Int? {
        var pace = ExportPace(startedAt: Self.start)
        for second in stride(from: 0, through: duration, by: seconds) {
            pace.recordAccepted(bytes)
            if pace.isTooSlow(at: Self.start + .seconds(Int64(second))) { return second }
        }
        return nil
    }

    @Test(
        arguments: [
            // bytes, interval in seconds, duration, end
            (25_000, 1, 3599, nil), (8192, 1, 3599, nil), (25_000, 1, 4000, 3600), (1 << 20, 1, 4000, 3600),
            (32_768, 29, 4000, 87), (4096, 3, 4000, 75), (1, 1, 60, nil), (1, 1, 100, 61),
        ] as [(Int, Int, Int, Int?)]
    )
    func aReaderNeedsAMinimumPace(bytes: Int, seconds: Int, within: Int, end: Int?) {
        #expect(self.end(bytes: bytes, every: seconds, within: within) == end)
    }
}
