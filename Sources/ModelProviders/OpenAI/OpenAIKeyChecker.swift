public import KeyVault
public import Secrets
public import Transport

/// Asks an OpenAI-compatible provider whether it takes a key, by listing its models.
public struct OpenAIKeyChecker: KeyChecker {
    private static let wrongKey = SecretString("sk-torii-key-check")

    private let baseURL: String
    private let client: HTTPClient
    private let timeouts: HTTPTimeouts

    /// A checker.
    ///
    /// - Parameter baseURL: The address of the interface up to and including its version.
    public init(
        baseURL: String = "https://api.openai.com/v1",
        client: HTTPClient,
        timeouts: HTTPTimeouts = HTTPTimeouts(connect: .seconds(5), firstByte: .seconds(10), total: .seconds(15))
    ) {
        self.baseURL = baseURL
        self.client = client
        self.timeouts = timeouts
    }

    /// Lists the models with the key: 401 and 403 refuse it, and 200 verifies it where another key is refused; all else leaves
    /// it open.
    public func check(_ secret: SecretString, for upstream: String) async -> KeyCheck {
        let host = HTTPRequest.host(of: baseURL)
        do {
            let response = try await listModels(secret)
            switch response.status {
            case 200 where response.headers["Content-Type"]?.lowercased().hasPrefix("text/html") == true:
                return .unknown(reason: "\(host) answered with an HTML page; check the base URL")
            case 200: return try await checkWhetherKeysMatter(to: host)
            case 401, 403: return .invalid(reason: "\(host) answered with status \(response.status)")
            default: return .unknown(reason: "\(host) answered with status \(response.status)")
            }
        } catch {
            return .unknown(reason: error.clause)
        }
    }

    private func listModels(_ secret: SecretString) async throws(TransportError) -> HTTPResponse {
        let request = HTTPRequest(
            .get,
            HTTPRequest.url(baseURL, "/models"),
            headers: ["Authorization": .secret(secret, prefix: "Bearer ")],
            timeouts: timeouts,
            isTrusted: true
        )
        return try await client.send(request)
    }

    /// Asks once more with a key that cannot be right: some servers, llama.cpp's for one, show their models to anybody.
    private func checkWhetherKeysMatter(to host: String) async throws(TransportError) -> KeyCheck {
        let status = try await listModels(Self.wrongKey).status
        switch status {
        // For a key that is not even shaped like one of theirs, some answer 400.
        case 400, 401, 403: return .verified
        case 200:
            return .unknown(
                reason: "\(host) lists its models without a key, so this does not tell whether the key is right"
            )
        default:
            return .unknown(
                reason:
                    "\(host) lists its models, but answered with status \(status) when asked whether it refuses a wrong key"
            )
        }
    }
}
