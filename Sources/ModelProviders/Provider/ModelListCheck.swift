import KeyLeasing
import Secrets
import Transport

/// Finds out what a key is worth by listing a provider's models with it, which costs nothing.
struct ModelListCheck {
    /// The address of the list.
    let url: String
    /// A key that cannot be right.
    let wrongKey: SecretString
    let client: HTTPClient
    let timeouts: HTTPTimeouts
    /// Where the key goes.
    let headers: @Sendable (SecretString) -> HTTPHeaders
    /// Whether a status other than 200, with its body, refuses the key.
    var refusesKey: @Sendable (_ status: Int, _ body: [UInt8]) -> Bool = { status, _ in status == 401 || status == 403 }

    private static let longestFailure = 64 * 1024

    /// 200 verifies the key where another one is refused, what ``refusesKey`` says refuses it, and all else leaves it open.
    func check(_ secret: SecretString) async -> KeyCheck {
        let host = HTTPRequest.host(of: url)
        do {
            let response = try await list(secret)
            switch response.status {
            case 200 where response.headers["Content-Type"]?.lowercased().hasPrefix("text/html") == true:
                return .unknown(reason: "\(host) answered with an HTML page; check the base URL")
            case 200: return try await checkWhetherKeysMatter(to: host)
            default:
                let body = (try? await response.body.collect(upTo: Self.longestFailure)) ?? []
                let reason = "\(host) answered with status \(response.status)"
                return refusesKey(response.status, body) ? .invalid(reason: reason) : .unknown(reason: reason)
            }
        } catch {
            return .unknown(reason: error.clause)
        }
    }

    private func list(_ secret: SecretString) async throws(TransportError) -> HTTPResponse {
        try await client.send(
            HTTPRequest(.get, url, headers: headers(secret), timeouts: timeouts, isTrusted: true)
        )
    }

    /// Asks once more with a key that cannot be right: some servers, llama.cpp's for one, show their models to anybody.
    private func checkWhetherKeysMatter(to host: String) async throws(TransportError) -> KeyCheck {
        let status = try await list(wrongKey).status
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
