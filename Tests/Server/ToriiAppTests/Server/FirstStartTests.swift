import Accounts
import AgentRuntime
import Foundation
import KeyVault
import Secrets
import Storage
import StorageSQLite
import Testing

@testable import AgentServer
@testable import ToriiApp

@Suite(.timeLimit(.minutes(1))) struct FirstStartTests {
    /// Starts a server and returns its greeting, or throws the error that prevented the start.
    private func greeting(_ settings: Settings, showsTokens: Bool = true) async throws -> Greeting {
        let (greetings, source) = AsyncStream<Greeting>.makeStream()
        let server = ToriiServer(
            settings: settings,
            logger: LogCapture().logger,
            showsTokens: showsTokens,
            onListening: { source.yield($0) }
        )
        return try await withThrowingTaskGroup(of: Greeting?.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                try await server.run()
                return nil
            }
            group.addTask {
                for await greeting in greetings { return greeting }
                return nil
            }
            return try #require(try await group.next() ?? nil)
        }
    }

    @Test func tokensAreShownOnceAndNotLostIfAStartFails() async throws {
        var settings = Settings()
        settings.dataDirectory = NSTemporaryDirectory() + "torii-first-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: settings.dataDirectory) }
        settings.tools = ["fly"]
        settings.port = 0
        await #expect(throws: SettingsError.self) { try await greeting(settings) }

        settings.tools = nil
        let first = try await greeting(settings).text
        #expect(first.contains("Your client token, shown only once: torii_"))
        #expect(first.contains("Your admin token, shown only once: torii_"))
        let second = try await greeting(settings)
        #expect(!second.text.contains("torii_"))
        #expect(second.text.contains("<the client token of the first start>"))
        // Each page has its own link, at the address that serves it.
        #expect(second.text.contains("  http://127.0.0.1:\(second.port)/#code="))
        #expect(second.text.contains("  http://127.0.0.1:\(second.port)/admin/#code="))
        settings.adminPort = 0
        let separate = try await greeting(settings)
        let adminPort = try #require(separate.adminPort)
        #expect(separate.text.contains("  http://127.0.0.1:\(adminPort)/admin/#code="))
        #expect(!(try await greeting(settings, showsTokens: false)).text.contains("#code="))
        // Browsers cannot sign in over plain HTTP from another machine.
        for (host, url, link) in [
            ("192.168.0.9", nil, nil), ("192.168.0.9", "http://torii.example", nil),
            ("192.168.0.9", "https://torii.example/", "  https://torii.example/"), ("::1", nil, "  http://[::1]:7/"),
            ("0.0.0.0", "https://torii.example", "  http://127.0.0.1:7/"),
        ] as [(String, String?, String?)] {
            settings.host = host
            settings.publicURL = url
            settings.adminPort = nil
            let text = Greeting(
                port: 7,
                settings: settings,
                issued: .shown([]),
                models: [],
                codes: try await sessions()
            ).text
            #expect(text.contains("#code=") == (link != nil), "\(host)")
            if let link { #expect(text.contains(link + "#code=") && text.contains(link + "admin/#code=")) }
        }
    }

    /// A server whose model has no key starts, because a key can be added while it runs.
    @Test func aModelWithoutAKeyIsToldAtTheStart() async throws {
        var settings = Settings()
        settings.dataDirectory = NSTemporaryDirectory() + "torii-keyless-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: settings.dataDirectory) }
        settings.port = 0
        #expect(!(try await greeting(settings)).text.contains("no message is answered"))
        settings.models = [ModelReference(provider: .openai, name: "m")]
        let text = try await greeting(settings).text
        #expect(text.contains("no message is answered: no model has a usable key (no key is stored)"), "\(text)")
        settings.models.append(.phrasebook)
        #expect(!(try await greeting(settings)).text.contains("no message is answered"))
    }

    /// Returns sign-ins of a client and an administrator.
    private func sessions() async throws -> BrowserSessions {
        let store = try SQLiteStore(path: nil)
        let clients = try await Clients(store: store, vault: KeyVault(store: store, masterKey: .random()))
        _ = try await FirstStartTokens(settings: Settings(), clients: clients).issueMissing(to: nil)
        return try await BrowserSessions(clients: clients)
    }

    /// The clients of an earlier start exist, but their tokens are no longer valid.
    @Test func withoutAValidTokenNewOnesAreCreated() async throws {
        let store = try SQLiteStore(path: nil)
        let clients = try await Clients(store: store, vault: KeyVault(store: store, masterKey: .random()))
        let tokens = try FirstStartTokens(settings: Settings(), clients: clients)
        for count in [1, 2, 3] {
            _ = try await tokens.issueMissing(to: nil)
            #expect(clients.list().map(\.name).count == 2 * count)
            for client in clients.list() {
                for token in client.tokens { try await clients.revokeToken(token.id, of: client.id, by: .torii) }
            }
        }
        #expect(Set(clients.list().map(\.name)).count == 6)
        #expect(
            clients.list().map(\.name).prefix(4) == ["first client", "first admin", "first client 2", "first admin 2"]
        )
    }

    /// Creates a data folder for each start.
    private func withSettings(_ body: (Settings) async throws -> Void) async throws {
        var settings = Settings()
        settings.port = 0
        settings.dataDirectory = NSTemporaryDirectory() + "torii-first-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: settings.dataDirectory) }
        try await body(settings)
    }

    @Test func withoutATerminalTokensAreInAFileForItsOwnerOnly() async throws {
        try await withSettings { settings in
            let text = try await greeting(settings, showsTokens: false).text
            #expect(!text.contains("torii_"))
            #expect(
                text.contains("The client and the admin tokens of this first start: in \(settings.firstTokensPath)")
            )
            let file = try String(contentsOfFile: settings.firstTokensPath, encoding: .utf8)
            #expect(file.contains("\nclient token: torii_"))
            #expect(file.contains("\nadmin token: torii_"))
            #expect(file.contains("delete this file"))
            let attributes = try FileManager.default.attributesOfItem(atPath: settings.firstTokensPath)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
            // A deleted file is neither created again nor needed.
            try FileManager.default.removeItem(atPath: settings.firstTokensPath)
            let second = try await greeting(settings, showsTokens: false).text
            #expect(!second.contains("first-tokens"))
            #expect(!FileManager.default.fileExists(atPath: settings.firstTokensPath))
        }
    }

    @Test func anExistingFileIsNeverOverwrittenOrFollowed() async throws {
        try await withSettings { settings in
            let target = settings.dataDirectory + "/elsewhere"
            try FileManager.default.createDirectory(atPath: settings.dataDirectory, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(atPath: settings.firstTokensPath, withDestinationPath: target)
            let text = try await greeting(settings, showsTokens: false).text
            #expect(text.contains("/first-tokens-2.txt"))
            #expect(!FileManager.default.fileExists(atPath: target))
        }
    }

    @Test(arguments: ["0.0.0.0", "::"]) func anAddressThatOtherMachinesReachNeedsAnAdminTokenFirst(
        host: String
    ) async throws {
        try await withSettings { settings in
            let open = changed(settings) {
                $0.host = host
                $0.clientToken = SecretString(TestServer.clientToken)
            }
            let refused = await #expect(throws: SettingsError.self) { _ = try await greeting(open) }
            #expect(refused?.name == "TORII_HOST")
            #expect(refused?.message.contains("TORII_ADMIN_TOKEN") == true)
            #expect(refused?.message.contains("TORII_ADMIN_HOST=127.0.0.1") == true)

            let apart = changed(open) {
                $0.adminHost = "127.0.0.1"
                $0.adminPort = 0
            }
            let first = try await greeting(apart).text
            #expect(first.contains("Your admin token, shown only once: torii_"))
            // From now on there is a token.
            let second = try await greeting(open).text
            #expect(second.contains("Torii listens on"))
        }
    }

    private func changed(_ settings: Settings, _ change: (inout Settings) -> Void) -> Settings {
        var settings = settings
        change(&settings)
        return settings
    }
}
