/// A limit that a turn does not fit into.
struct LimitBreach: Sendable, Hashable {
    /// When it would be worth trying again.
    enum Retry: Sendable, Hashable {
        /// After so many seconds.
        case after(seconds: Int)

        /// Once other turns have ended, which may be soon.
        case whenOthersEnd

        /// Never: the limit is smaller than the turn.
        case never
    }

    let name: LimitName
    let quota: Int
    let remaining: Int
    let wanted: Int
    let retry: Retry

    /// For the header; others that run now may be done in a second.
    var retryAfterSeconds: Int? {
        switch retry {
        case .after(let seconds): max(1, seconds)
        case .whenOthersEnd: 1
        case .never: nil
        }
    }
}
