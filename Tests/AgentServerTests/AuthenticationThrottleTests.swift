import NIOCore
import Testing
import Transport

@testable import AgentServer

@Suite struct AuthenticationThrottleTests {
    private static let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)

    private func at(_ seconds: Int64) -> NIODeadline { Self.start + .seconds(seconds) }

    private func block(_ number: UInt32) -> AddressBlock { AddressBlock(.v4(number)) }

    private func expect(
        _ seconds: Int?,
        _ throttle: inout AuthenticationThrottle,
        _ address: AddressBlock,
        _ now: NIODeadline,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let found = throttle.failed(address, at: now)
        #expect(found == seconds, sourceLocation: sourceLocation)
    }

    @Test func theEleventhFailureInAMinuteHasToWait() {
        var throttle = AuthenticationThrottle()
        for _ in 0..<10 { expect(nil, &throttle, block(1), at(0)) }
        expect(40, &throttle, block(1), at(20))
        expect(1, &throttle, block(1), at(59))
        expect(nil, &throttle, block(2), at(20))
        expect(nil, &throttle, block(1), at(60))
    }

    @Test func anEndlessNumberOfAddressesIsRememberedInBoundedRoom() {
        var throttle = AuthenticationThrottle(capacity: 100)
        for number in 0..<10_000 { expect(nil, &throttle, block(UInt32(number)), at(0)) }
        #expect(throttle.count == 100)
        expect(nil, &throttle, block(0), at(120))
        #expect(throttle.count == 1)
    }
}
