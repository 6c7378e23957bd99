import Foundation
import Secrets
import Testing

@testable import AgentServer
@testable import ToriiApp

@Suite struct PresetTokensTests {
    private static let good = "0123456789abcdef0123456789abcdef"

    @Test(
        arguments: [
            (nil, nil), (good, nil), (nil, good), (good, good + "2"),
            ("Zm9vYmFyYmF6Zm9vYmFyYmF6Zm9vYmFyYmF6Zm9vYmE=", nil),
        ] as [(String?, String?)]
    )
    func longTokensAreAccepted(client: String?, admin: String?) throws {
        try PresetTokens(client: client.map { SecretString($0) }, admin: admin.map { SecretString($0) }).check()
    }

    @Test(
        arguments: [
            ("a", nil, "TORII_CLIENT_TOKEN", "1 bytes"), (good, "a", "TORII_ADMIN_TOKEN", "1 bytes"),
            (String(good.dropLast()), nil, "TORII_CLIENT_TOKEN", "31 bytes"),
            (good, good, "TORII_ADMIN_TOKEN", "the same as TORII_CLIENT_TOKEN"),
            (good + " ", nil, "TORII_CLIENT_TOKEN", "a space"),
            (nil, good + "\n", "TORII_ADMIN_TOKEN", "a control character"),
            (nil, good + "\u{7F}", "TORII_ADMIN_TOKEN", "a control character"),
            (nil, good + "é", "TORII_ADMIN_TOKEN", "outside ASCII"),
        ] as [(String?, String?, String, String)]
    )
    func aWeakTokenIsReportedAndNotRepeated(client: String?, admin: String?, name: String, says: String) throws {
        let tokens = PresetTokens(client: client.map { SecretString($0) }, admin: admin.map { SecretString($0) })
        let error = try #require(throws: SettingsError.self) { try tokens.check() }
        #expect(error.name == name)
        #expect(error.message.contains(says))
        #expect(error.message.contains("openssl rand -base64 32"))
        #expect(!error.message.contains("0123456789abcdef"))
    }

    @Test func aServerDoesNotStartWithAWeakToken() async throws {
        let error = await #expect(throws: SettingsError.self) {
            try await TestServer.with {
                $0.adminToken = SecretString("a")
            } _: { _ in
                Issue.record("it listens")
            }
        }
        #expect(error?.name == "TORII_ADMIN_TOKEN")
    }

    @Test func theDoctorReportsWeakTokens() async {
        var settings = Settings()
        settings.port = 0
        settings.tools = []
        settings.dataDirectory = "/nonexistent/torii"
        settings.clientToken = SecretString("a")
        settings.environmentFileWarning = ".env holds OPENAI_API_KEY"
        let findings = await Doctor(settings: settings).examine().findings
        #expect(findings.first?.subject == "settings" && findings.first?.state == .broken)
        #expect(findings.first?.message.hasPrefix("TORII_CLIENT_TOKEN: ") == true)
        #expect(findings.dropFirst().first == .init(.warning, ".env", ".env holds OPENAI_API_KEY"))
    }
}
