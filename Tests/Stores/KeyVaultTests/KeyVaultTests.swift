import Foundation
import KeyLeasing
import KeyVaultFixtures
import Secrets
import Storage
import StorageSQLite
import Testing

@testable import KeyVault

@Suite struct KeyVaultTests {
    @Test func theKeysOfAnUpstreamShareItsCalls() async throws {
        let vault = try await KeyVault.inMemory()
        #expect(try await vault.leased("openai") == nil)
        #expect(!vault.hasKeys(of: "openai"))
        let first = try await vault.add(SecretString("sk-first-key-0001"), to: "openai", label: "one")
        _ = try await vault.add(SecretString("tvly-key-0002"), to: "tavily", label: "two")
        #expect(try await vault.leased("openai") == "sk-first-key-0001")
        let second = try await vault.add(SecretString("sk-second-key-0003"), to: "openai", label: "three")
        var leased: Set<String?> = []
        for _ in 0..<2 { leased.insert(try await vault.leased("openai")) }
        #expect(leased == ["sk-first-key-0001", "sk-second-key-0003"])
        #expect(try await vault.leased("tavily") == "tvly-key-0002")
        #expect(vault.hasKeys(of: "tavily"))
        #expect(try await vault.keys(of: "openai") == [first, second])
        #expect(try await vault.keys().map(\.label) == ["one", "two", "three"])
    }

    /// Seven calls of a conversation with its key, among calls of others.
    @Test func aCallMayPreferAKey() async throws {
        let vault = try await KeyVault.inMemory()
        _ = try await vault.add(SecretString("sk-first-key-0001"), to: "openai", label: "one")
        let second = try await vault.add(SecretString("sk-second-key-0003"), to: "openai", label: "two")
        for _ in 0..<7 {
            let leased = try await KeyPreference.$current.withValue(second.id) { try await vault.leased("openai") }
            #expect(leased == "sk-second-key-0003")
            _ = try await vault.leased("openai")
        }
        // After its end the others are lent.
        try await vault.remove(second.id)
        let leased = try await KeyPreference.$current.withValue(second.id) { try await vault.leased("openai") }
        #expect(leased == "sk-first-key-0001")
    }

    @Test(
        arguments: [
            ("sk-first-key-0001", "0001"), ("123456789012", "9012"), ("12345678901", nil), ("short", nil),
            (#"{"key": "パスワード"}"#, nil),
        ] as [(String, String?)]
    )
    func aDescriptionRevealsOnlyLastFourAndFingerprint(secret: String, lastFour: String?) async throws {
        let vault = try await KeyVault.inMemory()
        let key = try await vault.add(SecretString(secret), to: "openai", label: "mine")
        #expect(key.lastFour == lastFour)
        #expect(key.fingerprint.count == 16 && key.fingerprint.allSatisfy(\.isHexDigit))
        #expect(key.state == .active)
        var dumped = ""
        dump(key, to: &dumped)
        #expect(!dumped.contains(secret))
    }

    @Test func fingerprintsDifferBetweenVaults() async throws {
        let secret = SecretString("sk-first-key-0001")
        let one = try await KeyVault.inMemory().add(secret, to: "openai", label: "")
        let other = try await KeyVault.inMemory().add(secret, to: "openai", label: "")
        #expect(one.fingerprint != other.fingerprint)
    }

    @Test(arguments: [
        ("", "empty"), (" \n", "empty"), ("sk\r\nX-Evil: 1", "line break"), ("sk\u{0}", "control"),
        ("sk\u{7F}", "control"),
        ("a b", "space inside"), ("sk-…", "shortened display"), ("sk-кey", "no key of this kind"),
    ])
    func textThatCannotBeAKeyIsRefused(text: String, says: String) async throws {
        let vault = try await KeyVault.inMemory()
        let error = await #expect(throws: KeyVaultError.self) {
            try await vault.add(SecretString(text), to: "openai", label: "")
        }
        #expect(error?.code == .invalidSecret && error?.message.contains(says) == true)
        #expect(try await vault.keys().isEmpty)
    }

    @Test(arguments: [" sk-key-0001", "sk-key-0001\r\n", "\t sk-key-0001 "])
    func whiteSpaceAroundAKeyIsNoPartOfIt(text: String) async throws {
        let vault = try await KeyVault.inMemory()
        _ = try await vault.add(SecretString(text), to: "openai", label: "")
        #expect(try await vault.leased("openai") == "sk-key-0001")
    }

    @Test func aPasswordOrAKeyOfPartsMayHaveOtherCharacters() throws {
        #expect(try SecretString("pass wörd").asKey(.text) == SecretString("pass wörd"))
        #expect(try SecretString(#"{"id": "a", "name": "ö"}"#).asKey() == SecretString(#"{"id": "a", "name": "ö"}"#))
        #expect(throws: KeyVaultError.self) { try SecretString("pass\u{0}").asKey(.text) }
    }

    @Test func anActiveKeyIsNotAddedTwice() async throws {
        let vault = try await KeyVault.inMemory()
        _ = try await vault.add(SecretString("sk-first-key-0001"), to: "openai", label: "")
        let error = await #expect(throws: KeyVaultError.self) {
            try await vault.add(SecretString("sk-first-key-0001"), to: "openai", label: "")
        }
        #expect(error?.code == .alreadyStored)
        _ = try await vault.add(SecretString("sk-first-key-0001"), to: "ollama", label: "")
        #expect(try await vault.keys().count == 2)
    }

    @Test func addingFromTheEnvironmentIsIdempotent() async throws {
        let store = try SQLiteStore(path: nil)
        let master = MasterKey.random()
        var vault = try await KeyVault(store: store, masterKey: master)
        let taken = try await vault.addFromEnvironment(
            SecretString("sk-first-key-0001"),
            for: "openai",
            label: "OPENAI_API_KEY"
        )
        #expect(
            try await vault.addFromEnvironment(SecretString("sk-first-key-0001"), for: "openai", label: "again")
                == taken
        )
        vault = try await KeyVault(store: store, masterKey: master)
        #expect(
            try await vault.addFromEnvironment(SecretString("sk-first-key-0001"), for: "openai", label: "again")
                == taken
        )
        #expect(try await vault.keys() == [taken])
        #expect(try await vault.leased("openai") == "sk-first-key-0001")
    }

    @Test func aRotatedOrRemovedKeyIsNotAddedFromTheEnvironmentAgain() async throws {
        let vault = try await KeyVault.inMemory()
        let old = SecretString("sk-first-key-0001")
        try await vault.addFromEnvironment(old, for: "openai", label: "env")
        let rotation = try await vault.rotate(
            "openai",
            to: SecretString("sk-second-key-0002"),
            options: RotationOptions(force: true)
        )
        #expect(try await vault.addFromEnvironment(old, for: "openai", label: "env")?.state == .retired)
        #expect(try await vault.leased("openai") == "sk-second-key-0002")

        try await vault.remove(rotation.newKey)
        #expect(
            try await vault.addFromEnvironment(SecretString("sk-second-key-0002"), for: "openai", label: "env") == nil
        )
        #expect(try await vault.leased("openai") == nil)

        // A key that a person adds explicitly is used again.
        _ = try await vault.add(old, to: "openai", label: "back")
        #expect(try await vault.leased("openai") == "sk-first-key-0001")
    }

    @Test func anotherKeyInTheEnvironmentTurnsTheFormerIntoASpare() async throws {
        let vault = try await KeyVault.inMemory()
        let former = try await vault.addFromEnvironment(
            SecretString("sk-first-key-0001"),
            for: "openai",
            label: "OPENAI_API_KEY"
        )
        let added = try await vault.add(SecretString("sk-added-key-0002"), to: "openai", label: "by hand")
        try await vault.addFromEnvironment(SecretString("sk-second-key-0003"), for: "openai", label: "OPENAI_API_KEY")
        let keys = try await vault.keys()
        #expect(keys.map(\.settings.weight) == [0, 1, 1])
        #expect(keys[0].id == former?.id && keys[1] == added)
    }

    @Test func aKeyThatCannotBeCheckedIsRestoredManually() async throws {
        let vault = try await KeyVault.inMemory()
        let key = try await vault.add(SecretString("sk-first-key-0001"), to: "searxng", label: "")
        try await vault.lease("searxng")?.report(.refused)
        #expect(try await vault.check(key.id, by: .commandLine).verdict == "unknown")
        let error = await #expect(throws: KeyVaultError.self) { try await vault.lease("searxng") }
        #expect(error?.code == .noUsableKey)
        #expect(try await vault.restore(key.id, by: .commandLine).health == .healthy)
        #expect(try await vault.leased("searxng") == "sk-first-key-0001")
        await #expect(throws: KeyVaultError.self) { try await vault.restore("nobody", by: .commandLine) }
    }

    @Test func aRemovedKeyIsNoLongerLent() async throws {
        let vault = try await KeyVault.inMemory()
        _ = try await vault.add(SecretString("sk-first-key-0001"), to: "openai", label: "")
        let key = try await vault.add(SecretString("sk-second-key-0002"), to: "openai", label: "")
        let leases = [try await vault.lease("openai"), try await vault.lease("openai")]
        try await vault.remove(key.id)
        #expect(leases.contains { $0?.secret.revealed == "sk-second-key-0002" })
        #expect(try await vault.leased("openai") == "sk-first-key-0001")
        #expect(try await vault.leased("openai") == "sk-first-key-0001")
        #expect(try await vault.keys().count == 1)
        for id in [key.id, "nobody"] {
            let error = await #expect(throws: KeyVaultError.self) { try await vault.remove(id) }
            #expect(error?.code == .unknownKey)
        }
    }

    @Test func keysSurviveARestart() async throws {
        try await withTemporaryFolder { folder async throws in
            let master = MasterKey.random()
            let path = folder + "/torii.sqlite"
            let vault = try await KeyVault(store: SQLiteStore(path: path), masterKey: master)
            _ = try await vault.add(SecretString("sk-first-key-0001"), to: "openai", label: "")
            let again = try await KeyVault(store: SQLiteStore(path: path), masterKey: master)
            #expect(try await again.leased("openai") == "sk-first-key-0001")
        }
    }

    @Test(.timeLimit(.minutes(1))) func aCancelledCallerDoesNotInterruptAChange() async throws {
        let vault = try await KeyVault.inMemory()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await vault.add(SecretString("sk-first-key-0001"), to: "openai", label: "")
        }
        _ = try await task.value
        #expect(try await vault.leased("openai") == "sk-first-key-0001")
    }
}
