import Storage
import Testing

@testable import AgentRuntime

/// The direct calls that stay in memory until the store has them.
@Suite struct EndedCallsTests {
    /// Adds calls, each as `client number`, followed by `k` if it has a key; returns the dropped ones.
    private func add(_ ids: [String], bytes: Int = 1, to calls: inout EndedCalls) -> [String] {
        ids.flatMap { id in
            calls.add(id, of: Owner(client: String(id.prefix(1))), bytes: bytes, hasKey: id.hasSuffix("k"))
        }
    }

    @Test(arguments: [
        (["a1", "a2", "a3"], []),
        (["a1", "a2", "a3", "a4", "a5"], ["a1", "a2"]),
        // Those without a key are dropped first, even new ones.
        (["a1k", "a2", "a3k", "a4"], ["a2"]),
        (["a1k", "a2k", "a3k", "a4", "a5k"], ["a4", "a1k"]),
        // A client with few calls loses none because another has many.
        (["b1", "a1k", "a2k", "a3k", "a4k"], ["a1k", "a2k"]),
        (["a1", "a2", "a3", "b1"], ["a1"]),
    ])
    func beyondTheCountTheOldestAreDropped(_ ids: [String], _ surplus: [String]) {
        var calls = EndedCalls(CallBounds(count: 3, bytes: 100))
        #expect(add(ids, to: &calls) == surplus)
        #expect(calls.count == 3)
    }

    @Test func beyondTheBytesTheLargestClientLosesItsOldest() {
        var calls = EndedCalls(CallBounds(count: 100, bytes: 100))
        #expect(add(["b1", "b2", "b3"], bytes: 10, to: &calls) == [])
        #expect(add(["a1"], bytes: 60, to: &calls) == [])
        #expect(add(["b4"], bytes: 20, to: &calls) == ["a1"])
        // A call that is larger than the limit is dropped at once.
        #expect(add(["c1"], bytes: 101, to: &calls) == ["c1"])
        #expect(calls.count == 4)
    }

    /// Many users with few calls each drop those of their own client.
    @Test func usersDropNoCallsOfAnotherClient() {
        var calls = EndedCalls(CallBounds(count: 3, bytes: 100))
        #expect(add(["b1"], to: &calls) == [])
        let dropped = (1...6).flatMap { number in
            calls.add("a\(number)", of: Owner(client: "a", user: "usr_\(number)"), bytes: 1, hasKey: false)
        }
        #expect(dropped.count == 4 && dropped.allSatisfy { $0.hasPrefix("a") })
    }

    @Test func storedCallsMakeRoom() {
        var calls = EndedCalls(CallBounds(count: 4, bytes: 100))
        #expect(add(["a1", "a2"], to: &calls) == [] && !calls.areMany)
        #expect(add(["a3", "a4"], to: &calls) == [] && calls.areMany)
        for id in ["a1", "a2", "a3", "nobody"] { calls.remove(id) }
        #expect(calls.count == 1 && !calls.areMany)
        #expect(add(["a5", "a6", "a7"], to: &calls) == [])
        #expect(add(["a8"], bytes: 60, to: &calls) == ["a4"])
        for id in ["a5", "a6", "a7", "a8"] { calls.remove(id) }
        #expect(calls.count == 0 && add(["b1"], bytes: 100, to: &calls) == [])
    }
}
