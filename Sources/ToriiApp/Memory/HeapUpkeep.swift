import AgentRuntime
import CMalloc
import Logging
import ServiceLifecycle

/// Returns freed memory to the system after a peak, because the C library keeps what lies between blocks that are still in use.
struct HeapUpkeep: Service {
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var trimming = HeapTrimming()
            while !Task.isCancelled {
                // The pace of the upkeep: the only reason to sleep here.
                try? await Task.sleep(for: .seconds(5))
                guard let resident = ProcessMemory.residentBytes,
                    trimming.isDue(resident: resident, inUse: Int(cmalloc_bytes_in_use()))
                else { continue }
                malloc_trim(Int(HeapReserve.bytes))
                let left = ProcessMemory.residentBytes ?? resident
                trimming.trimmed(to: left, inUse: Int(cmalloc_bytes_in_use()))
                logger.debug(
                    "Returned freed memory to the system",
                    metadata: ["mib_before": "\(resident >> 20)", "mib_after": "\(left >> 20)"]
                )
            }
        }
    }
}

/// Decides when freed memory is worth returning: a trim walks through every heap and locks each in turn.
struct HeapTrimming {
    /// Resident bytes beyond those in use that may stay: the program itself, its stacks, and reserves of the heaps.
    static let allowance = 96 << 20
    /// Growth of them since the last trim below which another one is not worth its time.
    static let growth = 32 << 20

    /// Resident bytes beyond those in use that the last trim left.
    private var left = 0

    /// Whether to trim now.
    ///
    /// - Parameters:
    ///   - resident: Resident bytes of the process.
    ///   - inUse: Bytes that the allocator has handed out; 0 where it does not say.
    func isDue(resident: Int, inUse: Int) -> Bool {
        let slack = resident - inUse
        return inUse > 0 && slack > Self.allowance && slack > left + Self.growth
    }

    /// Notes the figures after a trim.
    mutating func trimmed(to resident: Int, inUse: Int) { left = max(0, resident - inUse) }
}
