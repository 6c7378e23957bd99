import Foundation
import Testing

/// The whole help of each command, compared with files, so that a person reviews each change.
@Suite(.timeLimit(.minutes(1))) struct HelpTests {
    @Test(arguments: [
        "", "serve", "chat", "sign-in", "doctor", "keys", "keys list", "keys add", "keys check", "keys rotate",
        "keys rollback",
        "keys restore", "keys confirm", "keys remove", "keys rotations", "clients", "clients create", "clients list",
        "clients update", "clients limits", "clients users", "users", "users list", "users find", "users show",
        "users limits", "users block", "users unblock", "users sign-out", "users export", "users erase",
        "clients rotate", "clients revoke", "clients delete",
        "conversations",
        "issuers", "issuers add", "issuers list", "issuers check", "issuers test", "issuers remove",
        "conversations list", "conversations export", "conversations delete", "usage", "models", "tools", "tools list",
        "tools check", "tools try", "tools import", "tools diff", "tools accept", "tools authorize", "vault",
        "vault status",
        "vault rewrap", "audit", "audit list", "audit verify", "audit export", "backup", "restore", "mcp",
    ])
    func helpMatchesItsFile(command: String) async throws {
        try await withTemporaryFolder { folder in
            let words = command.split(separator: " ").map(String.init)
            let result = try await Command(folder: folder).run(words + ["--help"])
            #expect(result.status == 0)
            let name = (["torii"] + words).joined(separator: "-")
            let file = Bundle.module.bundleURL.appendingPathComponent("Help/\(name).txt")
            #expect(result.output == (try? String(contentsOf: file, encoding: .utf8)))
        }
    }
}
