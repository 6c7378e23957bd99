import Crypto
import Foundation
import KeyVaultFixtures
import Secrets
import Storage
import StorageSQLite
import Testing

@testable import Accounts
@testable import KeyVault

@Suite struct AuditSecretsTests {
    /// Performs every operation with keys, and searches each row of the chain for them.
    @Test func noRowHoldsASecret() async throws {
        let store = try SQLiteStore(path: nil)
        let (old, new) = (MasterKey.random(), MasterKey.random())
        let checker = ScriptedChecker(.verified)
        let vault = try await KeyVault(store: store, masterKey: old, checker: checker)
        let secrets = (1...8).map { "sk-canary-\($0)-\(UUID().uuidString)" }
        let key = { (index: Int) in SecretString(secrets[index]) }

        _ = try await vault.addFromEnvironment(key(0), for: "openai", label: "environment")
        let added = try await vault.add(key(1), to: "openai", label: "by hand")
        _ = try await vault.rotate("openai", to: key(2))
        for (index, check) in [KeyCheck.invalid(reason: "401"), .unknown(reason: "no answer")].enumerated() {
            checker.setVerdict(check, of: secrets[3 + index])
            let rotation = try await vault.rotate("openai", to: key(3 + index))
            #expect(rotation.state == .rejected)
        }
        checker.setVerdict(.unknown(reason: "no answer"), of: secrets[5])
        _ = try await vault.rotate("openai", to: key(5), options: RotationOptions(force: true))
        await #expect(throws: KeyVaultError.self) { try await vault.add(key(5), to: "openai", label: "again") }
        await #expect(throws: KeyVaultError.self) {
            try await vault.add(SecretString("a \(secrets[6])"), to: "x", label: "")
        }
        try await vault.remove(added.id)
        _ = try await vault.lease("openai")
        let clients = try await Clients(store: store, vault: vault)
        let token = try await clients.create(ClientDraft(name: "phone"), by: .torii).token.revealed
        try await vault.adopt(MasterKeyRing(new, previous: [old]))
        try await vault.rewrap(by: AuditActor(name: "admin:a", requestID: "r"))

        var text = Data()
        let count = try await vault.exportAudit { text += $0 }
        #expect(count >= 3)
        #expect(text.range(of: Data("vault.rewrap".utf8)) != nil)
        var needles = secrets + [token, String(token.dropFirst(6))]
        for master in [old, new] {
            master.key.withUnsafeBytes { bytes in
                needles += [Data(bytes).base64EncodedString(), bytes.map { String(format: "%02x", $0) }.joined()]
            }
        }
        // The last characters of a key are enough to find it.
        for needle in needles + secrets.map({ String($0.suffix(12)) }) {
            #expect(text.range(of: Data(needle.utf8)) == nil)
            #expect(text.range(of: Data(Data(needle.utf8).base64EncodedString().utf8)) == nil)
        }
    }
}
