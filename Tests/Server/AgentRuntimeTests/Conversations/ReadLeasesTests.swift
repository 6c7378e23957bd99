import AgentWire
import OwnerLiterals
import Storage
import Testing

@testable import AgentRuntime

@Suite struct ReadLeasesTests {
    private let leases = ReadLeases.forExports(.init(perClient: 8, total: 12))

    /// Returns leases until one is refused, and the reason.
    private func all(for owners: [Owner]) -> (leases: [ReadLeases.Lease], refusal: Problem?) {
        var held: [ReadLeases.Lease] = []
        do throws(Problem) { for owner in owners { held.append(try leases.acquire(for: owner)) } } catch {
            return (held, error)
        }
        return (held, nil)
    }

    @Test func manyUsersAreOneClient() {
        let users = (1...20).map { Owner(client: "app", user: "usr_\($0)") }
        let (held, refusal) = all(for: users)
        #expect(held.count == 8 && refusal?.kind == .rateLimited)
        #expect(all(for: ["app"]).leases.isEmpty)
        // Another client finds what a client leaves.
        let (others, full) = all(for: Array(repeating: "other", count: 9))
        #expect(others.count == 4 && full?.kind == .overloaded)
        withExtendedLifetime((held, others)) {}
    }

    @Test func aUserLeavesSomeForTheOthersOfItsClient() {
        let anna: [Owner] = Array(repeating: "app/anna", count: 9)
        var held = all(for: anna)
        #expect(held.leases.count == 4 && held.refusal?.detail.contains("of this user") == true)
        #expect(held.refusal?.title == "The user has reached a limit")
        let (ben, _) = all(for: ["app/ben", "app/ben", "app/ben"])
        #expect(ben.count == 2)
        held.leases = []
        #expect(all(for: anna).leases.count == 3)
        withExtendedLifetime(ben) {}
    }
}
