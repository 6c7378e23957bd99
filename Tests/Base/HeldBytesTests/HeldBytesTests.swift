import HeldBytes
import Synchronization
import Testing

@Suite struct HeldBytesTests {
    /// The share that one owner gets of 100 bytes, of which no owner may have more than 60, beside others.
    @Test(
        arguments: [
            (0, 0, 50, nil), (0, 0, 60, nil), (0, 0, 61, .owner), (0, 0, 101, .server), (40, 0, 20, nil),
            (40, 0, 21, .owner),
            (30, 40, 0, nil), (30, 40, 1, .owner), (0, 99, 1, nil), (0, 100, 1, .server), (1, 99, 0, .owner),
            (0, 70, 30, nil),
        ] as [(Int, Int, Int, HeldBytes.Refusal?)]
    )
    func bytesAreShared(own: Int, others: Int, wanted: Int, refusal: HeldBytes.Refusal?) throws {
        let held = HeldBytes(.init(owner: 60, total: 100))
        let holds = [held.keep(own, for: "a"), held.keep(others, for: "b")]
        var found: HeldBytes.Refusal?
        var hold: HeldBytes.Hold?
        do throws(HeldBytes.Refusal) { hold = try held.hold(wanted, for: "a") } catch { found = error }
        #expect(found == refusal)
        // Another owner has room for what is left.
        #expect(held.hasRoom(for: min(60, 100 - held.total)) && !held.hasRoom(for: 101 - held.total))
        #expect(held.bytes(of: "a") == own + (hold?.bytes ?? 0) && held.total == held.bytes(of: "a") + others)
        withExtendedLifetime(holds) {}
    }

    /// The bytes that a user gets of 100, of which no client may have more than 60: its own bytes, those of another user of its client, and
    /// those of another client.
    @Test(
        arguments: [
            // A user without any gets what its client gets.
            (0, 0, 0, 60, nil), (0, 0, 0, 61, .owner), (0, 40, 0, 20, nil), (0, 40, 0, 21, .owner),
            (0, 40, 30, 0, .owner),
            // One with some gets no more than are left of the client's share, which is 50, and 45 beside the other client.
            (20, 0, 0, 10, nil), (20, 0, 0, 11, .owner), (20, 10, 0, 0, nil), (20, 10, 0, 1, .owner),
            (20, 0, 10, 5, nil),
            (20, 0, 10, 6, .owner), (1, 0, 99, 1, .server),
        ] as [(Int, Int, Int, Int, HeldBytes.Refusal?)]
    )
    func aUserHasAPartOfItsClientsShare(own: Int, other: Int, others: Int, wanted: Int, refusal: HeldBytes.Refusal?) {
        let held = HeldBytes(.init(owner: 60, total: 100))
        let holds = [held.keep(own, for: "a/1"), held.keep(other, for: "a/2"), held.keep(others, for: "b")]
        var found: HeldBytes.Refusal?
        do throws(HeldBytes.Refusal) { _ = try held.hold(wanted, for: "a/1") } catch { found = error }
        #expect(found == refusal)
        withExtendedLifetime(holds) {}
    }

    /// A thousand users of one client leave as much for another client as one client would.
    @Test func manyUsersAreOneClient() throws {
        let held = HeldBytes(.init(owner: 60, total: 100))
        let holds = (0..<1000).compactMap { try? held.hold(1, for: "a/\($0)") }
        #expect(holds.count == 50 && held.bytes(of: "a") == 0)
        #expect(throws: HeldBytes.Refusal.owner) { try held.hold(1, for: "a") }
        let other = try held.hold(50, for: "b")
        withExtendedLifetime((holds, other)) {}
    }

    @Test func aHoldGrowsWithinItsLimitAndIsFreed() throws {
        let held = HeldBytes(.init(owner: 60, total: 100))
        var hold: HeldBytes.Hold? = try held.hold(10, for: "a", limit: 30)
        try hold?.grow(by: 20)
        #expect(throws: HeldBytes.Refusal.owner) { try hold?.grow(by: 1) }
        #expect(hold?.bytes == 30)
        // Bytes that must be kept are counted beyond the limit.
        hold?.adjust(by: 40)
        #expect(held.bytes(of: "a") == 70 && held.total == 70)
        hold?.adjust(by: -65)
        #expect(held.bytes(of: "a") == 5)
        hold = nil
        #expect(held.bytes(of: "a") == 0 && held.total == 0)
    }

    /// A container of 100 MiB keeps less than a server without a limit.
    @Test(arguments: [(nil, 1 << 30), (400 << 20, 100 << 20), (64 << 30, 1 << 30)] as [(Int?, Int)])
    func theBoundsFollowTheMemory(memory: Int?, total: Int) {
        #expect(HeldBytes.Bounds(memory: memory) == .init(owner: 64 << 20, total: total))
    }

    @Test func anErasedOwnerLosesItsHoldsOnly() throws {
        let held = HeldBytes()
        let kept = Mutex<[String: HeldBytes.Hold]>([:])
        for owner in ["a", "b"] {
            let hold = try held.hold(7, for: owner) { kept.withLock { $0[owner] = nil } }
            kept.withLock { $0[owner] = hold }
        }
        held.drop { $0 == "a" }
        held.drop { $0 == "nobody" }
        #expect(held.bytes(of: "a") == 0 && held.bytes(of: "b") == 7 && held.total == 7)
    }
}
