public import KeyLeasing
public import Secrets
public import Transport

/// Checks a Gemini key by listing one model.
public struct GeminiKeyChecker: KeyChecker {
    private let list: ModelListCheck

    /// Makes a checker.
    ///
    /// - Parameter baseURL: The address of the interface, with or without its version.
    public init(
        baseURL: String = GeminiDialect.defaultBaseURL,
        client: HTTPClient,
        timeouts: HTTPTimeouts = HTTPTimeouts(connect: .seconds(5), firstByte: .seconds(10), total: .seconds(15))
    ) {
        list = ModelListCheck(
            url: GeminiDialect.url(baseURL, "/models", query: [("pageSize", "1")]),
            wrongKey: SecretString("AIza-torii-key-check"),
            client: client,
            timeouts: timeouts,
            headers: { GeminiDialect.headers(key: $0) },
            refusesKey: { GeminiFailure(status: $0, headers: [:], body: $1).code == .unauthorized }
        )
    }

    /// Lists a model with the key.
    ///
    /// A 400 that names the key, 401 and 403 mean that the key is refused; 200 means that it is accepted if a wrong key is refused; every
    /// other status leaves it undecided.
    public func check(_ secret: SecretString, for upstream: String) async -> KeyCheck { await list.check(secret) }
}
