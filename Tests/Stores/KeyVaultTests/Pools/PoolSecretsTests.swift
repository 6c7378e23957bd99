import Foundation
import KeyVaultFixtures
import Secrets
import Storage
import Synchronization
import Testing

@testable import KeyVault

/// The secrets that a lease names, none of which an answer may contain.
@Suite struct PoolSecretsTests {
    private static let (first, second, third) = ("sk-first-key-000001", "sk-second-key-000002", "sk-third-key-000003")

    /// Returns the place of the secret that a text contains; `nil` if it contains none.
    private func place(of text: String, in forms: SecretForms) -> Int? {
        var text = "the key is \(text)"
        return text.withUTF8 { bytes in
            if case .whole(_, let secret)? = forms.first(in: bytes, from: 0)?.match { secret } else { nil }
        }
    }

    @Test func keysOfThePoolAndEarlierOnesAreAmongThem() async throws {
        let time = TestTime()
        let vault = try await KeyVault.inMemory(checker: ScriptedChecker(), now: { time.now })
        let key = try await vault.add(SecretString(Self.first), to: "openai", label: "")
        _ = try await vault.add(SecretString("tvly-other-0000004"), to: "tavily", label: "")
        _ = try await vault.rotate("openai", to: SecretString(Self.second), options: .init(keepSeconds: 100))
        let spare = try await vault.add(SecretString(Self.third), to: "openai", label: "", settings: .init(weight: 0))
        // The old key is not on standby any more.
        time.advance(by: RotationProbation.length)
        _ = try await vault.change(spare.id, .init(label: "spare"), by: .torii)
        var forms = try #require(try await vault.lease("openai")).forms
        for key in [Self.first, Self.second, Self.third] { #expect(place(of: key, in: forms) != nil, "\(key)") }
        #expect(place(of: "tvly-other-0000004", in: forms) == nil)

        try await vault.remove(key.id)
        try await vault.remove(spare.id)
        forms = try #require(try await vault.lease("openai")).forms
        #expect(place(of: Self.second, in: forms) != nil)
        for key in [Self.first, Self.third] { #expect(place(of: key, in: forms) == nil, "\(key)") }
    }

    /// The key that an answer had is exposed, not the one that was lent.
    @Test func anEchoIsRecordedOfItsKey() async throws {
        let vault = try await KeyVault.inMemory(checker: ScriptedChecker())
        let lent = try await vault.add(SecretString(Self.first), to: "openai", label: "")
        let other = try await vault.add(SecretString(Self.second), to: "openai", label: "", settings: .init(weight: 0))
        let lease = try #require(try await vault.lease("openai"))
        #expect(lease.keyID == lent.id)
        lease.reportEcho(place(of: Self.second, in: lease.forms))
        func exposed(_ id: String) -> Date? {
            vault.state.withLock { $0.pools.pools["openai"]?.key(id)?.exposedAt }
        }
        #expect(exposed(other.id) != nil && exposed(lent.id) == nil)
        // A part of the key, or what was made of it.
        lease.reportEcho(nil)
        #expect(exposed(lent.id) != nil)
    }
}
