import SignedTokens

/// The published keys of one issuer in memory, and the times at which they are read: it decides, and ``IssuerKeys`` acts.
///
/// The keys are read at most once in ``cooldown``, whatever tokens say. So a flood of unknown key ids costs the issuer two requests a
/// minute, and cannot keep a rotation from being seen, as a budget that strangers can spend would.
struct KeySetCache: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// The least time between the starts of two readings.
    static let cooldown = Duration.seconds(30)
    /// The bounds of the time for which a set is fresh, and that time if its server names none.
    static let (leastLifetime, greatestLifetime, usualLifetime) = (
        Duration.seconds(300), Duration.seconds(86_400), Duration.seconds(3600)
    )
    /// The time for which a set is used after it was fresh, if no newer one can be read.
    static let staleLifetime = Duration.seconds(86_400)

    /// Keys with the number of their set.
    struct Keys: Sendable {
        let set: KeySet
        /// The number of sets so far.
        let version: Int
        /// The number of times that a key was gone from a set, so that tokens by it had to end.
        let losses: Int
    }

    /// The next step of a caller.
    enum Answer: Sendable {
        /// Use these keys.
        case keys(Keys)
        /// Wait for the reading, and then call ``settled(at:)``.
        case wait
        /// There are no keys that may still be used.
        case unavailable(retryAfter: Duration)
    }

    /// An answer, and whether the caller starts a reading.
    struct Decision: Sendable {
        var answer: Answer
        var startsReading = false
    }

    private(set) var keys: Keys?
    private(set) var isReading = false
    /// The time of the last set, and the fault of the last reading; `nil` if it had none.
    private(set) var readAt: Instant?
    private(set) var fault: IssuerFault?
    private var attemptAt: Instant?
    private var lifetime = KeySetCache.usualLifetime

    /// Decides for a token whose keys are needed.
    mutating func ask(at now: Instant) -> Decision {
        guard let keys = usable(at: now), let readAt else {
            if isReading { return Decision(answer: .wait) }
            if start(at: now) { return Decision(answer: .wait, startsReading: true) }
            return Decision(answer: unavailable(at: now))
        }
        if now >= readAt + lifetime {
            // A key may be revoked since, so a set that is not fresh waits for a newer one if that may be read.
            if isReading { return Decision(answer: .wait) }
            if start(at: now) { return Decision(answer: .wait, startsReading: true) }
        } else if now >= readAt + lifetime * 4 / 5 {
            return Decision(answer: .keys(keys), startsReading: start(at: now))
        }
        return Decision(answer: .keys(keys))
    }

    /// Decides for a token with a key that is not in the set of a version.
    mutating func ask(newerThan version: Int, at now: Instant) -> Decision {
        if let keys = usable(at: now), keys.version > version { return Decision(answer: .keys(keys)) }
        if isReading { return Decision(answer: .wait) }
        if start(at: now) { return Decision(answer: .wait, startsReading: true) }
        return Decision(answer: settled(at: now))
    }

    /// Returns the answer after a wait.
    func settled(at now: Instant) -> Answer { usable(at: now).map(Answer.keys) ?? unavailable(at: now) }

    /// Whether there are keys that may still be used.
    func isUsable(at now: Instant) -> Bool { usable(at: now) != nil }

    /// Starts a reading for the operator, whenever the last one was; returns `false` if one is in progress.
    mutating func startNow(at now: Instant) -> Bool {
        if isReading { return false }
        (isReading, attemptAt) = (true, now)
        return true
    }

    /// Ends a reading with the keys, or with `nil` if they have not changed.
    ///
    /// - Returns: Whether a key is gone, so that tokens by it end.
    mutating func succeed(_ set: KeySet?, lifetime: Duration?, at now: Instant) -> Bool {
        isReading = false
        (readAt, fault) = (now, nil)
        self.lifetime = min(max(lifetime ?? Self.usualLifetime, Self.leastLifetime), Self.greatestLifetime)
        guard let set, set != keys?.set else {
            // The reasons to leave keys out may have changed.
            if let set, let keys { self.keys = Keys(set: set, version: keys.version, losses: keys.losses) }
            return false
        }
        let lacksKey = keys.map { set.lacksKey(of: $0.set) } ?? false
        keys = Keys(set: set, version: (keys?.version ?? 0) + 1, losses: (keys?.losses ?? 0) + (lacksKey ? 1 : 0))
        return lacksKey
    }

    /// Ends a reading that failed; the keys stay in use for a time.
    mutating func fail(_ fault: IssuerFault) { (isReading, self.fault) = (false, fault) }

    /// Whether the keys are needed and are used although they are no longer fresh.
    func isStale(at now: Instant) -> Bool { readAt.map { now >= $0 + lifetime } ?? false }

    private func usable(at now: Instant) -> Keys? {
        guard let keys, let readAt, now < readAt + lifetime + Self.staleLifetime else { return nil }
        return keys
    }

    private func unavailable(at now: Instant) -> Answer {
        .unavailable(retryAfter: attemptAt.map { max(.seconds(1), $0 + Self.cooldown - now) } ?? .seconds(1))
    }

    private mutating func start(at now: Instant) -> Bool {
        if isReading { return false }
        if let attemptAt, now < attemptAt + Self.cooldown { return false }
        (isReading, attemptAt) = (true, now)
        return true
    }
}
