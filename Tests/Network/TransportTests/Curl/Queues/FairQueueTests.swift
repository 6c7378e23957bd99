import SeededRandom
import Testing

@testable import Transport

@Suite struct FairQueueTests {
    /// Removes all transfers that can start now.
    private func start(_ queue: inout FairQueue<String>) -> [String] {
        var started: [String] = []
        while let id = queue.next() { started.append(id) }
        return started
    }

    /// Adds transfers with names such as `host/caller/1`.
    private func enqueue(_ ids: [String], _ queue: inout FairQueue<String>) {
        for id in ids {
            let parts = id.split(separator: "/").map(String.init)
            queue.enqueue(id, host: parts[0], caller: parts[1])
        }
    }

    @Test func withCapacityAllStartInOrder() {
        var queue = FairQueue<String>(capacity: .init(perHost: 9, overall: 9))
        enqueue(["a/x/1", "a/x/2", "b/x/1"], &queue)
        #expect(Set(start(&queue)) == ["a/x/1", "a/x/2", "b/x/1"])
        #expect(queue.waitingCount == 0)
    }

    @Test func oneHostKeepsItsOrder() {
        var queue = FairQueue<String>(capacity: .init(perHost: 1, overall: 9))
        enqueue(["a/x/1", "a/x/2", "a/x/3"], &queue)
        var order = start(&queue)
        for _ in 0..<2 {
            #expect(order.count < 3)
            queue.release(host: "a")
            order += start(&queue)
        }
        #expect(order == ["a/x/1", "a/x/2", "a/x/3"])
    }

    @Test func aBurstToOneHostBlocksNoOther() {
        var queue = FairQueue<String>(capacity: .init(perHost: 2, overall: 99))
        enqueue((1...50).map { "a/x/\($0)" } + ["b/x/1"], &queue)
        #expect(Set(start(&queue)) == ["a/x/1", "a/x/2", "b/x/1"])
    }

    @Test func hostsTakeTurnsForTheSharedCapacity() {
        var queue = FairQueue<String>(capacity: .init(perHost: 99, overall: 1))
        enqueue((1...3).map { "a/x/\($0)" } + (1...3).map { "b/x/\($0)" }, &queue)
        var order = start(&queue)
        while let last = order.last, order.count < 6 {
            queue.release(host: String(last.prefix(1)))
            order += start(&queue)
        }
        #expect(order == ["a/x/1", "b/x/1", "a/x/2", "b/x/2", "a/x/3", "b/x/3"])
    }

    @Test func callersOfAHostTakeTurns() {
        var queue = FairQueue<String>(capacity: .init(perHost: 1, overall: 9))
        enqueue((1...50).map { "a/greedy/\($0)" } + ["a/modest/1", "a/modest/2"], &queue)
        var order = start(&queue)
        for _ in 0..<4 {
            queue.release(host: "a")
            order += start(&queue)
        }
        #expect(order == ["a/greedy/1", "a/modest/1", "a/greedy/2", "a/modest/2", "a/greedy/3"])
    }

    @Test func aCancelledTransferLeavesAtOnce() {
        var queue = FairQueue<String>(capacity: .init(perHost: 1, overall: 9))
        enqueue(["a/x/1", "a/x/2", "a/x/3"], &queue)
        #expect(start(&queue) == ["a/x/1"])
        // It is cancelled only once, and only while it waits.
        let left = ["a/x/2", "a/x/2", "a/x/1"].map { queue.cancel($0) }
        #expect(left == [true, false, false])
        queue.release(host: "a")
        #expect(start(&queue) == ["a/x/3"])
    }

    @Test func hostsWithoutTransfersAreRemoved() {
        var queue = FairQueue<String>(capacity: .init(perHost: 1, overall: 9))
        for number in 0..<1000 {
            enqueue(["\(number)/x/1", "\(number)/x/2"], &queue)
            #expect(start(&queue).count == 1)
            queue.cancel("\(number)/x/2")
            queue.release(host: "\(number)")
        }
        #expect(queue.hostCount == 0)
    }

    /// Random steps keep the rules: never more transfers than the capacity, none lost, none twice.
    @Test(arguments: 0..<20 as Range<UInt64>) func randomWalks(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let capacity = FairQueue<String>.Capacity(perHost: 3, overall: 5)
        var queue = FairQueue<String>(capacity: capacity)
        var waiting: Set<String> = []
        var running: [String: Int] = [:]
        // The steps after which a rule was broken.
        var broken: [String] = []
        func check(_ holds: Bool, _ rule: String, _ step: Int) { if !holds { broken.append("\(step): \(rule)") } }
        for step in 0..<RandomRounds.count {
            switch Int.random(in: 0..<4, using: &generator) {
            case 0, 1:
                let id =
                    "\(Int.random(in: 0..<4, using: &generator))/\(Int.random(in: 0..<3, using: &generator))/\(step)"
                enqueue([id], &queue)
                waiting.insert(id)
            case 2:
                if let id = waiting.randomElement(using: &generator) {
                    check(queue.cancel(id), "the cancelled transfer waited", step)
                    waiting.remove(id)
                }
            default:
                if let host = running.keys.sorted().randomElement(using: &generator) {
                    queue.release(host: host)
                    running[host] = running[host].flatMap { $0 > 1 ? $0 - 1 : nil }
                }
            }
            for id in start(&queue) {
                check(waiting.remove(id) != nil, "the started transfer waited", step)
                running[String(id.prefix(1)), default: 0] += 1
            }
            check(running.values.allSatisfy { $0 <= capacity.perHost }, "no host has too many", step)
            let total = running.values.reduce(0, +)
            check(total <= capacity.overall, "not too many run", step)
            check(queue.waitingCount == waiting.count, "none is lost", step)
            // A transfer waits only when there is no capacity.
            let hasCapacity = waiting.contains { running[String($0.prefix(1)), default: 0] < capacity.perHost }
            check(total == capacity.overall || !hasCapacity, "none waits without a reason", step)
        }
        #expect(broken == [])
    }
}
