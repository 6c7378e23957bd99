public import KeyLeasing
public import Secrets
public import Transport

/// Checks a key of an OpenAI-compatible provider by listing its models.
public struct OpenAIKeyChecker: KeyChecker {
    private let list: ModelListCheck

    /// Makes a checker.
    ///
    /// - Parameter baseURL: The address of the interface up to and including its version.
    public init(
        baseURL: String = OpenAIChatDialect.defaultBaseURL,
        client: HTTPClient,
        timeouts: HTTPTimeouts = HTTPTimeouts(connect: .seconds(5), firstByte: .seconds(10), total: .seconds(15))
    ) {
        list = ModelListCheck(
            url: HTTPRequest.url(baseURL, "/models"),
            wrongKey: SecretString("sk-torii-key-check"),
            client: client,
            timeouts: timeouts
        ) { .bearer($0) }
    }

    /// Lists the models with the key.
    ///
    /// 401 and 403 mean that the key is refused; 200 means that it is accepted if a wrong key is refused;
    /// every other status leaves it undecided.
    public func check(_ secret: SecretString, for upstream: String) async -> KeyCheck { await list.check(secret) }
}
