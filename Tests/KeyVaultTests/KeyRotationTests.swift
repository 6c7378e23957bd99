import Foundation
import KeyVault
import Secrets
import Storage
import Testing

@Suite struct KeyRotationTests {
    private let old = SecretString("sk-old-key-000001")
    private let new = SecretString("sk-new-key-000002")

    private func vault() async throws -> (KeyVault, KeyDescription) {
        let vault = try await KeyVault.inMemory()
        return (vault, try await vault.add(old, to: "openai", label: "production"))
    }

    @Test func aVerifiedKeyTakesTheOldOnesPlace() async throws {
        let (vault, key) = try await vault()
        let lease = try await vault.lease("openai")
        let checker = ScriptedChecker(.verified)
        let rotation = try await vault.rotate("openai", to: new, checkedBy: checker)
        #expect(checker.questions == ["openai sk-new-key-000002"])
        #expect(rotation.check == .verified)
        #expect(rotation.retired.id == key.id && rotation.retired.state == .retired)
        #expect(rotation.active.lastFour == "0002" && rotation.active.label == "production")
        #expect(lease?.secret.revealed == "sk-old-key-000001")
        #expect(try await vault.lease("openai")?.keyID == rotation.active.id)
        #expect(try await vault.leased("openai") == "sk-new-key-000002")
        #expect(try await vault.keys(of: "openai") == [rotation.retired, rotation.active])
    }

    @Test(arguments: [
        (KeyCheck.invalid(reason: "401"), false, KeyVaultError.Code.keyRefused),
        (.invalid(reason: "401"), true, .keyRefused),
        (.unknown(reason: "it did not answer"), false, .keyUnverified),
    ])
    func aKeyThatIsNotAcceptedChangesNothing(check: KeyCheck, force: Bool, code: KeyVaultError.Code) async throws {
        let (vault, key) = try await vault()
        let error = await #expect(throws: KeyVaultError.self) {
            try await vault.rotate("openai", to: new, force: force, checkedBy: ScriptedChecker(check))
        }
        #expect(error?.code == code)
        #expect(error?.message.contains("sk-new") == false)
        #expect(try await vault.leased("openai") == "sk-old-key-000001")
        #expect(try await vault.keys() == [key])
    }

    @Test func anUncheckedKeyCanBeForced() async throws {
        let (vault, _) = try await vault()
        let checker = ScriptedChecker(.unknown(reason: "it did not answer"))
        let rotation = try await vault.rotate("openai", to: new, force: true, checkedBy: checker)
        #expect(rotation.check == .unknown(reason: "it did not answer"))
        #expect(try await vault.leased("openai") == "sk-new-key-000002")
    }

    @Test func whatCannotBeReplacedIsSaidBeforeTheUpstreamIsAsked() async throws {
        let (vault, _) = try await vault()
        let other = try await vault.add(SecretString("tvly-key-000003"), to: "tavily", label: "")
        let checker = ScriptedChecker(.verified)
        let attempts: [(String, SecretString, String?, KeyVaultError.Code)] = [
            ("openai", new, "nobody", .unknownKey),
            ("openai", new, other.id, .unknownKey),
            ("anthropic", new, nil, .noKey),
            ("openai", old, nil, .alreadyStored),
            ("openai", SecretString("sk new\n"), nil, .invalidSecret),
        ]
        for (upstream, secret, id, code) in attempts {
            let error = await #expect(throws: KeyVaultError.self) {
                try await vault.rotate(upstream, to: secret, replacing: id, checkedBy: checker)
            }
            #expect(error?.code == code)
        }
        #expect(checker.questions.isEmpty)
        #expect(try await vault.leased("openai") == "sk-old-key-000001")
    }

    @Test func aNamedSpareIsReplaced() async throws {
        let (vault, spare) = try await vault()
        _ = try await vault.add(SecretString("sk-used-key-000003"), to: "openai", label: "")
        let checker = ScriptedChecker(.verified)
        let rotation = try await vault.rotate("openai", to: new, replacing: spare.id, checkedBy: checker)
        #expect(rotation.retired.id == spare.id)
        #expect(try await vault.keys().filter { $0.state == .active }.count == 2)
    }

    @Test func aRetiredKeyCanBeRotatedBackButNotReplacedAgain() async throws {
        let (vault, key) = try await vault()
        let checker = ScriptedChecker(.verified)
        _ = try await vault.rotate("openai", to: new, checkedBy: checker)
        let error = await #expect(throws: KeyVaultError.self) {
            try await vault.rotate("openai", to: SecretString("sk-x"), replacing: key.id, checkedBy: checker)
        }
        #expect(error?.code == .unknownKey)
        _ = try await vault.rotate("openai", to: old, checkedBy: checker)
        #expect(try await vault.leased("openai") == "sk-old-key-000001")
    }

    @Test(.timeLimit(.minutes(1))) func ofTwoRotationsAtOnceOneWins() async throws {
        let (vault, _) = try await vault()
        let meeting = Meeting(of: 2)
        let checker = ScriptedChecker(.verified) { await meeting.join() }
        let outcomes = await withTaskGroup(of: Result<Rotation, any Error>.self) { group in
            for number in 0..<2 {
                group.addTask {
                    do {
                        let secret = SecretString("sk-contender-\(number)")
                        return .success(try await vault.rotate("openai", to: secret, checkedBy: checker))
                    } catch {
                        return .failure(error)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let winners = outcomes.compactMap { try? $0.get() }
        let losers = outcomes.compactMap { outcome -> KeyVaultError.Code? in
            guard case .failure(let error) = outcome else { return nil }
            return (error as? KeyVaultError)?.code
        }
        #expect(winners.count == 1 && losers == [.conflict])
        #expect(try await vault.lease("openai")?.keyID == winners.first?.active.id)
        #expect(try await vault.keys().map(\.state) == [.retired, .active])
    }

    @Test(.timeLimit(.minutes(1))) func leasesGoOnDuringManyRotations() async throws {
        let (vault, _) = try await vault()
        let checker = ScriptedChecker(.verified)
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
                    _ = try await vault.rotate("openai", to: secret, checkedBy: checker)
                    #expect(try await vault.leased("openai") == "sk-generation-\(number)")
                }
            }
            try await group.waitForAll()
        }
        #expect(try await vault.keys().filter { $0.state == .active }.count == 1)
    }
}
