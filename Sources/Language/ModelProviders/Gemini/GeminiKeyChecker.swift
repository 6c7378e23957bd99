public import KeyLeasing
public import Secrets
import StreamingJSON
public import Transport

/// Checks a Gemini key by listing one model and counting the tokens of a word.
public struct GeminiKeyChecker: KeyChecker {
    private let list: ModelListCheck
    private let count: HTTPRequest

    /// A name that always represents a model.
    private static let model = "models/gemini-flash-latest"
    private static let longestFailure = 64 * 1024

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
        let content: JSONValue = ["role": "user", "parts": [["text": "Hello"]]]
        let body: JSONValue = ["generateContentRequest": ["model": .string(Self.model), "contents": [content]]]
        count = HTTPRequest(
            .post,
            GeminiDialect.url(baseURL, "/\(Self.model):countTokens"),
            headers: ["Content-Type": "application/json"],
            body: Array(body.serialized().utf8),
            timeouts: timeouts,
            isTrusted: true
        )
    }

    /// Lists a model with the key, and counts tokens with it.
    ///
    /// A 400 that names the key, 401 and 403 mean that the key is refused; 200 means that it is accepted if a wrong key is refused; every
    /// other status leaves it undecided. A key may list the models and yet be refused by all of them, because its service account has no
    /// permission for them; the count shows it and costs nothing.
    public func check(_ secret: SecretString, for upstream: String) async -> KeyCheck {
        let listed = await list.check(secret)
        guard listed == .verified else { return listed }
        var request = count
        for field in GeminiDialect.headers(key: secret).fields { request.headers.append(field.name, field.value) }
        guard let response = try? await list.client.send(request), response.status != 200 else { return listed }
        let body = (try? await response.body.collect(upTo: Self.longestFailure)) ?? []
        guard list.refusesKey(response.status, body) else { return listed }
        let host = HTTPRequest.host(of: count.url)
        return .invalid(
            reason: "\(host) lists its models, but answered with status \(response.status) when asked to count tokens"
        )
    }
}
