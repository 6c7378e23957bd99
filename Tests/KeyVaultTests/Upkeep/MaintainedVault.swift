import Foundation
import KeyVaultFixtures
import Signals
import Synchronization

@testable import KeyVault

/// A vault whose maintenance runs during a test.
struct MaintainedVault: Sendable {
    let vault: KeyVault
    let time: TestTime

    /// The received notices.
    let notices: AsyncStream<KeyNotice>

    /// The steps of rotations that were reached.
    let steps: AsyncStream<RotationStep>

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
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                await RotationStep.$observer.withValue({ reached.yield($0) }) {
                    await vault.run(policy: policy, clock: clock) { told.yield($0) }
                }
            }
            while !vault.state.withLock(\.isUpkeepRunning) { await Task.yield() }
            try await body(MaintainedVault(vault: vault, time: time, notices: notices, steps: steps))
            group.cancelAll()
        }
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
