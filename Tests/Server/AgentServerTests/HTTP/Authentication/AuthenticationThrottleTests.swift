import NIOCore
import Testing
import Transport

@testable import AgentServer

@Suite struct AuthenticationThrottleTests {
    private static let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)

    private func at(_ seconds: Int64) -> NIODeadline { Self.start + .seconds(seconds) }

    private func block(_ number: UInt32) -> AddressBlock { AddressBlock(.v4(number)) }

    // The macro accepts no mutating calls.
    private func fail(
        _ throttle: inout AuthenticationThrottle,
        _ address: AddressBlock,
        _ now: NIODeadline
    ) -> AuthenticationThrottle.Brake? { throttle.recordFailure(address, at: now) }

    private func counts(
        _ throttle: inout AuthenticationThrottle,
        _ now: NIODeadline
    ) -> [AuthenticationThrottle.Count] { throttle.counts(at: now) }

    @Test func theEleventhFailureInAMinuteIsDelayed() {
        var throttle = AuthenticationThrottle()
        for _ in 0..<10 { #expect(fail(&throttle, block(1), at(0)) == nil) }
        let first = fail(&throttle, block(1), at(20))
        #expect(first == .init(rest: .seconds(40), isDelayed: true, isFirst: true))
        #expect(first?.retryAfterSeconds == 40)
        let last = fail(&throttle, block(1), at(60) - .nanoseconds(1))
        #expect(last == .init(rest: .nanoseconds(1), isDelayed: true, isFirst: false))
        #expect(last?.retryAfterSeconds == 1)
        #expect(fail(&throttle, block(2), at(20)) == nil)
        #expect(fail(&throttle, block(1), at(60)) == nil)
    }

    @Test func anAddressIsExceededAfterItsTenthFailureUntilTheWindowEnds() {
        var throttle = AuthenticationThrottle()
        for _ in 0..<9 { _ = fail(&throttle, block(1), at(0)) }
        #expect(!throttle.isExceeded(by: block(1), at: at(0)))
        _ = fail(&throttle, block(1), at(0))
        #expect(throttle.isExceeded(by: block(1), at: at(59)))
        #expect(!throttle.isExceeded(by: block(2), at: at(59)))
        #expect(!throttle.isExceeded(by: block(1), at: at(60)))
    }

    @Test func aWindowIsCountedOnceAtItsEnd() {
        var throttle = AuthenticationThrottle()
        for _ in 0..<3000 { _ = throttle.recordFailure(block(1), at: at(0)) }
        for _ in 0..<10 { _ = throttle.recordFailure(block(2), at: at(1)) }
        for _ in 0..<11 { _ = throttle.recordFailure(block(3), at: at(2)) }
        #expect(counts(&throttle, at(59)) == [])
        #expect(counts(&throttle, at(60)) == [.init(address: block(1), failures: 2990)])
        // The failure of another address ends expired windows. Their counts are not lost.
        #expect(fail(&throttle, block(4), at(100)) == nil)
        #expect(counts(&throttle, at(100)) == [.init(address: block(3), failures: 1)])
        #expect(counts(&throttle, at(1000)) == [])
    }

    @Test func thePlacesOfDelayedAnswersAreBounded() {
        var throttle = AuthenticationThrottle()
        for _ in 0..<10 { _ = throttle.recordFailure(block(1), at: at(0)) }
        for _ in 0..<AuthenticationThrottle.maximumDelayed {
            #expect(fail(&throttle, block(1), at(1))?.isDelayed == true)
        }
        #expect(fail(&throttle, block(1), at(1))?.isDelayed == false)
        throttle.releaseDelay()
        #expect(fail(&throttle, block(1), at(1))?.isDelayed == true)
        #expect(fail(&throttle, block(1), at(1))?.isDelayed == false)
    }

    @Test func theNumberOfRememberedAddressesIsBounded() {
        var throttle = AuthenticationThrottle(capacity: 100)
        let delayed = (0..<10_000 as Range<UInt32>).filter { fail(&throttle, block($0), at(0)) != nil }
        #expect(delayed == [])
        #expect(throttle.count == 100)
        #expect(fail(&throttle, block(0), at(120)) == nil)
        #expect(throttle.count == 1)
    }

    @Test func anAddressThatIsEvictedIsCountedToo() {
        var throttle = AuthenticationThrottle(capacity: 1)
        for _ in 0..<15 { _ = throttle.recordFailure(block(1), at: at(0)) }
        #expect(fail(&throttle, block(2), at(1)) == nil)
        #expect(counts(&throttle, at(1)) == [.init(address: block(1), failures: 5)])
    }
}
