public import KeyVault
public import Secrets
public import Transport

/// Checks a Brave key with a search for one result, which is the cheapest request.
public struct BraveKeyChecker: KeyChecker {
    private let exchange: JSONExchange
    private let baseURL: String

    /// Makes a checker.
    ///
    /// - Parameter baseURL: The address before `/res/v1/web/search`.
    public init(client: HTTPClient, baseURL: String = "https://api.search.brave.com") {
        self.exchange = JSONExchange(client: client)
        self.baseURL = baseURL
    }

    /// Checks the key: an answer makes it verified, a refusal of the key makes it invalid, everything else is inconclusive.
    public func check(_ secret: SecretString, for upstream: String) async -> KeyCheck {
        let request = BraveSearch.request(
            baseURL,
            secret: .secret(secret, prefix: ""),
            query: [("q", "torii"), ("count", "1")],
            timeouts: .init(connect: .seconds(5), firstByte: .seconds(10), idle: .seconds(10))
        )
        do {
            _ = try await exchange.send(request, explain: BraveSearch.explain)
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
