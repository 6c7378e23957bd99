public import KeyLeasing
public import Secrets
public import Transport

/// Checks a key of Anthropic, or of another server that speaks its interface, by listing the models.
public struct AnthropicKeyChecker: KeyChecker {
    private let list: ModelListCheck

    /// Makes a checker.
    ///
    /// - Parameter baseURL: The address of the interface, with or without its `/v1`.
    public init(
        baseURL: String = AnthropicDialect.defaultBaseURL,
        version: String = AnthropicDialect.defaultVersion,
        client: HTTPClient,
        timeouts: HTTPTimeouts = HTTPTimeouts(connect: .seconds(5), firstByte: .seconds(10), total: .seconds(15))
    ) {
        list = ModelListCheck(
            url: AnthropicDialect.url(baseURL, "/models"),
            wrongKey: SecretString("sk-ant-torii-key-check"),
            client: client,
            timeouts: timeouts
        ) { AnthropicDialect.headers(key: $0, version: version) }
    }

    /// Lists the models with the key.
    ///
    /// 401 and 403 mean that the key is refused; 200 means that it is accepted if a wrong key is refused;
    /// every other status leaves it undecided.
    public func check(_ secret: SecretString, for upstream: String) async -> KeyCheck { await list.check(secret) }
}
