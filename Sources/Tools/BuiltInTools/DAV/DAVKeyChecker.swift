import AgentTools
public import KeyLeasing
public import Secrets
public import Transport

/// Checks the password of a CardDAV or CalDAV account by discovering the account's collections.
public struct DAVKeyChecker: KeyChecker {
    private let client: HTTPClient
    private let baseURL: String?
    private let userName: String?

    /// Makes a checker.
    ///
    /// - Parameter baseURL: The account's address; `nil` makes every check inconclusive.
    public init(client: HTTPClient, baseURL: String?, userName: String?) {
        self.client = client
        self.baseURL = baseURL
        self.userName = userName
    }

    /// Checks the password: status 401 makes it invalid, an answer makes it verified, everything else is inconclusive.
    public func check(_ secret: SecretString, for upstream: String) async -> KeyCheck {
        guard let baseURL else { return .unknown(reason: "no address is configured for \(upstream)") }
        let lease = KeyLease(keyID: "check", secret: secret)
        let account = DAVAccount(client: client, baseURL: baseURL, userName: userName) { lease }
        let kind: DAVCollectionKind = upstream == "carddav" ? .addressBook : .calendar
        do {
            try await account.perform { exchange, credentials in
                _ = try await DAVDiscovery(exchange: exchange, kind: kind, credentials: credentials).collections()
            }
            return .verified
        } catch let failure as UpstreamFailure where failure.code == .keyRefused {
            return .invalid(reason: "\(failure.host) does not accept the user name and the password")
        } catch let failure as UpstreamFailure {
            return .unknown(reason: "\(failure)")
        } catch {
            return .unknown(reason: "the check was cancelled")
        }
    }
}
