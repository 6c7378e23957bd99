import Testing

@testable import Transport

@Suite struct DeadlineQueueTests {
    static let start = ContinuousClock.now

    enum Step: Sendable {
        case set(String, second: Int)
        case remove(String)
        case pop(second: Int, [String])
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var steps: [Step]
    }

    static let rows: [Row] = [
        Row(
            testDescription: "in the order of their times",
            steps: [
                .set("c", second: 3), .set("a", second: 1), .set("b", second: 2), .pop(second: 2, ["a", "b"]),
                .pop(second: 9, ["c"]), .pop(second: 99, []),
            ]
        ),
        Row(
            testDescription: "a later time does not count, its owner sets it again",
            steps: [
                .set("a", second: 1), .set("a", second: 5), .pop(second: 1, ["a"]), .set("a", second: 5),
                .pop(second: 4, []), .pop(second: 5, ["a"]),
            ]
        ),
        Row(
            testDescription: "an earlier time counts once",
            steps: [
                .set("a", second: 5), .set("a", second: 2), .pop(second: 2, ["a"]), .pop(second: 9, []),
            ]
        ),
        Row(
            testDescription: "a removed owner is not returned",
            steps: [
                .set("a", second: 1), .set("b", second: 1), .remove("a"), .remove("x"), .pop(second: 9, ["b"]),
            ]
        ),
        Row(
            testDescription: "a removed owner can be set again",
            steps: [
                .set("a", second: 1), .remove("a"), .set("a", second: 4), .pop(second: 2, []), .pop(second: 4, ["a"]),
            ]
        ),
    ]

    @Test(arguments: rows) func table(row: Row) {
        var queue = DeadlineQueue<String>()
        for step in row.steps {
            switch step {
            case .set(let id, let second): queue.set(id, at: Self.start + .seconds(second))
            case .remove(let id): queue.remove(id)
            case .pop(let second, let expected):
                var popped: [String] = []
                while let id = queue.popDue(at: Self.start + .seconds(second)) { popped.append(id) }
                #expect(popped == expected)
            }
        }
    }

    @Test func deadlinesInAnyOrderAreReturnedSorted() {
        var queue = DeadlineQueue<Int>()
        let seconds = (0..<1000).map { ($0 * 7919) % 1000 }
        for second in seconds { queue.set(second, at: Self.start + .seconds(second)) }
        var popped: [Int] = []
        while let id = queue.popDue(at: Self.start + .seconds(1000)) { popped.append(id) }
        #expect(popped == Array(0..<1000))
        #expect(queue.next == nil)
    }

    @Test func invalidEntriesAreRemoved() {
        var queue = DeadlineQueue<Int>()
        for id in 0..<100_000 {
            queue.set(id, at: Self.start + .seconds(60))
            queue.remove(id)
        }
        #expect(queue.count == 0)
        #expect(queue.entryCount < 200)
    }
}
