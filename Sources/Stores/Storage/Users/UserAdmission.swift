public import FoundationEssentials

/// The result of the first sight of an identity.
public enum UserAdmission: Sendable, Equatable {
    /// The identity has a user, which the call may have created.
    case admitted(EndUserRecord, isNew: Bool)

    /// The client has had as many new users of the kind in 24 hours as it may; another one can be admitted from this time on.
    case limited(until: Date)

    /// There is no such client any more.
    case noClient
}

/// The number of new users of a client and a kind in a window of 24 hours, which starts with the first of them.
///
/// It counts creations, not the users that there are, so that an erasure makes no room for another one.
package struct NewUserCount: Sendable, Equatable {
    /// The length of a window, in seconds.
    package static let window: TimeInterval = 86_400

    /// The start of the window.
    package private(set) var startedAt: Date
    /// The number of users that were created in it.
    package private(set) var count: Int

    /// Makes the count of a window.
    package init(startedAt: Date, count: Int = 0) { (self.startedAt, self.count) = (startedAt, count) }

    /// Counts a new user; returns the time until which none may be created, and counts nothing, if the window has no room.
    ///
    /// A clock that is set back starts no other window, unless it was wrong by a whole one.
    ///
    /// - Parameter most: The most users in a window; `nil` for any number.
    package mutating func add(atMost most: Int?, at time: Date) -> Date? {
        if abs(time.timeIntervalSince(startedAt)) >= Self.window { (startedAt, count) = (time, 0) }
        if let most, count >= max(1, most) { return startedAt + Self.window }
        count += 1
        return nil
    }
}
