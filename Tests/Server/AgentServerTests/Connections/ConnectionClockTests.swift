import NIOCore
import Testing

@testable import AgentServer

@Suite struct ConnectionClockTests {
    private static let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)

    private func at(_ seconds: Int64) -> NIODeadline { Self.start + .seconds(seconds) }

    private func clock() -> ConnectionClock { ConnectionClock(.init(), openedAt: Self.start) }

    /// Advances the clock to its own deadlines until it closes; `nil` if it has not closed after a day.
    private func closing(_ clock: inout ConnectionClock, from now: NIODeadline, unsent: Int64 = 0) -> Int64? {
        var now = now
        var deadline = clock.deadline(at: now)
        while now < at(86_400) {
            now = deadline
            switch clock.timeReached(now, unsent: unsent, accepted: 0) {
            case .close: return (now - Self.start).nanoseconds / 1_000_000_000
            case .wait(let next):
                #expect(next > now)
                deadline = next
            }
        }
        return nil
    }

    // The macro accepts no mutating calls.
    private func begin(_ clock: inout ConnectionClock) -> Bool { clock.startResponse() }

    private func end(_ clock: inout ConnectionClock, _ now: NIODeadline) -> Bool { clock.endResponse(at: now) }

    private func advance(
        _ clock: inout ConnectionClock,
        _ now: NIODeadline,
        unsent: Int64,
        accepted: Int64
    ) -> ConnectionClock.Verdict { clock.timeReached(now, unsent: unsent, accepted: accepted) }

    @Test func aSilentConnectionHasTenSeconds() {
        var clock = clock()
        #expect(clock.isWaitingForRequest)
        #expect(closing(&clock, from: at(0)) == 10)
    }

    @Test func anIncompleteHeaderHasTenSecondsInAll() {
        var clock = clock()
        for second in 1..<10 { clock.readBytes(at: at(Int64(second))) }
        #expect(closing(&clock, from: at(9)) == 11)
    }

    @Test func anIdleConnectionIsKeptAfterARequest() {
        var clock = clock()
        clock.readHeader(bodyLength: 0, at: at(1))
        clock.readEnd(at: at(1))
        #expect(!clock.isWaitingForRequest)
        #expect(!begin(&clock))
        #expect(!end(&clock, at(5)))
        #expect(clock.isWaitingForRequest)
        var idle = clock
        #expect(closing(&idle, from: at(5)) == 80)
        clock.readBytes(at: at(50))
        #expect(closing(&clock, from: at(50)) == 60)
    }

    @Test func anAnswerThatWaitsIsNeverClosed() {
        var thinking = clock()
        thinking.readHeader(bodyLength: 0, at: at(0))
        thinking.readEnd(at: at(0))
        var streaming = thinking
        #expect(closing(&thinking, from: at(0)) == nil)
        #expect(!begin(&streaming))
        // Bytes of the next request do not change that.
        streaming.readBytes(at: at(1))
        #expect(closing(&streaming, from: at(0)) == nil)
    }

    @Test func aReaderThatAcceptsNothingIsClosed() throws {
        var clock = clock()
        clock.readHeader(bodyLength: 0, at: at(0))
        clock.readEnd(at: at(0))
        #expect(!begin(&clock))
        let closed = try #require(closing(&clock, from: at(0), unsent: 65_536))
        #expect((60...90).contains(closed))
    }

    @Test func theRestOfACompleteAnswerHasTheSameTime() throws {
        var clock = clock()
        clock.readHeader(bodyLength: 0, at: at(0))
        clock.readEnd(at: at(0))
        #expect(!begin(&clock))
        #expect(!end(&clock, at(1)))
        #expect(advance(&clock, at(30), unsent: 65_536, accepted: 0) == .wait(until: at(60)))
        #expect(advance(&clock, at(60), unsent: 65_536, accepted: 0) == .wait(until: at(90)))
        #expect(advance(&clock, at(90), unsent: 65_536, accepted: 0) == .close)
    }

    @Test func aByteInTheLastMomentKeepsTheReader() {
        var clock = clock()
        clock.readHeader(bodyLength: 0, at: at(0))
        clock.readEnd(at: at(0))
        #expect(!begin(&clock))
        #expect(clock.isResponding)
        for step in 1...1000 {
            // The peer accepts a byte every minute, which is noticed half a minute later at the latest.
            let verdict = advance(&clock, at(Int64(step) * 30), unsent: 1 << 20, accepted: Int64(step / 2))
            #expect(verdict != .close)
        }
        #expect(advance(&clock, at(30_030), unsent: 1 << 20, accepted: 500) != .close)
        #expect(advance(&clock, at(30_060), unsent: 1 << 20, accepted: 500) == .close)
    }

    @Test func anAnswerThatClosesIsTheLastOne() {
        var clock = clock()
        clock.readHeader(bodyLength: 0, at: at(0))
        clock.readEnd(at: at(0))
        let isLast = clock.startResponse(isLast: true)
        #expect(isLast)
        #expect(end(&clock, at(1)))
        #expect(clock.isLingering && !clock.isResponding)
        #expect(closing(&clock, from: at(1)) == 2)
    }

    @Test func aSlowReaderThatAcceptsSomeIsNotClosed() {
        var clock = clock()
        clock.readHeader(bodyLength: 0, at: at(0))
        clock.readEnd(at: at(0))
        #expect(!begin(&clock))
        for step in 1..<100 {
            let verdict = clock.timeReached(at(Int64(step) * 59), unsent: 65_536, accepted: Int64(step))
            #expect(verdict != .close)
        }
        // The end of the response does not change that, because its last bytes are still unsent.
        #expect(!end(&clock, at(6000)))
        #expect(advance(&clock, at(6020), unsent: 100, accepted: 100_000) != .close)
        #expect(advance(&clock, at(6080), unsent: 100, accepted: 100_000) == .close)
    }

    @Test func aBodyMustMove() {
        var silent = clock()
        silent.readHeader(bodyLength: 1_000_000, at: at(0))
        silent.readBody(900_000, at: at(1))
        #expect(closing(&silent, from: at(1)) == 31)

        // One byte every 20 seconds is below the minimum pace.
        var trickling = clock()
        trickling.readHeader(bodyLength: 1_000_000, at: at(0))
        trickling.readBody(1, at: at(20))
        #expect(closing(&trickling, from: at(20)) == 30)

        // A phone with 2 kB/s is fast enough.
        var slow = clock()
        slow.readHeader(bodyLength: 1_000_000, at: at(0))
        for second in 1...400 {
            slow.readBody(2048, at: at(Int64(second)))
            #expect(advance(&slow, at(Int64(second)), unsent: 0, accepted: 0) != .close)
        }
    }

    @Test(
        arguments: [
            // length, received, last answer
            (Int64?.some(0), 0, false), (1000, 0, false), (65_536, 0, false), (65_537, 0, true), (65_537, 1, false),
            (Int64.max, 1 << 20, true), (nil, 0, true),
        ] as [(Int64?, Int, Bool)]
    )
    func anAnswerToAnUnreadBodyIsTheLastOne(_ length: Int64?, _ received: Int, isLast: Bool) throws {
        var clock = clock()
        clock.readHeader(bodyLength: length, at: at(0))
        if received > 0 { clock.readBody(received, at: at(0)) }
        #expect(begin(&clock) == isLast)
        #expect(end(&clock, at(1)) == isLast)
        #expect(clock.isLingering == isLast)
        guard isLast else { return }
        #expect(!clock.isWaitingForRequest)
        clock.readBody(60_000, at: at(1))
        #expect(!clock.shouldStopReading)
        clock.readBody(60_000, at: at(1))
        #expect(clock.shouldStopReading)
        #expect(closing(&clock, from: at(1)) == 2)
    }

    @Test func aWholeBodyKeepsTheConnection() {
        var clock = clock()
        clock.readHeader(bodyLength: nil, at: at(0))
        clock.readBody(1 << 20, at: at(0))
        clock.readEnd(at: at(0))
        #expect(!begin(&clock))
        #expect(!end(&clock, at(1)))
    }

    @Test func aPipelinedBodyDoesNotEndTheAnswerBeforeIt() {
        var clock = clock()
        clock.readHeader(bodyLength: 0, at: at(0))
        clock.readEnd(at: at(0))
        clock.readHeader(bodyLength: nil, at: at(0))
        clock.readBody(10_000, at: at(0))
        #expect(clock.openRequests == 2)
        var waiting = clock
        #expect(closing(&waiting, from: at(0)) == nil)
        #expect(!begin(&clock))
        #expect(!end(&clock, at(300)))
        #expect(closing(&clock, from: at(300)) == 330)
    }

    @Test func aConnectionWithAClosedSendingHalfLingersBriefly() {
        var clock = clock()
        clock.outputClosed(at: at(3))
        #expect(clock.isLingering)
        #expect(closing(&clock, from: at(3)) == 4)
    }
}
