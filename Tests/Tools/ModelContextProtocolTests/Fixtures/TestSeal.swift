import ModelContextProtocol
import Synchronization

/// A seal without cryptography: four hashes (FNV-1a) with different starts.
struct TestSeal: StateSeal {
    var key: UInt64 = 7

    func code(for bytes: [UInt8]) -> [UInt8] {
        (0..<4).flatMap { lane -> [UInt8] in
            var hash: UInt64 = 0xcbf2_9ce4_8422_2325 &+ key &+ UInt64(lane) &* 0x9e37_79b9
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            return (0..<8).map { UInt8(truncatingIfNeeded: hash >> UInt64($0 * 8)) }
        }
    }
}

/// A time that a test sets.
final class TestTime: Sendable {
    private let seconds = Mutex(1_000_000)

    var now: Int { seconds.withLock { $0 } }

    func advance(by count: Int) { seconds.withLock { $0 += count } }
}

extension MCPServer {
    /// Makes a server for a test.
    static func test(time: TestTime = TestTime(), _ set: (inout Limits) -> Void = { _ in }) -> MCPServer {
        var limits = Limits()
        set(&limits)
        return MCPServer(seal: TestSeal(), limits: limits, now: { time.now })
    }
}
