import SeededRandom
import Testing

@testable import Transport

@Suite struct CircuitBreakerTests {
    static let start = ContinuousClock.now

    /// A call of a breaker, at a second after its start, and the state that must follow.
    struct Step: Sendable {
        enum Deed: Sendable {
            case succeed, fail, nothingLearnt
            /// A request is stopped.
            case refuse
            /// A request passes and stays under way.
            case begin
            /// The oldest request under way ends.
            case end(CircuitBreaker.Outcome)
            case look
        }
        var second: Double
        var deed: Deed
        var state: CircuitBreaker.State

        init(_ second: Double, _ deed: Deed, _ state: CircuitBreaker.State) {
            self.second = second
            self.deed = deed
            self.state = state
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var settings = CircuitBreaker.Settings(
            failureThreshold: 3,
            window: .seconds(10),
            openDuration: .seconds(5),
            probes: 1
        )
        var steps: [Step]
    }

    private static func open(until second: Double) -> CircuitBreaker.State {
        .open(until: start + .seconds(second))
    }

    private static let opened: [Step] = [
        Step(0, .fail, .closed), Step(1, .fail, .closed), Step(2, .fail, open(until: 7)),
    ]

    static let rows: [Row] = [
        Row(testDescription: "closed stays closed", steps: (0..<50).map { Step(Double($0), .succeed, .closed) }),
        Row(testDescription: "opens at the threshold", steps: opened + [Step(2, .refuse, open(until: 7))]),
        Row(testDescription: "refuses until its time is over", steps: opened + [Step(6.999, .refuse, open(until: 7))]),
        Row(testDescription: "half-opens by the clock", steps: opened + [Step(7, .look, .halfOpen)]),
        Row(
            testDescription: "a successful probe closes, and earlier outcomes do not count",
            steps: opened + [
                Step(7, .succeed, .closed), Step(7, .fail, .closed), Step(7, .fail, .closed),
                Step(7, .fail, open(until: 12)),
            ]
        ),
        Row(
            testDescription: "a failed probe opens again",
            steps: opened + [
                Step(8, .fail, open(until: 13)), Step(12, .refuse, open(until: 13)), Step(13, .succeed, .closed),
            ]
        ),
        Row(
            testDescription: "one probe at a time",
            steps: opened + [
                Step(7, .begin, .halfOpen), Step(7, .refuse, .halfOpen), Step(60, .refuse, .halfOpen),
                Step(60, .end(.success), .closed), Step(60, .succeed, .closed),
            ]
        ),
        Row(
            testDescription: "a probe that tells nothing makes room for another",
            steps: opened + [
                Step(7, .begin, .halfOpen), Step(8, .end(.unknown), .halfOpen), Step(8, .succeed, .closed),
            ]
        ),
        Row(
            testDescription: "failures grow old",
            steps: [
                Step(0, .fail, .closed), Step(0.5, .fail, .closed), Step(11, .fail, .closed), Step(11, .fail, .closed),
                Step(12, .fail, open(until: 17)),
            ]
        ),
        Row(
            testDescription: "failures within the window add up over its whole length",
            steps: [Step(0, .fail, .closed), Step(5, .fail, .closed), Step(9, .fail, open(until: 14))]
        ),
        Row(
            testDescription: "many successes outweigh a few failures",
            steps: (0..<20).map { Step(Double($0) / 10, .succeed, .closed) }
                + (0..<19).map { Step(2 + Double($0) / 100, .fail, .closed) } + [Step(2.5, .fail, open(until: 7.5))]
        ),
        Row(
            testDescription: "with a share of nothing the threshold alone counts",
            settings: .init(failureThreshold: 2, failureShare: 0, window: .seconds(10), openDuration: .seconds(5)),
            steps: (0..<50).map { _ in Step(0, .succeed, .closed) } + [
                Step(0, .fail, .closed), Step(0, .fail, open(until: 5)),
            ]
        ),
        Row(
            testDescription: "an unknown outcome does not count",
            steps: (0..<10).map { _ in Step(0, .nothingLearnt, .closed) } + opened
        ),
        Row(
            testDescription: "a request from before the opening does not count as a probe",
            steps: [Step(0, .begin, .closed), Step(0, .begin, .closed)] + opened + [
                Step(3, .end(.success), open(until: 7)), Step(7, .begin, .halfOpen), Step(8, .end(.failure), .halfOpen),
                Step(9, .end(.success), .closed),
            ]
        ),
        Row(
            testDescription: "several probes, all of which must succeed",
            settings: .init(failureThreshold: 1, window: .seconds(10), openDuration: .seconds(5), probes: 2),
            steps: [
                Step(0, .fail, open(until: 5)), Step(5, .begin, .halfOpen), Step(5, .begin, .halfOpen),
                Step(5, .refuse, .halfOpen), Step(6, .end(.success), .halfOpen), Step(6, .refuse, .halfOpen),
                Step(6, .end(.success), .closed),
            ]
        ),
        Row(
            testDescription: "the second of two probes fails",
            settings: .init(failureThreshold: 1, window: .seconds(10), openDuration: .seconds(5), probes: 2),
            steps: [
                Step(0, .fail, open(until: 5)), Step(5, .succeed, .halfOpen), Step(6, .fail, open(until: 11)),
            ]
        ),
    ]

    @Test(arguments: rows) func table(row: Row) throws {
        var breaker = CircuitBreaker(settings: row.settings, now: Self.start)
        var underway: [CircuitBreaker.Permit] = []
        for (index, step) in row.steps.enumerated() {
            let now = Self.start + .seconds(step.second)
            switch step.deed {
            case .succeed, .fail, .nothingLearnt:
                let given = breaker.permit(at: now)
                let permit = try #require(given, "step \(index)")
                let outcome: CircuitBreaker.Outcome =
                    switch step.deed {
                    case .succeed: .success
                    case .fail: .failure
                    default: .unknown
                    }
                breaker.record(outcome, for: permit, at: now)
            case .refuse:
                let given = breaker.permit(at: now)
                #expect(given == nil, "step \(index)")
            case .begin:
                let given = breaker.permit(at: now)
                underway.append(try #require(given, "step \(index)"))
            case .end(let outcome):
                breaker.record(outcome, for: underway.removeFirst(), at: now)
            case .look:
                break
            }
            #expect(breaker.state(at: now) == step.state, "step \(index)")
        }
    }

    /// In any sequence of events there are never more probes under way than allowed, and in the end a request passes.
    @Test(arguments: 0..<50 as Range<UInt64>) func randomWalks(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let settings = CircuitBreaker.Settings(
            failureThreshold: Int.random(in: 1...4, using: &generator),
            failureShare: Double.random(in: 0...1, using: &generator),
            window: .seconds(10),
            openDuration: .seconds(5),
            probes: Int.random(in: 1...3, using: &generator)
        )
        var breaker = CircuitBreaker(settings: settings, now: Self.start)
        var now = Self.start
        var underway: [CircuitBreaker.Permit] = []
        var (passedWhileOpen, mostProbes) = (0, 0)
        for _ in 0..<RandomRounds.count {
            now += .milliseconds(Int.random(in: 0...2000, using: &generator))
            if Bool.random(using: &generator) {
                let isOpen = if case .open = breaker.state(at: now) { true } else { false }
                let permit = breaker.permit(at: now)
                if isOpen && permit != nil { passedWhileOpen += 1 }
                if let permit { underway.append(permit) }
                if breaker.state(at: now) == .halfOpen, let permit {
                    mostProbes = max(mostProbes, underway.count { $0 == permit })
                }
            } else if let index = underway.indices.randomElement(using: &generator) {
                let outcomes: [CircuitBreaker.Outcome] = [.success, .failure, .failure, .unknown]
                let outcome = outcomes[Int.random(in: 0..<4, using: &generator)]
                breaker.record(outcome, for: underway.remove(at: index), at: now)
            }
        }
        #expect(passedWhileOpen == 0)
        #expect(mostProbes <= settings.probes)
        for permit in underway { breaker.record(.unknown, for: permit, at: now) }
        now += .seconds(5)
        let permit = breaker.permit(at: now)
        #expect(permit != nil)
    }

    @Test func aBreakerIsIdleWithoutRecentOutcomes() throws {
        let settings = CircuitBreaker.Settings(failureThreshold: 2, window: .seconds(10), openDuration: .seconds(5))
        var breaker = CircuitBreaker(settings: settings, now: Self.start)
        #expect(breaker.isIdle(at: Self.start))
        for _ in 0..<2 {
            let given = breaker.permit(at: Self.start)
            let permit = try #require(given)
            breaker.record(.failure, for: permit, at: Self.start)
            #expect(!breaker.isIdle(at: Self.start))
        }
        #expect(!breaker.isIdle(at: Self.start + .seconds(9)))
        #expect(breaker.isIdle(at: Self.start + .seconds(10)))
    }
}
