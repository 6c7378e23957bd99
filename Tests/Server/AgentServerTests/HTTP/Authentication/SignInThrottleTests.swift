import NIOCore
import Testing
import Transport

@testable import AgentServer

/// Which sign-ins are looked at, by address, and which failures are written down.
@Suite struct SignInThrottleTests {
    private static let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)

    private func at(_ milliseconds: Int64) -> NIODeadline { Self.start + .milliseconds(milliseconds) }

    private func block(_ number: UInt32) -> AddressBlock { AddressBlock(.v4(number)) }

    private func wait(_ throttle: inout SignInThrottle, _ address: AddressBlock?, _ now: NIODeadline) -> TimeAmount? {
        throttle.wait(of: address, at: now)
    }

    @Test func theFifthFailureIsFollowedByWaitsThatDouble() {
        var throttle = SignInThrottle()
        for _ in 0..<4 {
            _ = throttle.recordFailure(block(1), at: at(0))
            #expect(wait(&throttle, block(1), at(0)) == nil)
        }
        var now: Int64 = 0
        for seconds: Int64 in [1, 2, 4, 8, 16, 32, 60, 60, 60] {
            _ = throttle.recordFailure(block(1), at: at(now))
            #expect(wait(&throttle, block(1), at(now)) == .seconds(seconds))
            #expect(wait(&throttle, block(1), at(now + seconds * 1000 - 1)) == .milliseconds(1))
            #expect(wait(&throttle, block(2), at(now)) == nil, "another address does not wait")
            now += seconds * 1000
            #expect(wait(&throttle, block(1), at(now)) == nil)
        }
    }

    @Test func aSuccessEndsTheWaits() {
        var throttle = SignInThrottle()
        for _ in 0..<8 { _ = throttle.recordFailure(block(1), at: at(0)) }
        throttle.recordSuccess(block(1))
        #expect(wait(&throttle, block(1), at(0)) == nil && throttle.count == 0)
        for _ in 0..<4 { _ = throttle.recordFailure(block(1), at: at(1)) }
        #expect(wait(&throttle, block(1), at(1)) == nil)
    }

    @Test func nobodyWaitsForTheFailuresOfOthersAndFiftyAMinuteAreWrittenDown() {
        var throttle = SignInThrottle()
        for number: UInt32 in 1...500 {
            let record = throttle.recordFailure(block(number), at: at(Int64(number)))
            #expect(record == (number < 50 ? .written : number == 50 ? .last : .omitted), "\(number)")
            #expect(wait(&throttle, block(number + 1), at(Int64(number))) == nil)
        }
        #expect(wait(&throttle, nil, at(5000)) == nil)
        #expect(throttle.recordFailure(nil, at: at(60_000)) == .omitted)
        #expect(throttle.recordFailure(nil, at: at(60_001)) == .written)
    }

    /// An IPv6 network of one customer is one peer, its neighbors are others.
    @Test func aPrefixOfIPv6IsOnePeer() {
        var throttle = SignInThrottle()
        func block(_ prefix: UInt64, _ host: UInt64) -> AddressBlock {
            AddressBlock(.v6(.init(UInt128(prefix) << 64 | UInt128(host))))
        }
        let prefix: UInt64 = 0x2001_0db8_0001_0002
        for host: UInt64 in 1...5 { _ = throttle.recordFailure(block(prefix, host), at: at(0)) }
        #expect(wait(&throttle, block(prefix, 99), at(0)) == .seconds(1))
        #expect(wait(&throttle, block(prefix + 1, 1), at(0)) == nil)
    }

    @Test func addressesAreForgotten() {
        var throttle = SignInThrottle(capacity: 4)
        for number: UInt32 in 0..<99 { _ = throttle.recordFailure(block(number), at: at(Int64(number))) }
        #expect(throttle.count <= 4)
        // An address that waits is kept while others fill the room.
        throttle = SignInThrottle(capacity: 4)
        for _ in 0..<9 { _ = throttle.recordFailure(block(8), at: at(0)) }
        for number: UInt32 in 100..<199 { _ = throttle.recordFailure(block(number), at: at(1)) }
        #expect(throttle.count <= 4 && wait(&throttle, block(8), at(0)) == .seconds(16))
        // After ten minutes without a failure it starts anew.
        _ = throttle.recordFailure(block(8), at: at(600_000))
        #expect(wait(&throttle, block(8), at(600_000)) == nil)
    }
}
