import Foundation
import KeyVault
import Secrets
import Storage
import Testing

@Suite struct ClientTokensTests {
    private func tokens() async throws -> ClientTokens {
        let store = try SQLiteStore(path: nil)
        return try await ClientTokens(store: store, vault: KeyVault(store: store, masterKey: .random()))
    }

    @Test func anIssuedTokenOpensItsKindOnly() async throws {
        let tokens = try await tokens()
        #expect(tokens.isEmpty(.client) && tokens.isEmpty(.admin))
        let token = try await tokens.issue("phone", kind: .client).revealed
        #expect(!tokens.isEmpty(.client) && tokens.isEmpty(.admin))
        #expect(token.wholeMatch(of: /torii_[A-Za-z0-9_-]{43}/) != nil)
        let client = await tokens.authenticate(token, kind: .client)
        #expect(client?.name == "phone" && client?.kind == .client)
        #expect(await tokens.authenticate(token, kind: .admin) == nil)
    }

    @Test func whatIsNotATokenOpensNothing() async throws {
        let tokens = try await tokens()
        let token = try await tokens.issue("phone", kind: .client).revealed
        for wrong in [
            "", "torii_", token + "x", String(token.dropLast()), token.uppercased(), " " + token,
            String(repeating: "x", count: 1_000_000),
        ] {
            #expect(await tokens.authenticate(wrong, kind: .client) == nil)
        }
    }

    @Test func tokensAreRandomAndClientsDistinct() async throws {
        let tokens = try await tokens()
        var texts: Set<String> = []
        var ids: Set<String> = []
        for _ in 0..<20 {
            let token = try await tokens.issue("same name", kind: .client).revealed
            texts.insert(token)
            ids.insert(try #require(await tokens.authenticate(token, kind: .client)).id)
        }
        #expect(texts.count == 20 && ids.count == 20)
    }

    @Test func issuedTokensSurviveARestartWithTheSameClient() async throws {
        let store = try SQLiteStore(path: nil)
        let master = MasterKey.random()
        let vault = try await KeyVault(store: store, masterKey: master)
        let first = try await ClientTokens(store: store, vault: vault)
        let token = try await first.issue("phone", kind: .admin).revealed
        let again = try await ClientTokens(store: store, vault: KeyVault(store: store, masterKey: master))
        #expect(!again.isEmpty(.admin))
        let client = await again.authenticate(token, kind: .admin)
        #expect(client != nil)
        #expect(await first.authenticate(token, kind: .admin) == client)
    }

    @Test func aPresetTokenLastsAsLongAsItsSetting() async throws {
        let store = try SQLiteStore(path: nil)
        let vault = try await KeyVault(store: store, masterKey: .random())
        let tokens = try await ClientTokens(store: store, vault: vault)
        try tokens.preset(SecretString("first"), name: "settings", kind: .client)
        try tokens.preset(SecretString("admin"), name: "settings", kind: .admin)
        let client = try #require(await tokens.authenticate("first", kind: .client))
        try tokens.preset(SecretString("second"), name: "settings", kind: .client)
        #expect(await tokens.authenticate("first", kind: .client) == nil)
        #expect(await tokens.authenticate("second", kind: .client) == client)
        #expect(await tokens.authenticate("admin", kind: .admin) != nil)

        let restarted = try await ClientTokens(store: store, vault: vault)
        #expect(restarted.isEmpty(.client) && restarted.isEmpty(.admin))
        #expect(await restarted.authenticate("second", kind: .client) == nil)
    }

    @Test func anEmptyPresetIsRefused() async throws {
        let tokens = try await tokens()
        let error = #expect(throws: KeyVaultError.self) {
            try tokens.preset(SecretString(""), name: "settings", kind: .admin)
        }
        #expect(error?.code == .invalidSecret)
        #expect(tokens.isEmpty(.admin))
    }
}
