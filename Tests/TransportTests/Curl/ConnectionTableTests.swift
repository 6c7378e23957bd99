import Testing

@testable import Transport

@Suite struct ConnectionTableTests {
    private func end(_ port: UInt16, _ address: String = "127.0.0.1") throws -> SocketEnd {
        SocketEnd(address: try #require(IPAddress(address)), port: port)
    }

    @Test func endsAreToldApart() throws {
        let ends = [try end(1), try end(2), try end(1, "127.0.0.2"), try end(1, "::1"), try end(1, "::7f00:1")]
        #expect(Set(ends).count == ends.count)
    }

    @Test func theFirstPauseAndTheLastResumptionCount() throws {
        var table = ConnectionTable()
        let end = try end(1)
        let early = table.pause(end)
        table.add(7, at: end)
        let pauses = [table.pause(end), table.pause(end)]
        let resumptions = [table.resume(end), table.resume(end), table.resume(end)]
        #expect(early == nil)
        #expect(pauses == [7, nil])
        #expect(resumptions == [nil, 7, nil])
    }

    @Test func aClosedSocketIsForgottenAndItsNumberUsedAgain() throws {
        var table = ConnectionTable()
        let (first, second) = (try end(1), try end(2))
        table.add(7, at: first)
        table.hasAnswered(first, isMultiplexed: true)
        table.remove(7)
        #expect(table[first] == nil)
        table.add(7, at: second)
        #expect(table[second] == ConnectionTable.Connection(socket: 7))
        // Nobody said that 7 was closed.
        table.add(7, at: first)
        #expect(table[second] == nil)
        #expect(table.count == 1)
    }
}
