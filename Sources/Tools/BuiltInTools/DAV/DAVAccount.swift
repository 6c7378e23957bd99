import AgentTools
public import KeyLeasing
public import Transport

/// An account on a CardDAV or CalDAV server, such as Radicale, Nextcloud, iCloud or Fastmail.
public struct DAVAccount: Sendable {
    let client: HTTPClient
    let baseURL: String
    let userName: String?
    let timeouts: HTTPTimeouts
    let leaseKey: KeySource

    /// Makes an account.
    ///
    /// - Parameters:
    ///   - baseURL: An address from which RFC 6764 discovers the rest: of the server, of the account, or of one address book or
    ///     calendar.
    ///   - userName: The user name of the account.
    ///   - leaseKey: Lends the password for each call; without one, requests are sent without authorization.
    public init(
        client: HTTPClient,
        baseURL: String,
        userName: String? = nil,
        timeouts: HTTPTimeouts = .init(connect: .seconds(5), firstByte: .seconds(15), idle: .seconds(10)),
        leaseKey: @escaping KeySource = { nil }
    ) {
        self.client = client
        self.baseURL = baseURL
        self.userName = userName
        self.timeouts = timeouts
        self.leaseKey = leaseKey
    }

    /// The host, as error messages name it.
    var host: String { HTTPRequest.host(of: baseURL) }

    /// Makes a call with the current password, and retries with another one if the server refuses it and the vault has another.
    ///
    /// - Throws: ``UpstreamFailure``, or `CancellationError`.
    func perform<Value>(
        _ call: (DAVExchange, DAVCredentials) async throws -> Value
    ) async throws -> Value {
        guard let configured = DAVAddress(baseURL) else { throw UpstreamFailure(.misconfigured, host: host) }
        let exchange = DAVExchange(client: client, configured: configured, timeouts: timeouts)
        do {
            return try await KeyedCall.perform(
                lease: { try await lease() },
                outcome: { ($0 as? DAVFailure)?.failure.keyOutcome },
                { lease in
                    let value = try await call(exchange, DAVCredentials(userName: userName, lease: lease))
                    lease?.report(.accepted)
                    return value
                }
            )
        } catch let error as DAVFailure {
            throw error.failure
        }
    }

    private func lease() async throws -> KeyLease? {
        do {
            return try await leaseKey()
        } catch let error as any KeyLeaseError where error.hasNoUsableKey {
            throw UpstreamFailure(keysOf: host, usableAfter: error.retryAfter)
        } catch {
            try Task.checkCancellation()
            throw UpstreamFailure(.misconfigured, host: host)
        }
    }
}
