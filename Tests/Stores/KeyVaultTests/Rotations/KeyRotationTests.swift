import Foundation
import KeyVaultFixtures
import Secrets
import Storage
import Synchronization
import TestWaits
import Testing

@testable import KeyVault

@Suite struct KeyRotationTests {
    private let old = SecretString("sk-old-key-000001")
    private let new = SecretString("sk-new-key-000002")

    private func vault(
        _ checker: ScriptedChecker = ScriptedChecker(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) async throws -> (KeyVault, KeyDescription) {
        let vault = try await KeyVault.inMemory(checker: checker, now: now)
        return (vault, try await vault.add(old, to: "openai", label: "production"))
    }

    private func code(_ body: () async throws -> some Sendable) async -> KeyVaultError.Code? {
        let error = await #expect(throws: KeyVaultError.self) { _ = try await body() }
        #expect(error?.message.contains("sk-") == false)
        return error?.code
    }

    @Test func aVerifiedKeyReplacesTheOldOne() async throws {
        let checker = ScriptedChecker()
        let (vault, key) = try await vault(checker)
        let settings = SealedSecretChange(
            weight: 7,
            models: ["gpt-5*"],
            expiresAt: Date(timeIntervalSince1970: 2_000_000_000)
        )
        _ = try await vault.change(key.id, settings, by: .commandLine)
        let lease = try await vault.lease("openai", for: .model("gpt-5"))
        let rotation = try await vault.rotate("openai", to: new)
        try rotation.requireTaken()
        #expect(checker.questions == ["openai sk-new-key-000002"])
        #expect(rotation.check == .verified)
        #expect(rotation.oldKey == key.id && rotation.lastFour == "0002")
        #expect(rotation.state == .draining && rotation.leasesOut == 1)
        #expect(lease?.secret.revealed == "sk-old-key-000001")
        #expect(try await vault.leased("openai", for: .model("gpt-5")) == "sk-new-key-000002")
        let keys = try await vault.keys(of: "openai")
        #expect(keys.map(\.state) == [.retired, .active])
        #expect(keys[1].id == rotation.newKey && keys[1].label.hasPrefix("production 20"))
        // The rotation's check is the check of its key.
        #expect(keys[1].lastCheck == .verified && keys[1].lastCheckedAt == rotation.activatedAt)
        // The restriction is inherited; the expiry is not.
        #expect(keys[1].settings == KeySettings(weight: 7, models: ["gpt-5*"]))
        #expect(keys[0].leasesOut == 1 && keys[0].health == nil)
    }

    @Test func theOldKeyIsDrainedWhenItsLastLeaseIsReturned() async throws {
        let (vault, _) = try await vault()
        var lease = try await vault.lease("openai")
        let rotation = try await vault.rotate("openai", to: new)
        #expect(rotation.state == .draining)
        #expect(try await vault.resumeRotations().map(\.state) == [.draining])
        lease = nil
        #expect(try await vault.rotation(rotation.id).leasesOut == 0)
        #expect(try await vault.resumeRotations().map(\.state) == [.retired])
        #expect(lease == nil)
        // Without leases the old key is retired at once.
        let next = try await vault.rotate("openai", to: SecretString("sk-next-key-000003"))
        #expect(next.state == .retired && next.isReversible)
    }

    @Test func theWaitForLeasesIsBounded() async throws {
        let time = TestTime()
        let (vault, _) = try await vault(now: { time.now })
        let lease = try await vault.lease("openai")
        let options = RotationOptions(drainSeconds: 30, keepSeconds: 100)
        let rotation = try await vault.rotate("openai", to: new, options: options)
        #expect(rotation.drainsUntil == time.now + 30)
        time.advance(by: 29.9)
        #expect(try await vault.resumeRotations().map(\.state) == [.draining])
        time.advance(by: 0.1)
        let drained = try await vault.resumeRotations()
        #expect(drained.map(\.state) == [.retired] && drained.map(\.leasesOut) == [1])
        #expect(drained.map(\.keptUntil) == [time.now + 100])
        #expect(lease?.secret.revealed == "sk-old-key-000001")
    }

    @Test(arguments: [
        (KeyCheck.invalid(reason: "401"), false, KeyVaultError.Code.keyRefused),
        (.invalid(reason: "401"), true, .keyRefused),
        (.unknown(reason: "it did not answer"), false, .keyUnverified),
    ])
    func aKeyThatIsNotAcceptedChangesNothing(check: KeyCheck, force: Bool, code: KeyVaultError.Code) async throws {
        let (vault, key) = try await vault(ScriptedChecker(check))
        let rotation = try await vault.rotate("openai", to: new, options: RotationOptions(force: force))
        #expect(rotation.state == .rejected && rotation.check == check)
        let error = #expect(throws: KeyVaultError.self) { try rotation.requireTaken() }
        #expect(error?.code == code)
        #expect(error?.message.contains("sk-new") == false)
        #expect(try await vault.leased("openai") == "sk-old-key-000001")
        #expect(try await vault.keys() == [key])
        #expect(try await vault.rotation(rotation.id) == rotation)
    }

    @Test func anUncheckedKeyCanBeForced() async throws {
        let unknown = KeyCheck.unknown(reason: "it did not answer")
        let (vault, _) = try await vault(ScriptedChecker(unknown))
        let rotation = try await vault.rotate("openai", to: new, options: RotationOptions(force: true))
        #expect(rotation.check == unknown && rotation.isForced && rotation.state == .retired)
        #expect(try await vault.leased("openai") == "sk-new-key-000002")
    }

    @Test func invalidRequestsFailBeforeTheCheck() async throws {
        let checker = ScriptedChecker()
        let (vault, _) = try await vault(checker)
        let other = try await vault.add(SecretString("tvly-key-000003"), to: "tavily", label: "")
        let attempts: [(String, SecretString, RotationOptions, KeyVaultError.Code)] = [
            ("openai", new, RotationOptions(replaces: "nobody"), .unknownKey),
            ("openai", new, RotationOptions(replaces: other.id), .unknownKey),
            ("anthropic", new, RotationOptions(), .noKey),
            ("openai", old, RotationOptions(), .alreadyStored),
            ("openai", SecretString("sk new\n"), RotationOptions(), .invalidSecret),
            ("openai", new, RotationOptions(drainSeconds: -1), .invalidSettings),
            ("openai", new, RotationOptions(keepSeconds: .max), .invalidSettings),
            ("openai", new, RotationOptions(idempotencyKey: ""), .invalidSettings),
        ]
        for (upstream, secret, options, expected) in attempts {
            #expect(await code { try await vault.rotate(upstream, to: secret, options: options) } == expected)
        }
        #expect(checker.questions.isEmpty)
        #expect(try await vault.rotations().isEmpty)
        #expect(try await vault.leased("openai") == "sk-old-key-000001")
    }

    @Test func aNamedKeyIsReplaced() async throws {
        let (vault, first) = try await vault()
        let second = try await vault.add(SecretString("sk-used-key-000003"), to: "openai", label: "")
        let rotation = try await vault.rotate("openai", to: new, options: RotationOptions(replaces: first.id))
        #expect(rotation.oldKey == first.id)
        let active = try await vault.keys().filter { $0.state == .active }
        #expect(active.map(\.id) == [second.id, rotation.newKey])
    }

    @Test func aRetiredKeyCanBeRotatedBackButNotReplacedAgain() async throws {
        let (vault, key) = try await vault()
        _ = try await vault.rotate("openai", to: new)
        let options = RotationOptions(replaces: key.id)
        #expect(
            await code { try await vault.rotate("openai", to: SecretString("sk-x"), options: options) } == .unknownKey
        )
        _ = try await vault.rotate("openai", to: old)
        #expect(try await vault.leased("openai") == "sk-old-key-000001")
    }

    @Test(.timeLimit(.minutes(1))) func aSecondConcurrentRotationIsRefused() async throws {
        let (asked, questions) = AsyncStream.makeStream(of: String.self)
        let meeting = Meeting(of: 2)
        let checker = ScriptedChecker { key in
            questions.yield(key)
            await meeting.join()
        }
        let (vault, _) = try await vault(checker)
        async let first = vault.rotate("openai", to: new)
        for await _ in asked { break }
        let other = SecretString("sk-contender")
        #expect(await code { try await vault.rotate("openai", to: other) } == .rotationInProgress)
        await meeting.join()
        #expect(try await first.state == .retired)
        #expect(try await vault.leased("openai") == "sk-new-key-000002")
        #expect(try await vault.rotations().count == 1)
        // After the first rotation, the second one is possible.
        #expect(try await vault.rotate("openai", to: other).state == .retired)
    }

    @Test(.timeLimit(.minutes(1))) func aKeyRemovedDuringTheCheckEndsTheRotation() async throws {
        let (asked, questions) = AsyncStream.makeStream(of: String.self)
        let meeting = Meeting(of: 2)
        let checker = ScriptedChecker { key in
            questions.yield(key)
            await meeting.join()
        }
        let (vault, key) = try await vault(checker)
        async let result = vault.rotate("openai", to: new)
        for await _ in asked { break }
        try await vault.remove(key.id)
        await meeting.join()
        let rotation = try await result
        #expect(rotation.state == .rejected)
        #expect(#expect(throws: KeyVaultError.self) { try rotation.requireTaken() }?.code == .rotationRejected)
        #expect(try await vault.keys().isEmpty)
    }

    @Test(.timeLimit(.minutes(1))) func aCancelledCallerDoesNotStopARotation() async throws {
        let (vault, _) = try await vault()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await vault.rotate("openai", to: new)
        }
        #expect(try await task.value.state == .retired)
        #expect(try await vault.leased("openai") == "sk-new-key-000002")
    }

    @Test(.timeLimit(.minutes(1))) func aLeaseWithoutAUsableKeyWaitsForTheNewOne() async throws {
        let (asked, questions) = AsyncStream.makeStream(of: String.self)
        let meeting = Meeting(of: 2)
        let checker = ScriptedChecker { key in
            questions.yield(key)
            await meeting.join()
        }
        let (vault, _) = try await vault(checker)
        async let rotation = vault.rotate("openai", to: new)
        for await _ in asked { break }
        // The old key is revoked during the check of the new one.
        try await vault.lease("openai")?.report(.refused)
        let executor = SteppedExecutor()
        let leased = Task(executorPreference: executor) { try await vault.leased("openai") }
        await executor.runUntilAllWait()
        executor.runFreely()
        #expect(vault.state.withLock { $0.waiters.count("openai") } == 1)
        await meeting.join()
        #expect(try await leased.value == "sk-new-key-000002")
        #expect(try await rotation.state == .retired)
    }

    @Test(.timeLimit(.minutes(1))) func aWaitEndsWithARefusedKeyToo() async throws {
        let (asked, questions) = AsyncStream.makeStream(of: String.self)
        let meeting = Meeting(of: 2)
        let checker = ScriptedChecker(.invalid(reason: "401")) { key in
            questions.yield(key)
            await meeting.join()
        }
        let (vault, _) = try await vault(checker)
        async let rotation = vault.rotate("openai", to: new)
        for await _ in asked { break }
        try await vault.lease("openai")?.report(.refused)
        let executor = SteppedExecutor()
        let waiting = Task(executorPreference: executor) { try await vault.leased("openai") }
        let leaving = Task(executorPreference: executor) { try await vault.leased("openai") }
        await executor.runUntilAllWait()
        executor.runFreely()
        #expect(vault.state.withLock { $0.waiters.count("openai") } == 2)
        leaving.cancel()
        await #expect(throws: CancellationError.self) { try await leaving.value }
        await meeting.join()
        let error = await #expect(throws: KeyVaultError.self) { try await waiting.value }
        #expect(error?.code == .noUsableKey)
        #expect(try await rotation.state == .rejected)
    }

    @Test(.timeLimit(.minutes(1))) func leasesContinueDuringManyRotations() async throws {
        let (vault, _) = try await vault()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<2000 {
                        let leased = try await vault.leased("openai")
                        #expect(leased?.hasPrefix("sk-") == true)
                    }
                }
            }
            group.addTask {
                for number in 0..<20 {
                    let secret = SecretString("sk-generation-\(number)")
                    try await vault.rotate("openai", to: secret).requireTaken()
                    #expect(try await vault.leased("openai") == "sk-generation-\(number)")
                }
            }
            try await group.waitForAll()
        }
        #expect(try await vault.keys().filter { $0.state == .active }.count == 1)
    }
}
