import Testing

@testable import Transport

@Suite struct ConnectionTableTests {
    private func end(_ port: UInt16, _ address: String = "127.0.0.1") throws -> ConnectionEnds {
        let peer = SocketEnd(address: try #require(IPAddress("192.0.2.1")), port: 443)
        return ConnectionEnds(local: SocketEnd(address: try #require(IPAddress(address)), port: port), peer: peer)
    }

    @Test(arguments: [("192.0.2.1", 80), ("192.0.2.2", 443)])
    func peersOfOnePortAreDistinct(address: String, port: UInt16) throws {
        var table = ConnectionTable()
        let first = try end(1)
        let peer = SocketEnd(address: try #require(IPAddress(address)), port: port)
        let second = ConnectionEnds(local: first.local, peer: peer)
        table.add(7, at: first)
        table.add(8, at: second)
        #expect(table.pause(second, at: .now) == 8)
        table.remove(8)
        #expect(table[first] == ConnectionTable.Connection(socket: 7))
        #expect(table.count == 1)
    }

    @Test func endsAreDistinct() throws {
        let ends = [try end(1), try end(2), try end(1, "127.0.0.2"), try end(1, "::1"), try end(1, "::7f00:1")]
        #expect(Set(ends).count == ends.count)
    }

    @Test func theFirstPauseAndTheLastResumptionCount() throws {
        var table = ConnectionTable()
        let end = try end(1)
        let start = ContinuousClock.now
        let early = table.pause(end, at: start)
        table.add(7, at: end)
        let pauses = [table.pause(end, at: start), table.pause(end, at: start + .seconds(1))]
        #expect(table[end]?.pauseStart == start)
        let resumptions = [table.resume(end), table.resume(end), table.resume(end)]
        #expect(early == nil)
        #expect(pauses == [7, nil])
        #expect(resumptions == [nil, 7, nil])
        #expect(table[end]?.pauseStart == nil)
    }

    @Test func aClosedSocketIsRemovedAndItsNumberReused() throws {
        var table = ConnectionTable()
        let (first, second) = (try end(1), try end(2))
        table.add(7, at: first)
        table.recordAnswer(first, isMultiplexed: true)
        table.remove(7)
        #expect(table[first] == nil)
        table.add(7, at: second)
        #expect(table[second] == ConnectionTable.Connection(socket: 7))
        // The close of 7 was not reported.
        table.add(7, at: first)
        #expect(table[second] == nil)
        #expect(table.count == 1)
    }
}
