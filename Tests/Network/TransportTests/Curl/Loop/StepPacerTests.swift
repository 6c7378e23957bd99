import Testing

@testable import Transport

@Suite struct StepPacerTests {
    static let start = ContinuousClock.now

    /// Runs steps that many microseconds apart, and returns the pauses in microseconds.
    private func pauses(apart: Int, steps: Int, openTransfers: Int, readySockets: Int) -> [Int] {
        var pacer = StepPacer()
        var now = Self.start
        return (0..<steps).map { _ in
            let pause = pacer.pause(at: now, openTransfers: openTransfers) ?? .zero
            now += pause
            pacer.recordStep(at: now, readySockets: readySockets)
            now += .microseconds(apart)
            return Int(pause.components.attoseconds / 1_000_000_000_000)
        }
    }

    @Test func aBusyLoopWaitsForTheRestOfTheInterval() {
        let pauses = pauses(apart: 100, steps: 40, openTransfers: 200, readySockets: 4)
        let first = StepPacer.denseSteps + 1
        #expect(pauses[..<first].allSatisfy { $0 == 0 })
        #expect(pauses[first...].allSatisfy { $0 == 400 })
    }

    @Test(arguments: [
        (100, StepPacer.minimumTransfers - 1, 4), (1100, 200, 4), (20_000, 5000, 1), (260, 200, 1),
    ]) func aQuietLoopDoesNotWait(apart: Int, openTransfers: Int, readySockets: Int) {
        let pauses = pauses(apart: apart, steps: 100, openTransfers: openTransfers, readySockets: readySockets)
        #expect(pauses.allSatisfy { $0 == 0 })
    }

    @Test func aLoopWithSeveralReadySocketsIsPacedAtALowerRate() {
        let pauses = pauses(apart: 450, steps: 40, openTransfers: 200, readySockets: 2)
        #expect(pauses[(StepPacer.denseSteps + 1)...].allSatisfy { $0 == 50 })
    }

    @Test func aWaitThatFindsOneSocketIsNotRepeated() {
        let pauses = pauses(apart: 100, steps: 60, openTransfers: 200, readySockets: 1)
        let waits = pauses.indices.filter { pauses[$0] > 0 }
        #expect(waits.first == StepPacer.denseSteps + 1)
        #expect(zip(waits, waits.dropFirst()).allSatisfy { $1 - $0 > StepPacer.denseSteps })
    }
}
