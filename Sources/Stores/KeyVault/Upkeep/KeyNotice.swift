import FoundationEssentials
import Storage

/// An automatic event of a key that the operator should know.
///
/// It holds no secret.
public struct KeyNotice: Sendable, Equatable, CustomStringConvertible {
    /// The kind of event.
    public enum Kind: String, Sendable {
        /// The upstream refused the key; it is not lent until a live check accepts it.
        case refused

        /// A check accepts the key and its calls are refused; it is lent only if no other key can be.
        case inDoubt = "in_doubt"

        /// The key's account has no credit left.
        case outOfCredit = "out_of_credit"

        /// A key that was refused, in doubt or without credit is lent again.
        case restored

        /// The key expires soon, or has expired.
        case expiry

        /// A rotation was rolled back because the upstream refused the new key.
        case rolledBack = "rolled_back"

        /// A rotation should have been rolled back, but the old key cannot be used either.
        case rollBackImpossible = "roll_back_impossible"

        /// An answer of the upstream contained the key, which was removed from it.
        case exposed

        /// An upkeep task failed and is tried again later.
        case failure
    }

    /// The kind of event.
    public var kind: Kind

    /// The upstream of the key.
    public var upstream: String

    /// The id of the key or the rotation.
    public var subject: String

    /// A sentence that explains the event and the remedy.
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
    /// Reports a change of health; nil for one that the operator need not know, such as a rest.
    ///
    /// - Parameter advice: The fault of the key and its remedy.
    init?(from old: KeyHealth, to new: KeyHealth, key: String, upstream: String, advice: String?) {
        let advice = advice.map { " \($0)" } ?? ""
        switch (old, new) {
        case (.dead, .dead), (.outOfCredit, .outOfCredit), (.inDoubt, .inDoubt): return nil
        case (_, .inDoubt):
            self.init(
                .inDoubt,
                upstream: upstream,
                subject: key,
                "\(upstream) refuses calls with its key \(key); the key is used last until a call succeeds.\(advice)"
            )
        case (_, .dead):
            self.init(
                .refused,
                upstream: upstream,
                subject: key,
                "\(upstream) refused its key \(key); the key is not used until a check accepts it.\(advice)"
            )
        case (_, .outOfCredit):
            self.init(
                .outOfCredit,
                upstream: upstream,
                subject: key,
                "\(upstream)'s key \(key) is not used for now.\(advice)"
            )
        case (.dead, .healthy), (.outOfCredit, .healthy), (.inDoubt, .healthy):
            self.init(.restored, upstream: upstream, subject: key, "\(upstream)'s key \(key) is in use again.")
        case (_, .healthy), (_, .resting): return nil
        }
    }

    /// Reports a key that an answer contained.
    init(exposureOf key: String, upstream: String) {
        self.init(
            .exposed,
            upstream: upstream,
            subject: key,
            "An answer of \(upstream) contained its key \(key). It was removed before anyone read it, but \(upstream) shows what it "
                + "receives: find out why, then rotate the key."
        )
    }

    /// Warns of an expiry that is near or past.
    init(expiryOf key: String, upstream: String, at expiry: Date, now: Date) {
        let days = Int((expiry.timeIntervalSince(now) / 86_400).rounded(.up))
        let sentence =
            expiry <= now
            ? "\(upstream)'s key \(key) has expired and is no longer used. Rotate or remove it."
            : "\(upstream)'s key \(key) expires within \(days) \(days == 1 ? "day" : "days"). Rotate it before then."
        self.init(.expiry, upstream: upstream, subject: key, sentence)
    }

    /// The row of the audit chain; nil for an event that changes nothing.
    var auditEntry: (action: String, object: String, outcome: String)? {
        switch kind {
        case .refused, .inDoubt, .outOfCredit, .restored: ("key.health", "\(upstream)/keys/\(subject)", kind.rawValue)
        case .exposed, .expiry, .rolledBack, .rollBackImpossible, .failure: nil
        }
    }
}

extension KeyNotice {
    /// Reports a rotation that was rolled back, or should have been.
    init(rollBackOf rotation: RotationRecord, isDone: Bool) {
        self.init(
            isDone ? .rolledBack : .rollBackImpossible,
            upstream: rotation.upstream,
            subject: rotation.id,
            isDone
                ? "\(rotation.upstream) refused the new key of rotation \(rotation.id); the old key is in use again."
                : "\(rotation.upstream) refuses the new key of rotation \(rotation.id), and the old one too. Add a key that works."
        )
    }
}
