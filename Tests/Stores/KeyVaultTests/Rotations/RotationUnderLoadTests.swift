import Foundation
import KeyVaultFixtures
import Secrets
import Storage
import Testing
import TestWaits

@testable import KeyVault

/// Rotations of all kinds under steady load lose no call.
@Suite(.timeLimit(.minutes(5))) struct RotationUnderLoadTests {
    /// The kinds of rotations in this test.
    enum Kind: String, CaseIterable, Sendable {
        case plain = "right new key"
        case wrong = "wrong new key"
        case revokedAtOnce = "old key revoked during the check"
        case revokedAfter = "old key revoked after the swap"
        case newRevoked = "new key revoked after the swap"
    }

    @Test func noCallIsLost() async throws {
        let upstream = SimulatedUpstream(accepting: ["sk-key-0"])
        let vault = try await KeyVault.inMemory(checker: upstream)
        _ = try await vault.add(SecretString("sk-key-0"), to: "openai", label: "")
        var table = ["| rotation | times | end states |", "|---|---|---|"]
        var ends: [Kind: [Rotation.State]] = [:]
        try await MaintainedVault.with(vault, TestTime(), clock: ContinuousClock()) { maintained in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        while !upstream.isClosed { await upstream.call(with: vault) }
                    }
                }
                var current = "sk-key-0"
                for number in 1...25 {
                    let kind = Kind.allCases[number % 5]
                    let new = "sk-key-\(number)"
                    let end = try await Self.rotate(vault, upstream, from: current, to: new, kind, maintained)
                    if end == .retired || end == .draining { current = new }
                    ends[kind, default: []].append(end)
                }
                upstream.close()
                try await group.waitForAll()
            }
        }
        for kind in Kind.allCases {
            let states = Set(ends[kind, default: []].map(\.rawValue)).sorted().joined(separator: ", ")
            table.append("| \(kind.rawValue) | \(ends[kind, default: []].count) | \(states) |")
        }
        table.append("\(upstream.calls) calls, \(upstream.failed.count) failed")
        print(table.joined(separator: "\n"))
        #expect(upstream.failed == [])
        #expect(upstream.calls > 100)
        #expect(ends[.wrong]?.allSatisfy { $0 == .rejected } == true)
        #expect(ends[.newRevoked]?.allSatisfy { $0 == .rolledBack } == true)
        for kind in [Kind.plain, .revokedAtOnce, .revokedAfter] {
            #expect(ends[kind]?.allSatisfy { $0 == .retired } == true)
        }
        #expect(try await vault.keys().filter { $0.state == .active }.count == 1)
    }

    private static func rotate(
        _ vault: KeyVault,
        _ upstream: SimulatedUpstream,
        from old: String,
        to new: String,
        _ kind: Kind,
        _ maintained: MaintainedVault
    ) async throws -> Rotation.State {
        if kind != .wrong { upstream.accept(new) }
        // The old key is revoked at the worst moment: just before the check of the new key.
        let observer: @Sendable (RotationStep) -> Void = { step in
            if kind == .revokedAtOnce, step == .verifying { upstream.revoke(old) }
        }
        let rotation = try await RotationStep.$observer.withValue(observer) {
            try await vault.rotate("openai", to: SecretString(new))
        }
        switch kind {
        case .plain, .wrong, .revokedAtOnce: break
        case .revokedAfter: upstream.revoke(old)
        case .newRevoked:
            upstream.revoke(new)
            #expect(await maintained.notice(.rolledBack)?.subject == rotation.id)
        }
        var state = try await vault.rotation(rotation.id).state
        try await maintained.progress.eventually {
            state = try await vault.rotation(rotation.id).state
            return state != .draining
        }
        return state
    }
}
