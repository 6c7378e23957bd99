import Glibc
import Measuring
import Transport

/// The descriptors and the heap of the process at the start and after each round.
struct Ledger {
    private let transfers: Int
    private let socketsAtStart = Self.openSockets()
    /// The descriptors after the round that does not count.
    private var descriptorsAtStart: [String: Int] = [:]
    private var heaps: [Int] = []
    private var found: [String] = []

    init(transfers: Int) {
        self.transfers = transfers
    }

    static func openSockets() -> Int { Descriptors.open().values.count { $0.hasPrefix("socket:") } }

    /// Counts the remains of a round, prints them, and records faults.
    mutating func close(_ round: Int, _ result: RoundResult) {
        let outcome = result.outcome
        if round == 0 { descriptorsAtStart = Self.descriptorKinds() }
        let others = settledDescriptors()
        let sockets = Self.openSockets() - socketsAtStart
        let heap = Heap.bytesInUse()
        heaps.append(heap)

        let ends = "before the header \(outcome.ends[.beforeHead] ?? 0), in the body \(outcome.ends[.inBody] ?? 0)"
        print(
            round == 0 ? "first round, does not count:" : "round \(round):",
            "cancelled \(ends), complete \(outcome.ends[.complete] ?? 0), failed \(outcome.failures.count);",
            "sockets \(result.socketsBeforeShutdown - socketsAtStart) before the shutdown, \(sockets) after;",
            "heap \(heap / 1024) KiB, resident \(ResidentMemory.bytes() / 1024) KiB"
        )
        // Flushed, so that a log file also has each line at once.
        fflush(nil)
        found += outcome.failures.prefix(5).map { "Round \(round), \($0)" }
        if outcome.count != transfers { found.append("Round \(round): \(outcome.count) transfers ended.") }
        for (host, metrics) in result.metrics {
            // The client's metrics: every request has ended, and none ended twice.
            let ended = metrics.outcomes.values.reduce(0, +)
            guard metrics.openTransfers != 0 || ended != metrics.requests else { continue }
            found.append("Round \(round): of \(metrics.requests) requests to \(host) \(ended) have ended.")
        }
        if sockets != 0 { found.append("Round \(round): \(sockets) sockets were not closed.") }
        if !others.isEmpty { found.append("Round \(round): descriptors were not closed: \(others)") }
    }

    /// Returns the number of open descriptors of each kind, regardless of their numbers.
    private static func descriptorKinds() -> [String: Int] {
        Dictionary(Descriptors.open().values.map { ($0.filter { !$0.isNumber }, 1) }, uniquingKeysWith: +)
    }

    /// Returns the growth since the start, once it is zero or will clearly not become zero.
    ///
    /// A task's value is available slightly before the task and its last references are released.
    private func settledDescriptors() -> [String: Int] {
        for _ in 0..<200 where !growth().isEmpty { usleep(10_000) }
        return growth()
    }

    private func growth() -> [String: Int] {
        Self.descriptorKinds().filter { $0.value > descriptorsAtStart[$0.key, default: 0] }
    }

    /// Returns all faults.
    ///
    /// The heap is compared over the second half of the rounds, because the pools of the allocator and of the scheduler grow at first. A
    /// leak of one small object per transfer would be far above their later growth.
    func faults() -> [String] {
        guard let last = heaps.last, heaps.count >= 5 else { return found }
        let rounds = (heaps.count - 1) / 2
        let growth = last - heaps[heaps.count - 1 - rounds]
        guard growth > 16 * transfers * rounds else { return found }
        return found + ["The heap has grown by \(growth) bytes over the last \(rounds * transfers) transfers."]
    }
}
