import Foundation
import KeyLeasing
import KeyVaultFixtures
import Secrets
import Storage
import Synchronization
import Testing

@testable import KeyVault

/// Requests for which the upstream refuses the new key of a rotation and the old one alike.
@Suite(.timeLimit(.minutes(1))) struct SharedRefusalTests {
    private static let (old, new) = ("sk-old-key-000001", "sk-new-key-000002")
    private let time = TestTime()

    private struct Refusal: Error {}

    /// Makes a call that some keys may make; returns the keys that were tried.
    private func call(_ vault: KeyVault, permitted: Set<String> = []) async throws -> [String] {
        var tried: [String] = []
        do {
            try await KeyedCall.perform(
                lease: { () async throws -> KeyLease? in try await vault.lease("openai") },
                outcome: { $0 is Refusal ? .refused : nil }
            ) { lease async throws -> Void in
                let lease = try #require(lease)
                tried.append(lease.secret.revealed)
                guard permitted.contains(lease.secret.revealed) else { throw Refusal() }
                lease.report(.accepted)
            }
        } catch is Refusal {}
        return tried
    }

    private func dueRollBack(_ vault: KeyVault, _ rotation: Rotation) -> Date? {
        vault.state.withLock {
            $0.pools.pools["openai"]?.key(rotation.newKey)?.probation?.rollBackDue(at: time.now)
        }
    }

    private func withRotation(_ body: (KeyVault, Rotation, MaintainedVault) async throws -> Void) async throws {
        let vault = try await KeyVault.inMemory(checker: ScriptedChecker(), now: { [time] in time.now })
        _ = try await vault.add(SecretString(Self.old), to: "openai", label: "")
        try await MaintainedVault.with(vault, time) { maintained in
            try await body(vault, try await vault.rotate("openai", to: SecretString(Self.new)), maintained)
        }
    }

    @Test func theyRollNothingBack() async throws {
        try await withRotation { vault, rotation, maintained in
            for _ in 0..<5 {
                let tried = try await call(vault)
                #expect(Set(tried) == [Self.old, Self.new])
                #expect(dueRollBack(vault, rotation) == nil)
                // The doubt ends.
                maintained.advance(by: 11)
            }
            maintained.advance(by: RotationProbation.length)
            #expect(try await vault.leased("openai") == Self.new)
            #expect(try await vault.rotation(rotation.id).state != .rolledBack)
        }
    }

    @Test func aCallThatOnlyTheOldKeyMayMakeStillRollsBack() async throws {
        try await withRotation { vault, rotation, maintained in
            _ = try await call(vault)
            #expect(dueRollBack(vault, rotation) == nil)
            maintained.advance(by: 11)
            #expect(try await call(vault, permitted: [Self.old]).last == Self.old)
            #expect(await maintained.notice(.rolledBack)?.subject == rotation.id)
            #expect(try await vault.leased("openai") == Self.old)
        }
    }

    @Test func refusalsThatTheOldKeyDoesNotShareCountAsBefore() {
        var probation = RotationProbation(rotation: "r", oldKey: "old", end: time.now + 60)
        for _ in 0..<3 { probation.record(.refused, at: time.now) }
        #expect(probation.isFailed)
        probation.recordRefusal(of: "another")
        #expect(probation.isFailed)
        probation.recordRefusal(of: "old")
        #expect(!probation.isFailed && probation.refusals == 2 && probation.rollBackDue(at: time.now) == time.now + 60)
        probation.record(.refused, at: time.now)
        #expect(probation.isFailed)
        // A check that refuses the key is more than a call.
        probation.record(.invalid(reason: "401"), at: time.now)
        probation.recordRefusal(of: "old")
        #expect(probation.isFailed)
    }
}
