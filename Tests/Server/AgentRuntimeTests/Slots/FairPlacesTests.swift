import AgentWire
import OwnerLiterals
import Storage
import Testing

@testable import AgentRuntime

@Suite struct FairPlacesTests {
    /// Adds places of an owner until it is refused, and returns their number.
    private func fill(_ places: inout FairPlaces, by owner: Owner) -> Int {
        var count = 0
        while places.refusal(of: owner) == nil {
            places.occupy(by: owner)
            count += 1
        }
        return count
    }

    /// The number of places, the owners that acquire as many as they can in this order, and what they get.
    @Test(
        arguments: [
            // Clients without users: half, and the rest by halves.
            (16, ["a", "b", "c", "d", "e"], [8, 4, 2, 1, 1]),
            // A user has half of the client's half, further users the rest of it by halves, and another client what it would have anyway.
            (16, ["a/1", "a/2", "a/3", "a/4", "b"], [4, 2, 1, 1, 4]),
            (16, ["a/1", "b", "a/2", "b/1"], [4, 6, 1, 0]),
            // Turns of the client itself have the client's share.
            (16, ["a", "a/1", "b/1", "b"], [8, 0, 2, 2]),
            (4, ["a/1", "a/2", "a/3", "b/1", "b/2"], [1, 1, 0, 1, 0]),
            (2, ["a/1", "a/2", "b/1", "c"], [1, 0, 1, 0]),
            (1, ["a/1", "b/1"], [1, 0]),
            (0, ["a/1", "b"], [0, 0]),
        ] as [(Int, [String], [Int])]
    )
    func placesAreSharedByClientsAndThenByUsers(capacity: Int, owners: [String], counts: [Int]) {
        var places = FairPlaces(capacity)
        for (text, count) in zip(owners, counts) {
            let taken = fill(&places, by: Owner(stringLiteral: text))
            #expect(taken == count, "\(text)")
        }
        #expect(places.count == counts.reduce(0, +))
    }

    @Test func aRefusalNamesTheShareThatIsUsedUp() {
        var places = FairPlaces(8)
        let expected: [(owner: Owner, count: Int, refusal: FairPlaces.Refusal)] = [
            ("a/1", 2, .userShare), ("a/2", 1, .userShare), ("a/3", 1, .share), ("a/1", 0, .share), ("a", 0, .share),
            ("b", 2, .share), ("c", 1, .share), ("d", 1, .full),
        ]
        for (owner, count, refusal) in expected {
            let taken = fill(&places, by: owner)
            #expect(taken == count && places.refusal(of: owner) == refusal, "\(owner)")
        }
        // The free place goes to another client.
        places.release(by: "a/1")
        #expect(places.refusal(of: "a/1") == .share && places.refusal(of: "e") == nil)
    }

    @Test func aRefusalOfAUserHasItsTitle() {
        let title = "The user has reached a limit"
        #expect(Problem(FairPlaces.Refusal.userShare, retryAfterSeconds: 1).title == title)
        #expect(Problem(waiting: .userShare, hasBegun: false, retryAfterSeconds: 1).title == title)
        #expect(Problem(FairPlaces.Refusal.share, retryAfterSeconds: 1).title == "The client has reached a limit")
    }

    @Test func releasedPlacesAreFree() {
        var places = FairPlaces(16)
        for owner in ["a/1", "a/2", "a"] as [Owner] { _ = fill(&places, by: owner) }
        while places.count > 0 {
            let count = places.count
            for owner in ["a/1", "a/2", "a"] as [Owner] { places.release(by: owner) }
            #expect(places.count < count)
        }
        // The release of a place that was not acquired frees none.
        places.release(by: "a/1")
        #expect(places.count == 0)
        let taken = fill(&places, by: "a/1")
        #expect(taken == 4)
    }
}
