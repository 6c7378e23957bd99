import Glibc
import Measuring
import Transport

/// What the process held at the start and after each round.
struct Ledger {
    private let transfers: Int
    private let socketsAtStart = Self.openSockets()
    /// After the round that does not count.
    private var descriptorsAtStart: [String: Int] = [:]
    private var heaps: [Int] = []
    private var found: [String] = []

    init(transfers: Int) {
        self.transfers = transfers
    }

    static func openSockets() -> Int { Descriptors.open().values.count { $0.hasPrefix("socket:") } }

    /// Counts what is there after a round, prints it, and notes what should not be.
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
            "given up \(ends), complete \(outcome.ends[.complete] ?? 0), failed \(outcome.failures.count);",
            "sockets \(result.socketsBeforeShutdown - socketsAtStart) before the shutdown, \(sockets) after;",
            "heap \(heap / 1024) KiB, resident \(ResidentMemory.bytes() / 1024) KiB"
        )
        // Also into a file each line comes at once.
        fflush(nil)
        found += outcome.failures.prefix(5).map { "Round \(round), \($0)" }
        if outcome.count != transfers { found.append("Round \(round): \(outcome.count) transfers ended.") }
        for (host, measures) in result.measures {
            // The client's own books: what began has ended, and nothing ended twice.
            let ended = measures.outcomes.values.reduce(0, +)
            guard measures.openTransfers != 0 || ended != measures.requests else { continue }
            found.append("Round \(round): of \(measures.requests) requests to \(host) \(ended) have ended.")
        }
        if sockets != 0 { found.append("Round \(round): \(sockets) sockets were not given back.") }
        if !others.isEmpty { found.append("Round \(round): descriptors were not given back: \(others)") }
    }

    /// How many descriptors of each kind are open; their own numbers do not matter.
    private static func descriptorKinds() -> [String: Int] {
        Dictionary(Descriptors.open().values.map { ($0.filter { !$0.isNumber }, 1) }, uniquingKeysWith: +)
    }

    /// What there is more of than at the start, once that is nothing or clearly never will be.
    ///
    /// A task's value is there a moment before the task itself is gone, and with it the last that it held.
    private func settledDescriptors() -> [String: Int] {
        for _ in 0..<200 where !growth().isEmpty { usleep(10_000) }
        return growth()
    }

    private func growth() -> [String: Int] {
        Self.descriptorKinds().filter { $0.value > descriptorsAtStart[$0.key, default: 0] }
    }

    /// All faults.
    ///
    /// The heap is compared over the second half of the rounds: the pools of the allocator and of the scheduler grow at first
    /// and then no more, and a leak of one small object a transfer would be far above what they still do.
    func faults() -> [String] {
        guard let last = heaps.last, heaps.count >= 5 else { return found }
        let rounds = (heaps.count - 1) / 2
        let growth = last - heaps[heaps.count - 1 - rounds]
        guard growth > 16 * transfers * rounds else { return found }
        return found + ["The heap has grown by \(growth) bytes over the last \(rounds * transfers) transfers."]
    }
}
