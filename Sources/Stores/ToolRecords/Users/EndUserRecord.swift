public import FoundationEssentials

/// The name that an issuer has for a user of a client.
///
/// Subjects are in one table only: they are never in the log, the metrics or the audit chain. Two identities are one if their bytes are
/// the same, as in the store: Swift's `==` for texts also accepts canonically equivalent ones, such as K and the Kelvin sign.
public struct UserIdentity: Sendable {
    /// The issuer that is the backend of the app.
    public static let backend = "backend"

    /// The issuer's URL, or a word such as ``backend``.
    public var issuer: String

    /// The issuer's name for the user.
    public var subject: String

    /// Makes an identity.
    public init(issuer: String, subject: String) { (self.issuer, self.subject) = (issuer, subject) }
}

extension UserIdentity: Hashable {
    /// Returns whether the issuers and the subjects have the same bytes.
    public static func == (left: Self, right: Self) -> Bool {
        left.subject.utf8.elementsEqual(right.subject.utf8) && left.issuer.utf8.elementsEqual(right.issuer.utf8)
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        Self.hash(issuer, into: &hasher)
        Self.hash(subject, into: &hasher)
    }

    private static func hash(_ text: String, into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        // No text has this byte, so it ends the issuer.
        hasher.combine(UInt8.max)
    }
}

/// A stored identity of a user.
public struct UserIdentityRecord: Sendable, Equatable {
    /// The identity.
    public var identity: UserIdentity

    /// The time at which it was linked to the user.
    public var createdAt: Date

    /// Makes a record.
    public init(identity: UserIdentity, createdAt: Date) { (self.identity, self.createdAt) = (identity, createdAt) }
}

/// A stored user of a client.
public struct EndUserRecord: Sendable, Equatable {
    /// The way in which a user is known.
    public enum Kind: String, Sendable, CaseIterable {
        /// An issuer or the app's backend vouches for the person.
        case identified
        /// An installation of the app without a person.
        case anonymous
    }

    /// The owner of the user's data, which has the client and the user's id.
    public var owner: Owner

    /// A keyed hash of the identity, under which the spending of the month is kept over an erasure; `nil` if it is not known.
    public var person: String?

    /// The kind.
    public var kind: Kind

    /// The name of the plan; `nil` for the plan of the kind.
    public var plan: String?

    /// The organization; `nil` for none.
    public var organization: String?

    /// The issuer that has named the organization; `nil` for the app's backend, or without one.
    public var organizationIssuer: String?

    /// The limits that the operator has set for this user, as JSON; `nil` for those of the plan.
    public var limits: String?

    /// The time at which the user was blocked; `nil` if it is not.
    public var blockedAt: Date?

    /// The time before which no token of the user may have been issued; `nil` for any time.
    public var validFrom: Date?

    /// The time at which the kind, the plan and the organization were claimed; `nil` if it is not known.
    public var claimedAt: Date?

    /// The time of the first request.
    public var createdAt: Date

    /// The time of the latest request, which may be stored an hour late.
    public var seenAt: Date

    /// The number of changes by an administrator; it shows the second of two writers that the user has changed.
    public var revision: Int

    /// Makes a record; times are kept to the millisecond.
    ///
    /// - Parameter seenAt: The time of the latest request; `nil` for that of the first one.
    public init(
        owner: Owner,
        person: String? = nil,
        kind: Kind = .identified,
        plan: String? = nil,
        organization: String? = nil,
        organizationIssuer: String? = nil,
        limits: String? = nil,
        blockedAt: Date? = nil,
        validFrom: Date? = nil,
        claimedAt: Date? = nil,
        createdAt: Date,
        seenAt: Date? = nil,
        revision: Int = 0
    ) {
        (self.owner, self.person) = (owner, person)
        (self.kind, self.plan, self.organization) = (kind, plan, organization)
        (self.limits, self.blockedAt, self.validFrom) = (limits, blockedAt, validFrom)
        (self.organizationIssuer, self.claimedAt) = (organizationIssuer, claimedAt)
        (self.createdAt, self.seenAt, self.revision) = (createdAt, seenAt ?? createdAt, revision)
    }
}
