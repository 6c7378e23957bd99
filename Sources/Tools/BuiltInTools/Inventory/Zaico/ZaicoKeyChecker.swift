public import KeyLeasing
public import Secrets
import StreamingJSON
public import Transport

/// Checks a token of ZAICO with a list request that returns no items.
public struct ZaicoKeyChecker: KeyChecker {
    private let http: HTTPClient
    private let baseURL: String

    /// Makes a checker for the address of ZAICO's API.
    public init(http: HTTPClient, baseURL: String = ZaicoInventory.defaultBaseURL) {
        self.http = http
        self.baseURL = baseURL
    }

    /// Checks a token with a live request.
    public func check(_ secret: SecretString, for upstream: String) async -> KeyCheck {
        // The title filter is exact, so the answer is an empty list instead of a page of a thousand items.
        let request = HTTPRequest.zaico(.get, baseURL, query: [("title", "torii key check")], secret: secret)
        do {
            let response = try await http.send(request)
            switch response.status {
            case 200:
                let body = try await response.body.collect(upTo: 4 * 1024 * 1024)
                let isList = (try? JSONValue(parsing: body))?.arrayValue != nil
                return isList ? .verified : .unknown(reason: "the answer is not ZAICO's")
            case 401, 403:
                return .invalid(reason: "status \(response.status)")
            default:
                return .unknown(reason: "status \(response.status)")
            }
        } catch {
            return .unknown(reason: error.clause)
        }
    }
}
