public import KeyVault
public import Secrets
public import Transport

/// Checks a Tavily key with a request for its usage, which is free.
public struct TavilyKeyChecker: KeyChecker {
    private let exchange: JSONExchange
    private let baseURL: String

    /// Makes a checker.
    ///
    /// - Parameter baseURL: The address before `/usage`.
    public init(client: HTTPClient, baseURL: String = "https://api.tavily.com") {
        self.exchange = JSONExchange(client: client)
        self.baseURL = baseURL
    }

    /// Checks the key: 200 makes it verified, 401 and 403 make it invalid, everything else is inconclusive.
    public func check(_ secret: SecretString, for upstream: String) async -> KeyCheck {
        let request = HTTPRequest(
            .get,
            HTTPRequest.url(baseURL, "/usage"),
            headers: ["Authorization": .secret(secret, prefix: "Bearer "), "Accept": "application/json"],
            timeouts: .init(connect: .seconds(5), firstByte: .seconds(10), idle: .seconds(10)),
            isTrusted: true
        )
        do {
            _ = try await exchange.send(request)
            return .verified
        } catch let failure as UpstreamFailure where failure.code == .keyRefused {
            return .invalid(reason: "\(failure)")
        } catch let failure as UpstreamFailure {
            return .unknown(reason: "\(failure)")
        } catch {
            return .unknown(reason: "the check was cancelled")
        }
    }
}
