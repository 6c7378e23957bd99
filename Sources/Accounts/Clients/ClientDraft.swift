public import FoundationEssentials
public import Storage

/// A client that is to be made.
public struct ClientDraft: Sendable, Equatable {
    /// A name for people.
    public var name: String

    /// What it may do.
    public var scopes: Set<Scope>

    /// How much it may do.
    public var limits: ClientLimits

    /// From when on all its tokens are refused; nil for never.
    public var expiresAt: Date?

    /// Makes a draft.
    public init(
        name: String,
        scopes: Set<Scope> = Scope.forClients,
        limits: ClientLimits = .none,
        expiresAt: Date? = nil
    ) {
        self.name = name
        self.scopes = scopes
        self.limits = limits
        self.expiresAt = expiresAt
    }

    /// Refuses what cannot be.
    func validate(at now: Date) throws(AccountsError) {
        guard !scopes.isEmpty else {
            throw AccountsError(.invalidClient, "A client without scopes can do nothing. Give it one, such as chat.")
        }
        if let expiresAt, expiresAt <= now {
            throw AccountsError(.invalidClient, "The client would be expired already. Give a time in the future.")
        }
        try limits.validate()
    }
}

extension ClientLimits {
    /// A quadrillion, beyond which header fields and sums could not count any more.
    private static let largest = 999_999_999_999_999

    fileprivate func validate() throws(AccountsError) {
        let counts = [
            ("requests per minute", requestsPerMinute), ("concurrent runs", concurrentRuns),
            ("tokens per minute", tokensPerMinute), ("tokens per day", tokensPerDay),
            ("tokens per month", tokensPerMonth), ("money per day", moneyPerDay?.micros),
            ("money per month", moneyPerMonth?.micros),
        ]
        for (name, value) in counts {
            guard let value, !(1...Self.largest).contains(value) else { continue }
            throw AccountsError(
                .invalidClient,
                "A limit of \(value) \(name) cannot be. Give one above nothing, leave it out for no limit, or revoke the client to "
                    + "shut it out."
            )
        }
        // Each token counts sixty thousand parts in its bucket.
        for (name, value) in [("requests per minute", requestsPerMinute), ("tokens per minute", tokensPerMinute)] {
            guard let value, value > 1_000_000_000_000 else { continue }
            throw AccountsError(.invalidClient, "A limit of \(value) \(name) is too large to count; leave it out.")
        }
        if let timeZone, TimeZone(identifier: timeZone) == nil {
            throw AccountsError(
                .invalidClient,
                "There is no time zone '\(timeZone.prefix(80))'. Give one such as Asia/Tokyo."
            )
        }
    }
}
