import OwnerLiterals
import Storage
import Testing

@testable import AgentRuntime

@Suite struct WaitingPlacesTests {
    private let time = ContinuousClock.now

    @Test func clientsShareThePlaces() {
        var places = WaitingPlaces(LoadLimits(waitingRuns: 4))
        #expect(places.enter("a0", of: "a") == nil)
        #expect(places.enter("a1", of: "a") == nil)
        // A run that has a place already is not counted twice.
        #expect(places.enter("a1", of: "a") == nil)
        #expect(places.count == 2)
        #expect(places.refusal(of: "a") == .share)
        #expect(places.enter("a2", of: "a") == .share)
        #expect(places.enter("b0", of: "b") == nil)
        #expect(places.enter("b1", of: "b") == .share)
        #expect(places.enter("c0", of: "c") == nil)
        #expect(places.enter("d0", of: "d") == .full)
        places.leave("a0", at: time)
        places.leave("a0", at: time)
        #expect(places.count == 3)
        // The free place does not go to the client that had it.
        #expect(places.refusal(of: "a") == .share)
        #expect(places.refusal(of: "d") == nil)
    }

    @Test func usersShareThePlacesOfTheirClient() {
        var places = WaitingPlaces(LoadLimits(waitingRuns: 8))
        #expect(places.enter("0", of: "a/1") == nil && places.enter("1", of: "a/1") == nil)
        #expect(places.enter("2", of: "a/1") == .userShare)
        #expect(places.enter("3", of: "a/2") == nil && places.enter("4", of: "a/3") == nil)
        #expect(places.enter("5", of: "a/4") == .share)
        #expect(places.enter("6", of: "b") == nil)
        places.leave("0", at: time)
        places.leave("1", at: time)
        #expect(places.enter("7", of: "a/4") == nil && places.count == 4)
    }

    @Test func aRestoredRunAlwaysHasAPlace() {
        var places = WaitingPlaces(LoadLimits(waitingRuns: 1))
        for run in ["a0", "a1", "b0"] { places.restore(run, of: Owner(client: String(run.prefix(1)))) }
        #expect(places.count == 3)
        #expect(places.refusal(of: "c") == .full)
        for run in ["a0", "a1", "b0"] { places.leave(run, at: time) }
        #expect(places.count == 0)
        #expect(places.enter("c0", of: "c") == nil)
    }

    @Test func retryAfterFollowsTheRecentRate() {
        var places = WaitingPlaces(LoadLimits(waitingRuns: 100))
        #expect(places.retryAfterSeconds == 5)
        for run in 0..<10 { places.restore("\(run)", of: "a") }
        for run in 0..<5 { places.leave("\(run)", at: time + .seconds(20 * run)) }
        #expect(places.retryAfterSeconds == 20)
        for run in 5..<9 { places.leave("\(run)", at: time + .seconds(3600 * run)) }
        #expect(places.retryAfterSeconds == 60)
    }
}
