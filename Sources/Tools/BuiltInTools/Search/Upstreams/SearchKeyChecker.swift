import AgentTools
public import KeyLeasing
public import Secrets
public import Transport

/// Checks a key of a search service by one request to the service.
public struct SearchKeyChecker: KeyChecker {
    private let exchange: JSONExchange
    private let request: @Sendable (SecretString, HTTPTimeouts) -> HTTPRequest
    private var explain: JSONExchange.Explanation?

    /// Returns a checker of Tavily keys, which asks for the key's usage because that costs nothing.
    ///
    /// - Parameter baseURL: The address before `/usage`.
    public static func tavily(client: HTTPClient, baseURL: String = "https://api.tavily.com") -> SearchKeyChecker {
        SearchKeyChecker(exchange: JSONExchange(client: client)) { secret, timeouts in
            HTTPRequest(
                .get,
                HTTPRequest.url(baseURL, "/usage"),
                headers: ["Authorization": .secret(secret, prefix: "Bearer "), "Accept": "application/json"],
                timeouts: timeouts,
                isTrusted: true
            )
        }
    }

    /// Returns a checker of Brave keys, which searches for one result because no request costs less.
    ///
    /// - Parameter baseURL: The address before `/res/v1/web/search`.
    public static func brave(
        client: HTTPClient,
        baseURL: String = "https://api.search.brave.com"
    ) -> SearchKeyChecker {
        var checker = SearchKeyChecker(exchange: JSONExchange(client: client)) { secret, timeouts in
            BraveSearch.request(
                baseURL,
                secret: .secret(secret, prefix: ""),
                query: [("q", "torii"), ("count", "1")],
                timeouts: timeouts
            )
        }
        checker.explain = BraveSearch.explain
        return checker
    }

    private init(
        exchange: JSONExchange,
        request: @escaping @Sendable (SecretString, HTTPTimeouts) -> HTTPRequest
    ) {
        self.exchange = exchange
        self.request = request
    }

    /// Checks the key: an answer verifies it, a refusal of the key makes it invalid, and everything else leaves it undecided.
    public func check(_ secret: SecretString, for upstream: String) async -> KeyCheck {
        let timeouts = HTTPTimeouts(connect: .seconds(5), firstByte: .seconds(10), idle: .seconds(10))
        do {
            _ = try await exchange.send(request(secret, timeouts), explain: explain)
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
