import Foundation
import Testing

/// The help of each command, whole: what a change does to it is seen by a person.
@Suite(.timeLimit(.minutes(1))) struct HelpTests {
    @Test(arguments: [
        "", "serve", "doctor", "keys", "keys list", "keys add", "keys check", "keys rotate", "keys rollback",
        "keys remove", "keys rotations", "clients", "clients create", "clients list", "clients rotate",
        "clients revoke", "clients limits", "vault", "vault status", "vault rewrap", "audit", "audit verify",
        "audit export",
    ])
    func helpIsAsWritten(command: String) async throws {
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
