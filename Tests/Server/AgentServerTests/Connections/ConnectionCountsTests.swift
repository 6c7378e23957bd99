import Testing
import Transport

@testable import AgentServer

@Suite struct ConnectionCountsTests {
    private func block(_ text: String) throws -> AddressBlock { AddressBlock(try #require(IPAddress(text))) }

    @Test func connectionsAreCountedInAllAndByAddress() throws {
        var counts = ConnectionCounts(.init(total: 4, perSource: 2))
        let (one, other) = (try block("192.0.2.1"), try block("192.0.2.2"))
        for _ in 0..<2 {
            #expect(counts.room(for: one) == .below)
            counts.opened(one)
        }
        #expect(counts.room(for: one) == .sourceFull)
        #expect(counts.room(for: other) == .below)
        // A proxy has no limit per address.
        counts.opened(nil)
        counts.opened(nil)
        #expect(counts.room(for: other) == .full)
        #expect(counts.room(for: nil) == .full)
        counts.closed(one)
        #expect(counts.room(for: one) == .below)
        for _ in 0..<20 { counts.opened(nil) }
        #expect(counts.room(for: other) == .overfull)
    }

    @Test func anIPv6NetworkIsOnePeer() throws {
        #expect(try block("2001:db8::1") == block("2001:db8::ffff:1"))
        #expect(try block("2001:db8::1") != block("2001:db8:0:1::1"))
        #expect(try block("::ffff:192.0.2.1") == block("192.0.2.1"))
        #expect(try block("192.0.2.1") != block("192.0.2.2"))
    }
}
