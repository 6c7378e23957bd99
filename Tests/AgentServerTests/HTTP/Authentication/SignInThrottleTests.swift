import NIOCore
import Testing
import Transport

@testable import AgentServer

/// Which sign-ins are looked at, by address and in all.
@Suite struct SignInThrottleTests {
    private static let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)

    private func at(_ milliseconds: Int64) -> NIODeadline { Self.start + .milliseconds(milliseconds) }

    private func block(_ number: UInt32) -> AddressBlock { AddressBlock(.v4(number)) }

    // The macro accepts no mutating calls.
    private func wait(_ throttle: inout SignInThrottle, _ address: AddressBlock?, _ now: NIODeadline) -> TimeAmount? {
        throttle.wait(of: address, at: now)
    }

    @Test func theFifthFailureIsFollowedByWaitsThatDouble() {
        var throttle = SignInThrottle()
        for _ in 0..<4 {
            throttle.recordFailure(block(1), at: at(0))
            #expect(wait(&throttle, block(1), at(0)) == nil)
        }
        var now: Int64 = 0
        for seconds: Int64 in [1, 2, 4, 8, 16, 32, 60, 60, 60] {
            throttle.recordFailure(block(1), at: at(now))
            #expect(wait(&throttle, block(1), at(now)) == .seconds(seconds))
            #expect(wait(&throttle, block(1), at(now + seconds * 1000 - 1)) == .milliseconds(1))
            #expect(wait(&throttle, block(2), at(now)) == nil, "another address does not wait")
            now += seconds * 1000
            #expect(wait(&throttle, block(1), at(now)) == nil)
        }
    }

    @Test func aSuccessEndsTheWaits() {
        var throttle = SignInThrottle()
        for _ in 0..<8 { throttle.recordFailure(block(1), at: at(0)) }
        throttle.recordSuccess(block(1))
        #expect(wait(&throttle, block(1), at(0)) == nil && throttle.count == 0)
        for _ in 0..<4 { throttle.recordFailure(block(1), at: at(1)) }
        #expect(wait(&throttle, block(1), at(1)) == nil)
    }

    @Test func fiftyFailuresAMinuteAreLookedAt() {
        var throttle = SignInThrottle()
        for number in 0..<50 {
            #expect(wait(&throttle, block(UInt32(number)), at(Int64(number) * 100)) == nil)
            throttle.recordFailure(block(UInt32(number)), at: at(Int64(number) * 100))
        }
        // Until the first of the fifty is a minute ago.
        #expect(wait(&throttle, block(99), at(5000)) == .seconds(55))
        #expect(wait(&throttle, nil, at(5000)) == .seconds(55))
        #expect(wait(&throttle, block(99), at(60_000)) == nil)
        throttle.recordFailure(nil, at: at(60_000))
        #expect(wait(&throttle, block(99), at(60_000)) == .milliseconds(100))
    }

    @Test func addressesAreForgotten() {
        var throttle = SignInThrottle(capacity: 3)
        for number: UInt32 in 0..<9 { throttle.recordFailure(block(number), at: at(Int64(number) * 1000)) }
        #expect(throttle.count == 3)
        for _ in 0..<4 { throttle.recordFailure(block(8), at: at(8000)) }
        #expect(wait(&throttle, block(8), at(8000)) == .seconds(1))
        // After ten minutes without a failure it starts anew.
        throttle.recordFailure(block(8), at: at(8000 + 600_000))
        #expect(wait(&throttle, block(8), at(8000 + 600_000)) == nil)
    }
}
