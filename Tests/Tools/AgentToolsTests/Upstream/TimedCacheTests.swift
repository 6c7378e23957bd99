import Testing

@testable import AgentTools

@Suite struct TimedCacheTests {
    private let start = ContinuousClock.now

    @Test func returnsTheAgeOfAValue() throws {
        var cache = TimedCache<String, Int>(capacity: 2, maximumAge: .seconds(10))
        #expect(cache.value(for: "a", at: start) == nil)
        cache.store(1, for: "a", at: start)
        let found = try #require(cache.value(for: "a", at: start + .seconds(10)))
        #expect(found.value == 1 && found.age == .seconds(10))
        #expect(cache.value(for: "a", at: start + .seconds(11)) == nil)
        cache.store(2, for: "a", at: start + .seconds(11))
        #expect(cache.value(for: "a", at: start + .seconds(12))?.value == 2)
    }

    @Test func theOldestValueIsReplaced() {
        var cache = TimedCache<String, Int>(capacity: 2, maximumAge: .seconds(100))
        cache.store(1, for: "a", at: start)
        cache.store(2, for: "b", at: start + .seconds(1))
        cache.store(3, for: "a", at: start + .seconds(2))
        cache.store(4, for: "c", at: start + .seconds(3))
        #expect(cache.count == 2)
        #expect(cache.value(for: "b", at: start + .seconds(3)) == nil)
        #expect(cache.value(for: "a", at: start + .seconds(3))?.value == 3)
    }
}
