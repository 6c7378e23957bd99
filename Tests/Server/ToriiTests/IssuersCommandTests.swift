import Foundation
import StreamingJSON
import Testing

/// `torii issuers`, with the built program on the data folder.
@Suite(.timeLimit(.minutes(1))) struct IssuersCommandTests {
    private static let publicKey = """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEgW/GVZwxRJGO5QhoJRd7F6H9XiCu
        hLFtrBxkEDblKpMSEsbqt8Z1BXD9D5Kk6GOUv5kde2nmAtrI0OsIRoPR+g==
        -----END PUBLIC KEY-----

        """

    @Test func aBackendsKeyIsAddedAndATokenTested() async throws {
        try await withTemporaryFolder { folder async throws in
            var torii = Command(folder: folder)
            torii.settings["TORII_PUBLIC_URL"] = "https://torii.example"
            let file = folder + "/backend.pem"
            try Self.publicKey.write(toFile: file, atomically: true, encoding: .utf8)
            #expect(try await torii("clients", "create", "phone").status == 0)
            let none = try await torii("issuers", "add", "phone", "login", "--issuer", "https://login.example")
            #expect(none.status == 1 && none.errors.contains("--audience"), "\(none.errors)")
            let added = try await torii("issuers", "add", "phone", "backend", "--public-key", file)
            #expect(added.status == 0 && added.output.contains("ES256"), "\(added.errors)")
            #expect(added.output.contains(#""aud":"https://torii.example""#))
            #expect(added.output.contains(#""iat":1"#) || added.output.contains(#""iat":2"#), "\(added.output)")
            // What does not fit is named as the option, and not as the member of the settings.
            for option in ["--secret", "--preset=auth0", "--audience=a"] {
                let refused = try await torii("issuers", "add", "phone", "other", "--public-key", file, option)
                let name = String(option.prefix { $0 != "=" })
                #expect(refused.status == 64 && refused.errors.contains(name), "\(refused.errors)")
            }
            let list = try await torii("issuers", "list", "phone")
            #expect(list.output.contains("backend") && list.output.contains("https://torii.example"))
            // A client without users is named before its first user is refused.
            let check = try await torii("issuers", "check", "phone", "backend")
            #expect(check.status == 1 && check.output.contains("torii clients users"))
            let tested = try await torii("issuers", "test", "phone", input: "no token\n")
            #expect(tested.status == 1, "\(tested.errors)")
            #expect(
                tested.output.hasPrefix("1 shape: The text is no signed token") && tested.output.hasSuffix("Refused.\n")
            )
            #expect(try await torii("issuers", "remove", "phone", "backend").status == 0)
            #expect(try await torii("issuers", "list", "phone").output.contains("has no issuers"))
        }
    }
}
