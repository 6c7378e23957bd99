import Testing

@testable import AgentServer

/// The order in which an event loop performs its jobs, and the times at which it polls its sockets.
@Suite struct JobQueueTests {
    /// A queue and a simulated loop.
    private final class Loop {
        private var queue: JobQueue<Int>

        init(budget: Int) { queue = JobQueue(budget: budget) }

        func add(_ job: Int) -> Bool { queue.add(job) }

        /// Performs the next step and returns its description; `nil` if there is none.
        func step(_ perform: (Int) -> Void = { _ in }) -> String? {
            switch queue.next() {
            case .perform(let job):
                perform(job)
                return "\(job)"
            case .pollSockets: return "sockets"
            case .rest: return nil
            }
        }

        func socketsWerePolled() { queue.socketsWerePolled() }

        /// Performs up to `limit` steps, or all until the queue is empty.
        func steps(_ limit: Int = .max, _ perform: (Int) -> Void = { _ in }) -> [String] {
            var steps: [String] = []
            while steps.count < limit, let step = step(perform) {
                steps.append(step)
                if step == "sockets" { socketsWerePolled() }
            }
            return steps
        }
    }

    @Test func onlyTheFirstJobStartsTheLoop() {
        let loop = Loop(budget: 10)
        #expect(loop.add(1))
        #expect(!loop.add(2))
        let steps = loop.steps { if $0 == 1 { #expect(!loop.add(3)) } }
        #expect(steps == ["1", "2", "3"])
        #expect(loop.add(4))
        #expect(loop.steps() == ["4"])
        #expect(loop.steps() == [])
    }

    @Test func jobsThatAddOthersWithoutEndLeaveTimeForTheSockets() {
        let loop = Loop(budget: 2)
        #expect(loop.add(0))
        #expect(!loop.add(1))
        let steps = loop.steps(8) { #expect(!loop.add($0 + 2)) }
        #expect(steps == ["0", "1", "sockets", "2", "3", "sockets", "4", "5"])
    }

    @Test func jobsThatArriveOneByOneUseTheBudgetToo() {
        let loop = Loop(budget: 2)
        for job in 0..<2 {
            #expect(loop.add(job))
            #expect(loop.steps() == ["\(job)"])
        }
        #expect(loop.add(2))
        #expect(loop.step() == "sockets")
        // The loop is not started again during the poll.
        #expect(!loop.add(3))
        #expect(loop.step() == "sockets")
        loop.socketsWerePolled()
        #expect(loop.steps() == ["2", "3"])
    }
}
