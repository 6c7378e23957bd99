public import KeyLeasing
public import Secrets
public import Transport

/// Asks Anthropic, or who speaks like it, whether it takes a key, by listing its models.
public struct AnthropicKeyChecker: KeyChecker {
    private let list: ModelListCheck

    /// A checker.
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

    /// Lists the models with the key: 401 and 403 refuse it, and 200 verifies it where another key is refused; all else leaves
    /// it open.
    public func check(_ secret: SecretString, for upstream: String) async -> KeyCheck { await list.check(secret) }
}
