import Crypto
import FoundationEssentials
import StreamingJSON

/// The check of tokens as the fuzz target `signed-tokens` calls it.
///
/// The fuzz targets are a package of their own and reach the steps after the signature only through this type, by `@_spi(Fuzzing)`.
@_spi(Fuzzing) public struct TokenReading: Sendable {
    private let rules: ClaimRules
    private let keys: KeySet
    private let secret: SymmetricKey

    /// Makes a row that reads every claim, with a shared secret.
    public init() throws {
        var settings = ClaimRules.Settings(issuer: "i")
        (settings.isDedicated, settings.parties, settings.keySource) = (true, ["p"], .secret)
        settings.requirements = [ClaimRequirement(try ClaimPath("r.s"), oneOf: ["v", 1, true])]
        settings.user = [.subject, try ClaimPath("u.v")]
        (settings.organization, settings.plan) = (try ClaimPath("o"), try ClaimPath("https://p"))
        settings.scopes = try ClaimPath("s")
        settings.anonymous = ClaimRequirement(try ClaimPath("a"), oneOf: [true])
        rules = try ClaimRules(settings)
        let bytes = [UInt8](repeating: 7, count: 32)
        keys = try KeySet(secret: bytes)
        secret = SymmetricKey(data: bytes)
    }

    /// Returns the verdict on a token of these parts with a genuine signature.
    public func verdict(header: [UInt8], claims: [UInt8]) -> TokenVerdict {
        let signed = "\(Self.encoded(header)).\(Self.encoded(claims))"
        let code = HMAC<SHA256>.authenticationCode(for: Array(signed.utf8), using: secret)
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        return ClaimRules.verdict(on: "\(signed).\(Self.encoded(code))", rules: [rules], at: now) { _ in keys }
    }

    private static func encoded(_ bytes: some Sequence<UInt8>) -> String {
        String(
            Data(bytes).base64EncodedString().compactMap { character -> Character? in
                switch character {
                case "+": "-"
                case "/": "_"
                case "=": nil
                default: character
                }
            }
        )
    }
}
