import Foundation
import KeyVaultFixtures
import Secrets
import Storage
import Testing

@testable import KeyVault

@Suite struct IdempotencyTests {
    private let new = SecretString("sk-new-key-000002")
    private let options = RotationOptions(idempotencyKey: "8e03978e")

    private func vault(_ checker: ScriptedChecker, at time: TestTime = TestTime()) async throws -> KeyVault {
        let vault = try await KeyVault.inMemory(checker: checker, now: { time.now })
        _ = try await vault.add(SecretString("sk-old-key-000001"), to: "openai", label: "")
        return vault
    }

    @Test(arguments: [KeyCheck.verified, .invalid(reason: "401")])
    func theSameRequestReturnsTheSameRotation(check: KeyCheck) async throws {
        let checker = ScriptedChecker(check)
        let vault = try await vault(checker)
        let first = try await vault.rotate("openai", to: new, options: options)
        let again = try await vault.rotate("openai", to: new, options: options)
        #expect(again == first)
        #expect(checker.questions.count == 1)
        #expect(try await vault.rotations() == [first])
    }

    @Test func anotherRequestUnderTheSameKeyIsRefused() async throws {
        let vault = try await vault(ScriptedChecker())
        _ = try await vault.add(SecretString("tvly-key-000003"), to: "tavily", label: "")
        _ = try await vault.rotate("openai", to: new, options: options)
        var others: [(String, SecretString, RotationOptions)] = [
            ("openai", SecretString("sk-other-key-000004"), options), ("tavily", new, options),
        ]
        let changes: [(inout RotationOptions) -> Void] = [
            { $0.force = true }, { $0.replaces = "x" }, { $0.drainSeconds = 1 }, { $0.keepSeconds = 1 },
            { $0.expiresAt = Date(timeIntervalSince1970: 1) },
        ]
        for change in changes {
            var options = options
            change(&options)
            others.append(("openai", new, options))
        }
        for (upstream, secret, options) in others {
            let error = await #expect(throws: KeyVaultError.self) {
                try await vault.rotate(upstream, to: secret, options: options)
            }
            #expect(error?.code == .idempotencyMismatch)
        }
    }

    @Test func keysOfTwoCallersAreSeparate() async throws {
        let vault = try await vault(ScriptedChecker())
        _ = try await vault.rotate("openai", to: new, options: options, by: AuditActor(name: "admin:1"))
        let other = try await vault.rotate(
            "openai",
            to: SecretString("sk-other-key-000004"),
            options: options,
            by: AuditActor(name: "admin:2")
        )
        #expect(other.state == .retired && other.actor == "admin:2")
    }

    @Test func aKeyIsForgottenAfterADay() async throws {
        let time = TestTime()
        let vault = try await vault(ScriptedChecker(), at: time)
        _ = try await vault.rotate("openai", to: new, options: options)
        time.advance(by: KeyVault.idempotencyMemory + 1)
        let second = try await vault.rotate("openai", to: SecretString("sk-other-key-000004"), options: options)
        #expect(second.state == .retired)
        #expect(try await vault.rotations().count == 2)
    }

    @Test(.timeLimit(.minutes(1))) func aRepeatedRequestDuringTheCheckIsAConflict() async throws {
        let (asked, questions) = AsyncStream.makeStream(of: String.self)
        let meeting = Meeting(of: 2)
        let checker = ScriptedChecker { key in
            questions.yield(key)
            await meeting.join()
        }
        let vault = try await vault(checker)
        async let first = vault.rotate("openai", to: new, options: options)
        for await _ in asked { break }
        let error = await #expect(throws: KeyVaultError.self) {
            try await vault.rotate("openai", to: new, options: options)
        }
        #expect(error?.code == .rotationInProgress)
        await meeting.join()
        let rotation = try await first
        #expect(try await vault.rotate("openai", to: new, options: options) == rotation)
    }
}
