import KeyVault

extension KeyedCall {
    /// Searches with a leased key, and with the next one if that is refused; an answer counts as a success of the key.
    static func search(
        at host: String,
        leasing leaseKey: KeySource,
        _ search: (KeyLease?) async throws -> [SearchHit]
    ) async throws -> [SearchHit] {
        try await perform(
            lease: { try await UpstreamFailure.lease(leaseKey, host: host) },
            outcome: { ($0 as? UpstreamFailure)?.keyOutcome },
            { lease in
                let hits = try await search(lease)
                lease?.report(.accepted)
                return hits
            }
        )
    }
}
