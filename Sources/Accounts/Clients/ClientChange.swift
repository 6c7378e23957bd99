public import FoundationEssentials
public import Storage

/// What is to change of a client; what is nil stays as it is.
public struct ClientChange: Sendable, Equatable {
    /// A new name.
    public var name: String?

    /// New scopes in the place of the old ones.
    public var scopes: Set<Scope>?

    /// New limits in the place of the old ones.
    public var limits: ClientLimits?

    /// A new expiry; `.some(nil)` takes the expiry away.
    public var expiresAt: Date??

    /// Makes a change.
    public init(
        name: String? = nil,
        scopes: Set<Scope>? = nil,
        limits: ClientLimits? = nil,
        expiresAt: Date?? = nil
    ) {
        self.name = name
        self.scopes = scopes
        self.limits = limits
        self.expiresAt = expiresAt
    }

    /// The names of what changes, for the audit chain.
    var fields: [String] {
        [
            name.map { _ in "name" }, scopes.map { _ in "scopes" }, limits.map { _ in "limits" },
            expiresAt.map { _ in "expiry" },
        ]
        .compactMap(\.self)
    }

    /// Makes the change, if it can be.
    func apply(to record: inout ClientRecord, at now: Date) throws(AccountsError) {
        let draft = ClientDraft(
            name: name ?? record.name,
            scopes: scopes ?? Scope.set(stored: record.scopes),
            limits: limits ?? record.limits,
            // An expiry that is over already is no fault of a change that leaves it alone.
            expiresAt: expiresAt ?? nil
        )
        try draft.validate(at: now)
        record.name = draft.name
        record.scopes = draft.scopes.stored
        record.limits = draft.limits
        if let expiresAt { record.expiresAt = expiresAt }
    }
}
