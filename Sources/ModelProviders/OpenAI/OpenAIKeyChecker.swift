public import KeyVault
public import Secrets
public import Transport

/// Asks an OpenAI-compatible provider whether it takes a key, by listing its models.
public struct OpenAIKeyChecker: KeyChecker {
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

    /// Lists the models with the key: 200 verifies it, 401 and 403 refuse it, all else leaves it open.
    public func check(_ secret: SecretString, for upstream: String) async -> KeyCheck {
        let host = OpenAIAddress.host(of: baseURL)
        let request = HTTPRequest(
            .get,
            HTTPRequest.url(baseURL, "/models"),
            headers: ["Authorization": .secret(secret, prefix: "Bearer ")],
            timeouts: timeouts
        )
        do {
            let response = try await client.send(request)
            switch response.status {
            case 200 where response.headers["Content-Type"]?.lowercased().hasPrefix("text/html") == true:
                return .unknown(reason: "\(host) answered with an HTML page; check the base URL")
            case 200: return .verified
            case 401, 403: return .invalid(reason: "\(host) answered with status \(response.status)")
            default: return .unknown(reason: "\(host) answered with status \(response.status)")
            }
        } catch {
            return .unknown(reason: error.clause)
        }
    }
}
