package import KeyLeasing

extension UpstreamFailure {
    /// Leases a key, and converts errors into failures of the key's upstream.
    package static func lease(_ source: KeySource, host: String) async throws -> KeyLease? {
        do {
            return try await source()
        } catch let error as any KeyLeaseError where error.hasNoUsableKey {
            throw UpstreamFailure(keysOf: host, usableAfter: error.retryAfter)
        } catch let error as any KeyLeaseError where error.awaitsConfirmation {
            throw UpstreamFailure(.unconfirmed, host: host)
        } catch {
            try Task.checkCancellation()
            throw UpstreamFailure(.misconfigured, host: host)
        }
    }

    /// Makes the failure for an upstream that was not called because none of its keys can be used now.
    ///
    /// - Parameter wait: The time until a key can be used again; `nil` for never.
    package init(keysOf host: String, usableAfter wait: Duration?) {
        guard let wait else {
            self.init(.keyRefused, host: host)
            return
        }
        self.init(.rateLimited, host: host, retryAfter: max(1, wait.wholeSeconds))
    }

    /// The outcome of the call for its key; `nil` if the failure is unrelated to the key.
    package var keyOutcome: KeyOutcome? {
        switch code {
        case .keyRefused: .refused
        case .outOfCredit: .outOfCredit
        case .rateLimited: .limited(retryAfter: retryAfter.map { .seconds($0) })
        case .refused: .accepted
        case .misconfigured, .resting, .notConfigured, .unconfirmed: nil
        default: .upstreamFault
        }
    }
}

extension Duration {
    /// The whole seconds, rounded up and limited to about a hundred years.
    package var wholeSeconds: Int { Int(min(max((self / .seconds(1)).rounded(.up), 0), 3_200_000_000)) }
}
