import Secrets
import Testing
import ToolDeclarations

@Suite struct KeyPlacementTests {
    private static let whole = KeyTemplate(pieces: [.key])
    private static let request = DeclaredRequest(
        method: "POST",
        url: "https://api.test/v1/a?b=1&c=2",
        body: Array("{}".utf8)
    )

    private func fields(_ parts: [KeyPlacement.Part], _ key: String, token: String? = nil) throws -> [String] {
        let credentials = try KeyPlacement(parts: parts).credentials(
            SecretString(key),
            token: token.map { SecretString($0) },
            for: Self.request,
            at: 1_763_967_420
        )
        return credentials.headers.map { "\($0.name): \(text($0.value))" }
            + credentials.query.map { "\($0.name)=\(text($0.value))" }
    }

    @Test func aKeyHasItsPlace() throws {
        let bot = KeyTemplate(pieces: [.text("Bot "), .key])
        #expect(try fields([.bearer(Self.whole)], "k-1") == ["Authorization: Bearer k-1"])
        #expect(try fields([.header(name: "Authorization", bot)], "k-1") == ["Authorization: Bot k-1"])
        #expect(try fields([.query(name: "key", Self.whole)], "a&b=c 京") == ["key=a%26b%3Dc%20%E4%BA%AC"])
        #expect(
            try fields([.cookie(name: "a", Self.whole), .cookie(name: "b", Self.whole)], "k") == ["Cookie: a=k; b=k"]
        )
    }

    @Test func theMembersOfAKeyAreParts() throws {
        let key = #"{"user":"Aladdin","password":"open sesame","client":"c"}"#
        let (user, password) = (KeyTemplate(pieces: [.member("user")]), KeyTemplate(pieces: [.member("password")]))
        // The example of RFC 7617 §2.
        #expect(
            try fields(
                [
                    .basic(user: user, password: password),
                    .header(name: "X-Client", KeyTemplate(pieces: [.member("client")])),
                ],
                key
            )
                == ["Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", "X-Client: c"]
        )
    }

    @Test func aTokenReplacesTheKey() throws {
        let grant = KeyPlacement.Part.oauth2(ClientCredentials(token: "https://api.test/token"))
        #expect(try fields([grant], "k", token: "t-1") == ["Authorization: Bearer t-1"])
        #expect(throws: KeyFormFault.self) { try fields([grant], "k") }
    }

    /// The codes are those of Python's `hmac` module.
    @Test func aSignatureIsOverTheDeclaredParts() throws {
        let signature = HMACSignature(
            header: "X-Signature",
            over: [.timestamp, .method, .path, .query, .body],
            timestampHeader: "X-Time"
        )
        #expect(
            try fields([.hmac(signature)], "k") == [
                "X-Signature: cf03c7c20286487e02e130d2fa7145092c19410b281b40e294db37579f740cb5", "X-Time: 1763967420",
            ]
        )
        let other = HMACSignature(header: "X-Signature", over: [.body], hash: .sha512)
        #expect(
            try fields([.hmac(other)], "k") == [
                "X-Signature: aa566d059187e09f9e0557033a5557482a52a4aea29aee7a502f1301c945849b04041b4151da85d55f45276cc4b039c810b0734b501ebd737a689a59c39d5749"
            ]
        )
    }

    @Test(arguments: ["a\r\nX: 1", "a\0", "é"]) func aKeyCannotEndItsField(key: String) {
        #expect(throws: KeyFormFault.self) { try fields([.bearer(Self.whole)], key) }
        #expect(throws: KeyFormFault.self) { try fields([.cookie(name: "a", Self.whole)], key) }
    }

    @Test(arguments: ["a;b", "a b", "a,b", "a\"b", "a\\b"]) func aCookieHasNoOtherSigns(key: String) {
        #expect(throws: KeyFormFault.self) { try fields([.cookie(name: "a", Self.whole)], key) }
    }

    @Test func aUserNameHasNoColon() {
        let part = KeyPlacement.Part.basic(user: Self.whole, password: Self.whole)
        #expect(throws: KeyFormFault.self) { try fields([part], "a:b") }
    }

    @Test func aFaultDoesNotQuoteTheKey() {
        let fault = #expect(throws: KeyFormFault.self) {
            try fields([.bearer(KeyTemplate(pieces: [.member("x")]))], "s3cret")
        }
        #expect(fault?.message.contains("s3cret") == false)
    }
}
