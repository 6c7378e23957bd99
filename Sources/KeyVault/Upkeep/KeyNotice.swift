import FoundationEssentials

/// Something that happened to a key by itself and that the operator should know.
///
/// It holds no secret.
public struct KeyNotice: Sendable, Equatable, CustomStringConvertible {
    /// What happened.
    public enum Kind: String, Sendable {
        /// The upstream refused the key; it is not lent until a live check says otherwise.
        case refused

        /// The key's account has no credit left.
        case outOfCredit = "out_of_credit"

        /// A key that was refused or without credit is lent again.
        case restored

        /// The key expires soon, or has expired.
        case expiry

        /// A rotation was undone because the upstream refused the new key.
        case rolledBack = "rolled_back"

        /// A rotation should have been undone, but the old key is of no use either.
        case rollBackImpossible = "roll_back_impossible"

        /// A task of the vault's own failed and is tried again later.
        case failure
    }

    /// What happened.
    public var kind: Kind

    /// The upstream that it is about.
    public var upstream: String

    /// The id of the key or the rotation that it is about.
    public var subject: String

    /// What happened, in a sentence, with what to do.
    public var description: String

    /// Makes a notice.
    public init(_ kind: Kind, upstream: String, subject: String, _ description: String) {
        self.kind = kind
        self.upstream = upstream
        self.subject = subject
        self.description = description
    }
}

extension KeyNotice {
    /// Tells of a change of health; nil for one that is of no interest, such as a rest.
    init?(from old: KeyHealth, to new: KeyHealth, key: String, upstream: String) {
        switch (old, new) {
        case (.dead, .dead), (.outOfCredit, .outOfCredit): return nil
        case (_, .dead):
            self.init(
                .refused,
                upstream: upstream,
                subject: key,
                "\(upstream) refused its key \(key); it is not used until a check says that it is accepted. Rotate or remove it."
            )
        case (_, .outOfCredit):
            self.init(
                .outOfCredit,
                upstream: upstream,
                subject: key,
                "The account of \(upstream)'s key \(key) has no credit left. Top it up, then check the key."
            )
        case (.dead, .healthy), (.outOfCredit, .healthy):
            self.init(.restored, upstream: upstream, subject: key, "\(upstream)'s key \(key) is in use again.")
        case (_, .healthy), (_, .resting): return nil
        }
    }

    /// Warns of an expiry that is near or past.
    init(expiryOf key: String, upstream: String, at expiry: Date, now: Date) {
        let days = Int((expiry.timeIntervalSince(now) / 86_400).rounded(.up))
        let sentence =
            expiry <= now
            ? "\(upstream)'s key \(key) has expired and is not used any more. Rotate or remove it."
            : "\(upstream)'s key \(key) expires within \(days) \(days == 1 ? "day" : "days"). Rotate it before that."
        self.init(.expiry, upstream: upstream, subject: key, sentence)
    }

    /// The row of the audit chain; nil for what changes nothing.
    var auditEntry: (action: String, object: String, outcome: String)? {
        switch kind {
        case .refused, .outOfCredit, .restored: ("key.health", "\(upstream)/keys/\(subject)", kind.rawValue)
        case .expiry, .rolledBack, .rollBackImpossible, .failure: nil
        }
    }
}
