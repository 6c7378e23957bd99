import Foundation
import KeyVaultFixtures
import Signals
import Synchronization
import TestWaits

@testable import KeyVault

/// A vault whose maintenance runs during a test.
struct MaintainedVault: Sendable {
    let vault: KeyVault
    let time: TestTime

    /// The received notices.
    let notices: AsyncStream<KeyNotice>

    /// The steps of rotations that were reached.
    let steps: AsyncStream<RotationStep>

    /// Raised with each step of a rotation, and when the maintenance has done what is due.
    let progress: TestSignal

    /// Runs the maintenance while the body runs.
    static func with(
        _ vault: KeyVault,
        _ time: TestTime,
        policy: KeyUpkeepPolicy = KeyUpkeepPolicy(checkInterval: nil),
        clock: any Clock<Duration> = IdleClock(),
        _ body: (MaintainedVault) async throws -> Void
    ) async throws {
        let (notices, told) = AsyncStream.makeStream(of: KeyNotice.self)
        let (steps, reached) = AsyncStream.makeStream(of: RotationStep.self)
        let progress = TestSignal()
        let clock = observed(clock, progress)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                let observer: @Sendable (RotationStep) -> Void = { step in
                    reached.yield(step)
                    progress.raise()
                }
                await RotationStep.$observer.withValue(observer) {
                    await vault.run(policy: policy, clock: clock) { told.yield($0) }
                }
            }
            try await progress.eventually { vault.state.withLock(\.isUpkeepRunning) }
            try await body(
                MaintainedVault(vault: vault, time: time, notices: notices, steps: steps, progress: progress)
            )
            group.cancelAll()
        }
    }

    private static func observed(_ clock: some Clock<Duration>, _ sleeps: TestSignal) -> any Clock<Duration> {
        ObservedClock(base: clock, sleeps: sleeps)
    }

    /// Advances the time and wakes the maintenance.
    func advance(by seconds: Double) {
        time.advance(by: seconds)
        vault.upkeepSignal.raise()
    }

    /// Waits for a notice of a kind, and ignores all others.
    func notice(_ kind: KeyNotice.Kind) async -> KeyNotice? {
        for await notice in notices where notice.kind == kind { return notice }
        return nil
    }

    /// Waits for a step, and ignores all others.
    func reached(_ step: RotationStep) async {
        for await reached in steps where reached == step { return }
    }
}

/// A clock that signals each sleep.
private struct ObservedClock<Base: Clock<Duration>>: Clock {
    let base: Base
    let sleeps: TestSignal

    var now: Base.Instant { base.now }
    var minimumResolution: Duration { base.minimumResolution }

    func sleep(until deadline: Base.Instant, tolerance: Duration?) async throws {
        sleeps.raise()
        try await base.sleep(until: deadline, tolerance: tolerance)
    }
}
