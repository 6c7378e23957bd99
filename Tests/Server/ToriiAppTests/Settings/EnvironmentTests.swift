import Foundation
import Testing

@testable import AgentServer
@testable import ToriiApp

/// Problems of the environment and of `.env` that are not invalid settings.
@Suite struct EnvironmentTests {
    /// Loads settings with a `.env` file of this text and mode.
    ///
    /// Warnings contain FILE in place of its path.
    private func load(_ environment: [String: String], file: String = "", mode: Int = 0o600) async throws -> Settings {
        let path = NSTemporaryDirectory() + "torii-env-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try file.write(toFile: path, atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        var settings = try await Settings.load(environment: environment, environmentFile: path)
        settings.environmentFileWarning = settings.environmentFileWarning?.replacingOccurrences(of: path, with: "FILE")
        return settings
    }

    // MARK: - Kubernetes

    static let injected = [
        "TORII_SERVICE_HOST": "10.0.0.1", "TORII_SERVICE_PORT": "8080", "TORII_SERVICE_PORT_HTTP": "8080",
        "TORII_PORT": "tcp://10.0.0.1:8080", "TORII_PORT_8080_TCP": "tcp://10.0.0.1:8080",
        "TORII_PORT_8080_TCP_PROTO": "tcp", "TORII_PORT_8080_TCP_PORT": "8080", "TORII_PORT_8080_TCP_ADDR": "10.0.0.1",
        "TORII_PORT_53_UDP_ADDR": "10.0.0.1", "TORII_ADMIN_SERVICE_HOST": "10.0.0.2",
        "TORII_ADMIN_PORT": "tcp://10.0.0.2:8081", "TORII_ADMIN_PORT_8081_TCP_ADDR": "10.0.0.2",
    ]

    @Test func variablesOfAServiceNamedToriiAreIgnored() async throws {
        let settings = try await load(Self.injected.merging(["PATH": "/bin"]) { $1 }, file: "TORII_PORT=9000\n")
        #expect(settings.port == 9000)
        #expect(settings.adminAddress == nil)
        #expect(settings.injectedVariables == Self.injected.keys.sorted())
    }

    @Test(arguments: [
        ("TORII_PORT", "8080"), ("TORII_PORT", "eighty"), ("TORII_ADMIN_PORT", "8081"), ("TORII_SERVICE", "a"),
        ("TORII_SERVICES_HOST", "a"), ("TORII_PORT_TCP", "a"), ("TORII_HOST", "tcp://a"), ("OTHER_SERVICE_HOST", "a"),
    ])
    func settingsAndMisspellingsAreNotIgnored(name: String, value: String) {
        #expect(!KubernetesVariables.contains(name, value: value))
    }

    @Test func inAFileSuchVariablesAreRejected() async throws {
        await #expect(throws: SettingsError.self) { try await load([:], file: "TORII_SERVICE_HOST=10.0.0.1\n") }
    }

    @Test func ignoredVariablesAreLogged() async throws {
        try await TestServer.with {
            $0.injectedVariables = ["TORII_SERVICE_HOST"]
        } _: { server in
            #expect(server.log.text.contains("TORII_SERVICE_HOST"))
        }
    }

    @Test(.timeLimit(.minutes(1))) func aPipeIsNoFileOfSettings() async throws {
        let path = NSTemporaryDirectory() + "torii-env-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(mkfifo(path, 0o600) == 0)
        let faults = await Settings.read(environment: [:], environmentFile: path).faults
        #expect(faults.map(\.name) == [path] && faults[0].message.contains("name a regular file"))
    }

    // MARK: - Permissions of .env

    @Test(
        arguments: [
            (0o600, "OPENAI_API_KEY=sk-1", nil), (0o640, "TORII_LOG_LEVEL=info", nil),
            (0o644, "#OPENAI_API_KEY=sk-1", nil),
            (0o644, "OPENAI_API_KEY=", nil),
            (0o640, "OPENAI_API_KEY=sk-1", "OPENAI_API_KEY"),
            (0o604, "TORII_ADMIN_TOKEN=\(TestServer.adminToken)", "TORII_ADMIN_TOKEN"),
            (
                0o620, "TORII_LOG_LEVEL=info\nOPENAI_API_KEY=sk-1\nTORII_MASTER_KEY=k",
                "TORII_MASTER_KEY, OPENAI_API_KEY"
            ),
        ] as [(Int, String, String?)]
    )
    func aFileOfSecretsIsForItsOwnerOnly(mode: Int, text: String, names: String?) async throws {
        let warning = try await load([:], file: text, mode: mode).environmentFileWarning
        #expect(
            warning
                == names.map { "FILE holds \($0), and other users can read or change it; run `chmod 600 FILE`" }
        )
    }

    /// A setting that is not read must not look as if it were.
    @Test(
        arguments: [
            ("", nil), ("# a comment\n\n  #another\n", nil), ("TORII_LOCALE = ja\nOTHER=1\n", nil),
            ("OPENAI_API_KEY", 1), ("TORII_LOCALE=ja\n\nOPENAI_API_KEY sk-secret\n", 3), ("TORII_LOCALE: ja", 1),
            ("export TORII_LOCALE=ja", 1), ("=x", 1), ("TORII_LOCALE=ja\r\nTORII_PORT\r\n", 2),
        ] as [(String, Int?)]
    )
    func aLineThatSetsNothingIsAnError(text: String, line: Int?) async throws {
        guard let line else {
            _ = try await load([:], file: text, mode: 0o600)
            return
        }
        let error = await #expect(throws: SettingsError.self) { try await load([:], file: text, mode: 0o600) }
        #expect(error?.message == "line \(line) sets nothing; write NAME=value, or # before a comment")
    }

    @Test func theWarningIsLogged() async throws {
        try await TestServer.with {
            $0.environmentFileWarning = "the file is open"
        } _: { server in
            #expect(server.log.text.contains("the file is open"))
        }
    }

    @Test func allSecretsAreKnown() {
        let names = Set(SettingName.allCases.filter(\.isSecret).map(\.rawValue))
        let expected = SettingName.allCases.map(\.rawValue).filter {
            $0.hasSuffix("_KEY") || $0.hasSuffix("_TOKEN") || $0.hasSuffix("_PASSWORD") || $0.hasSuffix("_KEY_PREVIOUS")
        }
        #expect(names == Set(expected))
    }

    // MARK: - Owner of .env

    /// Only root can transfer the ownership of a file.
    @Test(
        .enabled(if: geteuid() == 0),
        arguments: [
            "TORII_DATA_DIR=var", "OPENAI_BASE_URL=https://models.example/v1", "TORII_MASTER_KEY_FILE=key",
            "TORII_LOCALE=ja",
        ]
    )
    func anotherUsersFileMayNotDecideWhereSecretsAre(line: String) async throws {
        let path = NSTemporaryDirectory() + "torii-env-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try (line + "\n").write(toFile: path, atomically: false, encoding: .utf8)
        _ = try await Settings.load(environment: [:], environmentFile: path)
        #expect(chown(path, 12_345, 12_345) == 0)
        if line == "TORII_LOCALE=ja" {
            #expect(try await Settings.load(environment: [:], environmentFile: path).locale == "ja")
        } else {
            let error = await #expect(throws: SettingsError.self) {
                try await Settings.load(environment: [:], environmentFile: path)
            }
            #expect(error?.name == line.split(separator: "=").first.map(String.init))
            #expect(error?.message.contains("belongs to another user") == true)
        }
    }

    // MARK: - TORII_ADMIN_URL

    @Test(arguments: [
        "https://torii.example", "https://10.0.0.1:8443", "http://127.0.0.1:8080", "http://localhost:8081",
        "http://[::1]:8081",
    ])
    func theTokenGoesToHTTPSOrThisMachine(url: String) async throws {
        #expect(try await load(["TORII_ADMIN_URL": url]).adminURL == url)
    }

    @Test(arguments: [
        "http://torii.example", "http://10.0.0.1:8080", "http://127.0.0.1.example", "http://localhost.example",
    ])
    func theTokenDoesNotGoOverTheNetworkInTheClear(url: String) async throws {
        let error = await #expect(throws: SettingsError.self) { try await load(["TORII_ADMIN_URL": url]) }
        #expect(error?.name == "TORII_ADMIN_URL")
        #expect(error?.message.contains("https") == true)
    }

    @Test func aFileMayNotSetTheAdminURL() async throws {
        let error = await #expect(throws: SettingsError.self) {
            try await load([:], file: "TORII_LOCALE=ja\nTORII_ADMIN_URL=https://torii.example\n")
        }
        #expect(error?.name == "TORII_ADMIN_URL")
        #expect(error?.message.contains("set the variable in the environment") == true)
        #expect(try await load([:], file: "TORII_ADMIN_URL=\n").adminURL == nil)
    }
}
