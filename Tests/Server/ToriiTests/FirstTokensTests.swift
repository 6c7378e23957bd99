import Foundation
import Testing

/// The tokens of a first start, with the built program and its output in a pipe.
@Suite(.timeLimit(.minutes(1))) struct FirstTokensTests {
    @Test func aPipeReceivesTheFilesNameAndNoToken() async throws {
        try await withTemporaryFolder { folder in
            let torii = Command(folder: folder)
            try await torii.withServer { server in
                let path = folder + "/data/first-tokens.txt"
                #expect(server.greeting.contains(path))
                #expect(!server.greeting.contains("torii_"))
                let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
                let token = try #require(lines.last { $0.hasPrefix("admin token: ") }?.dropFirst(13))
                var administrator = torii
                administrator.settings["TORII_ADMIN_TOKEN"] = String(token)
                let list = try await administrator("keys", "list")
                #expect(list.output == "There are no keys.\n")
            }
        }
    }

    @Test(arguments: [
        (["TORII_ADMIN_TOKEN": "a"], "TORII_ADMIN_TOKEN: the token has 1 bytes"),
        (["TORII_HOST": "0.0.0.0"], "TORII_HOST: other machines can reach 0.0.0.0"),
        (["TORII_ADMIN_URL": "http://torii.example"], "TORII_ADMIN_URL: plain http"),
    ])
    func anInsecureServerDoesNotStart(settings: [String: String], says: String) async throws {
        try await withTemporaryFolder { folder in
            let result = try await Command(folder: folder, settings: settings)("serve", "--port", "0")
            #expect(result.status != 0)
            #expect(result.errors.contains(says))
        }
    }
}
