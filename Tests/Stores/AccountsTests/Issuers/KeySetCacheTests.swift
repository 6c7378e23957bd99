import Crypto
import SignedTokens
import SigningIssuers
import StreamingJSON
import Testing

@testable import Accounts

/// The decisions about published keys, without a request and without a wait.
@Suite struct KeySetCacheTests {
    private let start = ContinuousClock.now
    private let first = SigningIssuer(keyID: "a")
    private let second = SigningIssuer(keyID: "b")

    /// Returns a cache with the first issuer's key, read at the start.
    private func filled(lifetime: Duration? = nil) throws -> KeySetCache {
        var cache = KeySetCache()
        let set = try KeySet(first)
        #expect(cache.ask(at: start).startsReading == true)
        #expect(cache.succeed(set, lifetime: lifetime, at: start) == false)
        return cache
    }

    private func isKeys(_ answer: KeySetCache.Answer, version: Int? = nil) -> Bool {
        if case .keys(let keys) = answer { version == nil || keys.version == version } else { false }
    }

    private func retry(_ answer: KeySetCache.Answer) -> Duration? {
        if case .unavailable(let time) = answer { time } else { nil }
    }

    private func isWait(_ answer: KeySetCache.Answer) -> Bool { if case .wait = answer { true } else { false } }

    @Test func oneReadingServesAllWhoNeedKeys() throws {
        var cache = KeySetCache()
        let decisions = (0..<100).map { _ in cache.ask(at: start) }
        #expect(decisions.filter(\.startsReading).count == 1 && decisions.allSatisfy { isWait($0.answer) })
        _ = cache.succeed(try KeySet(first), lifetime: nil, at: start)
        #expect(isKeys(cache.settled(at: start), version: 1))
    }

    /// The lifetime that the server names, and the seconds after which the keys are read beside a request, and before one.
    @Test(
        arguments: [
            (nil, 2880, 3600), (.seconds(1000), 800, 1000), (.seconds(0), 240, 300),
            (.seconds(999_999), 69_120, 86_400),
        ] as [(Duration?, Int, Int)]
    )
    func keysAreReadAgainBeforeTheyAreOld(lifetime: Duration?, early: Int, late: Int) throws {
        for (seconds, isBeside, isBefore) in [
            (early - 1, false, false), (early, true, false), (late - 1, true, false), (late, false, true),
        ] {
            var cache = try filled(lifetime: lifetime)
            let decision = cache.ask(at: start + .seconds(seconds))
            #expect(decision.startsReading == (isBeside || isBefore), "\(seconds)")
            #expect(isWait(decision.answer) == isBefore, "\(seconds)")
        }
    }

    @Test func aFloodOfUnknownKeysCausesTwoReadingsAMinute() throws {
        var cache = try filled()
        var readings = 0
        for step in 1...10_000 {
            let time = start + .milliseconds(step * 6)
            guard cache.ask(newerThan: 1, at: time).startsReading else { continue }
            readings += 1
            _ = cache.succeed(try KeySet(first), lifetime: nil, at: time)
        }
        #expect(readings == 2)
    }

    /// The flood continues before and after the rotation.
    @Test func aRotationIsSeenInHalfAMinute() throws {
        var cache = try filled()
        var seen: Duration?
        for step in 1...1000 {
            let time = start + .milliseconds(step * 100)
            // The issuer rotates ten seconds after the start.
            let set = try step < 100 ? KeySet(first) : KeySet([first, second])
            if cache.ask(newerThan: 1, at: time).startsReading { _ = cache.succeed(set, lifetime: nil, at: time) }
            if seen == nil, cache.keys?.version == 2 { seen = time - start }
        }
        let time = try #require(seen)
        #expect(time <= .seconds(40))
    }

    @Test func aNewerSetIsTakenWithoutAReading() throws {
        var cache = try filled()
        _ = cache.startNow(at: start)
        _ = cache.succeed(try KeySet([first, second]), lifetime: nil, at: start)
        let decision = cache.ask(newerThan: 1, at: start + .seconds(1))
        #expect(!decision.startsReading && isKeys(decision.answer, version: 2))
    }

    @Test func aKeyThatIsGoneIsALoss() throws {
        var cache = try filled()
        let sets = (both: try KeySet([second, first]), one: try KeySet(second), none: try KeySet())
        #expect(cache.succeed(nil, lifetime: nil, at: start) == false)
        #expect(cache.succeed(sets.both, lifetime: nil, at: start) == false)
        #expect(cache.keys?.losses == 0 && cache.keys?.version == 2)
        #expect(cache.succeed(sets.one, lifetime: nil, at: start) == true)
        #expect(cache.succeed(sets.none, lifetime: nil, at: start) == true)
        #expect(cache.keys?.losses == 2 && cache.keys?.set.keys.isEmpty == true)
    }

    @Test func oldKeysOutliveAnOutageByADay() throws {
        var cache = try filled()
        var time = start
        let end = start + .seconds(3600 + 86_400)
        while time < end {
            let decision = cache.ask(at: time)
            if decision.startsReading { cache.fail(IssuerFault("down")) }
            let answer = isWait(decision.answer) ? cache.settled(at: time) : decision.answer
            #expect(isKeys(answer))
            time += .seconds(1200)
        }
        #expect(cache.isStale(at: start + .seconds(3660)) && !cache.isStale(at: start + .seconds(60)))
        // Then a token waits for a reading; after it failed, the answer has the time of the next one.
        let decision = cache.ask(at: end)
        #expect(decision.startsReading && isWait(decision.answer))
        cache.fail(IssuerFault("down"))
        #expect(retry(cache.settled(at: end + .seconds(10))) == .seconds(20))
        let early = cache.ask(at: end + .seconds(29))
        #expect(retry(early.answer) == .seconds(1))
        #expect(cache.ask(at: end + .seconds(30)).startsReading == true)
    }

    /// Nobody sets this clock back, but an instant may have been read before another one.
    @Test func anEarlierInstantReadsNothingTwice() throws {
        var cache = try filled()
        let decisions = [cache.ask(newerThan: 1, at: start - .seconds(5)), cache.ask(at: start - .seconds(5))]
        #expect(decisions.allSatisfy { !$0.startsReading && isKeys($0.answer) })
    }
}
