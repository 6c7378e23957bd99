import FoundationEssentials
import Storage

/// The time for which a client keeps the data of its users, by their plans.
struct UserRetention: Sendable {
    private let settings: UserSettings
    /// The shortest time of a plan; nil if no plan has one.
    private let shortest: Duration?

    /// The shortest time that settings of a single user can have.
    private static let shortestOwn = Duration.seconds(86_400)

    init(_ settings: UserSettings) {
        self.settings = settings
        shortest = settings.plans.keys.compactMap { settings.plan($0, of: .identified).retention }.min()
    }

    /// Returns the times before which data may be expired.
    func times(at time: Date) -> AgedTimes {
        AgedTimes(standard: shortest.map { time - $0.seconds } ?? .distantPast, own: time - Self.shortestOwn.seconds)
    }

    /// Whether data of a user has expired that it used at a time.
    func isExpired(_ used: Date, of user: AgedUser, at time: Date) -> Bool {
        let own = user.limits.flatMap(PlanSettings.init(stored:))
        guard let kept = settings.plan(user.plan, of: user.kind, own: own).retention else { return false }
        return used < time - kept.seconds
    }
}

extension Duration {
    fileprivate var seconds: TimeInterval { self / .seconds(1) }
}
