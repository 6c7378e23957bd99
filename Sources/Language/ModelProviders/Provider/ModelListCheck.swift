import KeyLeasing
import Secrets
import Transport

/// Checks a key by listing a provider's models with it, which costs nothing.
struct ModelListCheck {
    /// The address of the list.
    let url: String
    /// A key that cannot be valid.
    let wrongKey: SecretString
    let client: HTTPClient
    let timeouts: HTTPTimeouts
    /// Returns the header fields for a key.
    let headers: @Sendable (SecretString) -> HTTPHeaders
    /// Whether a status other than 200, with its body, refuses the key.
    var refusesKey: @Sendable (_ status: Int, _ body: [UInt8]) -> Bool = { status, _ in status == 401 || status == 403 }

    private static let longestFailure = 64 * 1024

    /// Returns the result: 200 verifies the key if a wrong one is refused, ``refusesKey`` recognizes a refusal, and everything else leaves
    /// it undecided.
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

    /// Asks once more with a wrong key, because some servers, such as llama.cpp's, list their models without checking the key.
    private func checkWhetherKeysMatter(to host: String) async throws(TransportError) -> KeyCheck {
        let status = try await list(wrongKey).status
        switch status {
        // Some servers answer 400 to a key that does not have their form.
        case 400, 401, 403: return .verified
        case 200:
            return .unknown(
                reason: "\(host) lists its models without a key, so the key could not be checked"
            )
        default:
            return .unknown(
                reason:
                    "\(host) lists its models, but answered with status \(status) when asked whether it refuses a wrong key"
            )
        }
    }
}
