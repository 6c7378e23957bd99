/// A limit that a turn exceeds.
struct LimitBreach: Sendable, Hashable {
    /// The condition for another attempt.
    enum Retry: Sendable, Hashable {
        /// The attempt may succeed after a number of seconds.
        case after(seconds: Int)

        /// The attempt may succeed when other turns have ended, which may be soon.
        case whenOthersEnd

        /// The attempt can never succeed, because the limit is smaller than the turn.
        case never
    }

    let name: LimitName
    let quota: Int
    let remaining: Int
    let wanted: Int
    let retry: Retry
    /// The kind of the share that has the limit; `nil` for a turn with one share.
    var share: LimitShare.Kind?

    /// The name of the limit, after the share's if there are several.
    var policy: String { share.map { "\($0.rawValue):\(name.rawValue)" } ?? name.rawValue }

    /// The value of `Retry-After`; 1 for the end of other turns, which may be soon.
    var retryAfterSeconds: Int? {
        switch retry {
        case .after(let seconds): max(1, seconds)
        case .whenOthersEnd: 1
        case .never: nil
        }
    }
}
