import FoundationEssentials

/// The reasons why no key of an upstream can be lent, with counts.
struct UnusableKeys: Sendable, Equatable {
    let upstream: String
    private(set) var damaged: [String] = []
    private(set) var expired = 0
    private(set) var otherUse = 0
    private(set) var elsewhere = 0
    private(set) var dead = 0
    private(set) var withoutCredit = 0
    private(set) var resting = 0
    /// The keys that are lent although their calls were refused.
    private(set) var inDoubt = 0
    /// The keys that are lent although their last check could not decide, and no call was accepted.
    private(set) var undecided = 0

    /// The time at which the first rest ends.
    private(set) var ready: Date?

    private let time: Date

    /// The places that the keys were asked for.
    private let destinations: [String]

    init(_ pool: KeyPool, for use: KeyUse, to destinations: [String] = [], at time: Date) {
        upstream = pool.upstream
        (self.time, self.destinations) = (time, destinations)
        for key in pool.keys where key.role == .member { count(key, for: use) }
    }

    private mutating func count(_ key: PooledKey, for use: KeyUse) {
        if key.secret == nil {
            damaged.append(key.id)
        } else if let expiry = key.expiresAt, expiry <= time {
            expired += 1
        } else if !key.restriction.permits(use) {
            otherUse += 1
        } else if !key.destinations.isSuperset(of: destinations) {
            elsewhere += 1
        } else {
            switch key.condition.health {
            case .healthy: if key.condition.isUndecided(at: time) { undecided += 1 }
            case .inDoubt: inDoubt += 1
            case .dead: dead += 1
            case .outOfCredit: withoutCredit += 1
            case .resting(let until):
                resting += 1
                ready = min(ready ?? until, until)
            }
        }
    }

    private var reasons: [(count: Int, words: String)] {
        [
            (damaged.count, "cannot be opened"), (expired, "expired"), (otherUse, "not meant for this use"),
            (elsewhere, "confirmed for another place"),
            (dead, "refused by the upstream"), (withoutCredit, "without credit"),
            (resting, "resting after too many calls"),
            (inDoubt, "in doubt: accepted by a check, refused by calls"),
            (undecided, "unchecked: the check got no decision"),
        ]
    }

    /// The number of keys for each reason, such as "1 expired, 2 refused by the upstream".
    var summary: String {
        reasons.filter { $0.count > 0 }.map { "\($0.count) \($0.words)" }.joined(separator: ", ")
    }

    /// The number of keys that cannot be used, or can hardly be, until someone acts; a rest ends automatically.
    var lostCount: Int { reasons.reduce(0) { $0 + $1.count } - resting }

    /// The error that names the reasons.
    var error: KeyVaultError {
        let count = reasons.reduce(0) { $0 + $1.count }
        if damaged.count == count, let id = damaged.first {
            return KeyVaultError.damaged(id, in: upstream)
        }
        if elsewhere > 0, resting == 0 {
            return KeyVaultError(
                .unconfirmedDestination,
                "No key of \(upstream) may be sent to \(destinations.joined(separator: ", ")), where the file of its tools sends keys "
                    + "now. Confirm it with 'torii keys confirm \(upstream)' (scope admin:keys), or add the key again."
            )
        }
        var error = KeyVaultError(
            .noUsableKey,
            "No key of \(upstream) can be used now (\(summary)). "
                + (ready == nil ? "Add a key, rotate one, or check the keys again." : "Try again later, or add a key.")
        )
        error.retryAfter = ready.map { .seconds(max(0, $0.timeIntervalSince(time))) }
        return error
    }
}
