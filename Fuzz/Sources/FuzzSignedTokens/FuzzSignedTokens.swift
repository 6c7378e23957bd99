import Foundation
@_spi(Fuzzing) import SignedTokens

/// The entry point that libFuzzer calls with each input: a token, a key set, or a header and claims with a line feed between.
///
/// For every input the check must end in time and without a trap. A token with a changed byte is never accepted, a key set has its limits,
/// and what is said about a refused token is short and of visible characters. With a genuine signature, only tokens of the row's issuer
/// are accepted, and the user has 1 to 255 characters.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSignedTokens(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let verdict = ClaimRules.verdict(on: String(decoding: input, as: UTF8.self), rules: [Known.rules], at: now) { _ in
        Known.keys
    }
    check(verdict)
    // All tokens that the keys have ever signed are those of the corpus.
    if case .accepted(let token) = verdict, token.user != "alice" { fatalError("Accepted a token of \(token.user)") }

    if let keys = try? KeySet(parsing: input) {
        if keys.keys.count + keys.leftOut.count > KeySet.mostKeys { fatalError("There are \(keys.keys.count) keys") }
        for key in keys.keys where key.algorithms.isEmpty || key.algorithms.contains(.hs256) {
            fatalError("A published key is for \(key.algorithms)")
        }
    }

    let parts = input.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2 {
        let verdict = Known.reading.verdict(header: Array(parts[0]), claims: Array(parts[1]))
        check(verdict)
        if case .accepted(let token) = verdict {
            if token.issuer != "i" || token.user.isEmpty || token.user.unicodeScalars.count > 255 {
                fatalError("Accepted \(token)")
            }
        }
    }
    return 0
}

private func check(_ verdict: TokenVerdict) {
    guard case .refused(let refusal) = verdict else { return }
    if (refusal.step <= .signature) != (refusal.callerText == "the server does not know this token") {
        fatalError("The caller learns \(refusal.callerText) at step \(refusal.step)")
    }
    for line in verdict.lines where line.utf8.count > 2_000 || line.utf8.contains(where: { $0 < 0x20 }) {
        fatalError("A line is long or has control characters: \(line.debugDescription)")
    }
}

/// The row and the keys of the tokens in the corpus.
private enum Known {
    static let rules: ClaimRules = {
        var settings = ClaimRules.Settings(issuer: "https://issuer.example")
        settings.audiences = ["https://torii.example"]
        return made { try ClaimRules(settings) }
    }()

    static let keys = made { try KeySet(parsing: Array(jwks.utf8)) }
    static let reading = made { try TokenReading() }

    private static func made<Value>(_ value: () throws -> Value) -> Value {
        do { return try value() } catch { fatalError("\(error)") }
    }

    private static let jwks = #"""
        {"keys":[
        {"kty":"EC","crv":"P-256","x":"K_8E46xWEmpDbPzMX4zkNbZQbjw5kN4UBV1sZBpDd-w","y":"R0la_UCSPScagaXBUF-HgGacaVh4qLVbwAjSAUF7w_U","kid":"es","use":"sig","alg":"ES256"},
        {"kty":"RSA","n":"wbnQsqZPDi6qm1mPkeUOTqvuRFd2higN3PHSHbm_gFb4X0Uc0I5yfLjG8Z5H4LdqwJCSzD8ninmEdS4PHuYERuRVgvcJqrucTiKVf-L9HB5zDyfx5Mxqk0fKQ_ycsxVTjT6edp6xbC05q666_qq_v0TuEIu2PUeDYYQ52uOpZqhU6XmNtyMV8lBWQ6Hh24j-ZFzS5XgOtsdfrz5-GP4CKupwIXZCZj7dLT4eY-EXEDBodbN9xTVXZ4PYRwqFyZtJj8EMO8r6PJ7gBsYeQ80adyGdI03wVUMti4_xVkkjua5KEnJceNLJm5ftIwW8HloibdNAdGEbNAoBNBTwkfLNqQ","e":"AQAB","kid":"rs"},
        {"kty":"OKP","crv":"Ed25519","x":"tWrioPFL481Stnd15p14er2S_H0uGpPbqYwIbjQNt4M","kid":"ed","use":"sig","alg":"EdDSA"}
        ]}
        """#
}
