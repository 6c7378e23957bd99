public import Storage

/// A share of limits in which a turn needs room: a client's, or that of a part of it, such as a user.
///
/// A turn is admitted only if all shares of its sender have room for it, and then counts in all of them.
public struct LimitShare: Sendable, Equatable {
    /// The kind of holder that a share has.
    public enum Kind: String, Sendable {
        /// A user of a client.
        case user

        /// All anonymous users of a client together.
        case anonymous

        /// A client with all its users.
        case client
    }

    /// The kind of holder that the share has.
    public var kind: Kind

    /// The key of its usage: the id of the client, or the text of an ``Owner`` within the client for a part of it.
    public var key: String

    /// Its limits.
    public var limits: ClientLimits

    /// Makes a share.
    public init(kind: Kind, key: String, limits: ClientLimits) {
        (self.kind, self.key, self.limits) = (kind, key, limits)
    }
}

extension [LimitShare] {
    /// Whether a limit counts by days or months.
    var haveBudget: Bool { contains(where: \.limits.hasBudget) }

    /// Whether a limit counts money.
    var haveMoneyBudget: Bool { contains(where: \.limits.hasMoneyBudget) }

    /// Returns the share of a kind.
    func share(of kind: LimitShare.Kind) -> LimitShare? { first { $0.kind == kind } }
}
