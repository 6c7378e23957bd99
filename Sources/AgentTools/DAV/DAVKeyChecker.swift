public import KeyVault
public import Secrets
public import Transport

/// Checks the password of a CardDAV or CalDAV account by asking the server whose it is.
public struct DAVKeyChecker: KeyChecker {
    private let client: HTTPClient
    private let baseURL: String?
    private let userName: String?

    /// Makes a checker.
    ///
    /// - Parameter baseURL: The account's address; `nil` leaves every password unchecked.
    public init(client: HTTPClient, baseURL: String?, userName: String?) {
        self.client = client
        self.baseURL = baseURL
        self.userName = userName
    }

    /// Checks the password: 401 refuses it, an answer verifies it, all else leaves the matter open.
    public func check(_ secret: SecretString, for upstream: String) async -> KeyCheck {
        guard let baseURL else { return .unknown(reason: "no address is set for \(upstream)") }
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
