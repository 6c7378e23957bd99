public import FoundationEssentials
public import Storage

/// A change of a client's settings; nil leaves a setting as it is.
public struct ClientChange: Sendable, Equatable {
    /// A new name.
    public var name: String?

    /// New scopes that replace the old ones.
    public var scopes: Set<Scope>?

    /// New limits that replace the old ones.
    public var limits: ClientLimits?

    /// New instructions for models; `default` sets those of the server.
    public var instructions: String?

    /// A new expiry; `.some(nil)` removes the expiry.
    public var expiresAt: Date??

    /// Makes a change.
    public init(
        name: String? = nil,
        scopes: Set<Scope>? = nil,
        limits: ClientLimits? = nil,
        instructions: String? = nil,
        expiresAt: Date?? = nil
    ) {
        self.name = name
        self.scopes = scopes
        self.limits = limits
        self.instructions = instructions
        self.expiresAt = expiresAt
    }

    /// The names of the changed settings, for the audit chain.
    var fields: [String] {
        [
            name.map { _ in "name" }, scopes.map { _ in "scopes" }, limits.map { _ in "limits" },
            instructions.map { _ in "instructions" }, expiresAt.map { _ in "expiry" },
        ]
        .compactMap(\.self)
    }

    /// Applies the change, or throws if the result is invalid.
    func apply(to record: inout ClientRecord, at now: Date) throws(AccountsError) {
        let draft = ClientDraft(
            name: name ?? record.name,
            scopes: scopes ?? Scope.set(stored: record.scopes),
            limits: limits ?? record.limits,
            // Those of an earlier version may have control characters, and stay if this change does not set them.
            instructions: instructions,
            // An expiry in the past is valid if this change does not set it.
            expiresAt: expiresAt ?? nil
        )
        try draft.validate(at: now)
        record.name = draft.name
        record.scopes = draft.scopes.stored
        record.limits = draft.limits
        if instructions != nil { record.instructions = draft.storedInstructions }
        if let expiresAt { record.expiresAt = expiresAt }
    }
}
