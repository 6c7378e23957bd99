import KeyVault

extension UpstreamFailure {
    /// Leases a key; what stands in the way is a failure of the upstream that it is for.
    static func lease(_ source: KeySource, host: String) async throws -> KeyLease? {
        do {
            return try await source()
        } catch let error as KeyVaultError where error.code == .noUsableKey {
            throw UpstreamFailure(keysOf: host, restFor: error.retryAfter)
        } catch {
            try Task.checkCancellation()
            throw UpstreamFailure(.misconfigured, host: host)
        }
    }

    /// There are keys for the upstream, but none that may be used now: it was not asked.
    ///
    /// - Parameter rest: How long until one may be used again; `nil` when none ever will.
    init(keysOf host: String, restFor rest: Duration?) {
        guard let rest else {
            self.init(.keyRefused, host: host)
            return
        }
        self.init(.rateLimited, host: host, retryAfter: max(1, rest.wholeSeconds))
    }

    /// What the failure says about the key that the call was made with; `nil` for nothing.
    var keyOutcome: KeyOutcome? {
        switch code {
        case .keyRefused: .refused
        case .outOfCredit: .outOfCredit
        case .rateLimited: .limited(retryAfter: retryAfter.map { .seconds($0) })
        case .refused: .accepted
        case .misconfigured, .resting, .notConfigured: nil
        default: .upstreamFault
        }
    }
}

extension Duration {
    /// The seconds in full, rounded up; a duration that is longer than a hundred years counts as that.
    var wholeSeconds: Int { Int(min(max((self / .seconds(1)).rounded(.up), 0), 3_200_000_000)) }
}
