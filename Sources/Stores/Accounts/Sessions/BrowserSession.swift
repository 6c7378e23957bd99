public import FoundationEssentials
public import Storage

/// The sign-in of a browser.
public struct BrowserSession: Sendable, Equatable, Identifiable {
    /// The page that a browser has signed in to.
    public typealias Side = BrowserSide

    /// The id, for lists.
    public var id: String
    /// The page.
    public var side: Side
    /// The id of the client.
    public var client: String
    /// The browser, as it named itself.
    public var agent: String
    /// The time of the sign-in.
    public var createdAt: Date
    /// The time of the latest request.
    public var usedAt: Date
    /// The time at which it ends without a further request.
    public var expiresAt: Date

    /// The time of the sign-in, or of its last confirmation.
    public var confirmedAt: Date

    /// The time after a confirmation in which dangerous operations are accepted, in seconds.
    public static let confirmationSeconds: TimeInterval = 15 * 60

    /// Whether dangerous operations are accepted at a time.
    public func isConfirmed(at time: Date) -> Bool { time.timeIntervalSince(confirmedAt) <= Self.confirmationSeconds }

    init(_ record: BrowserSessionRecord) {
        id = record.id
        side = record.side
        client = record.client
        agent = record.agent
        createdAt = record.createdAt
        usedAt = record.usedAt
        expiresAt = record.side.end(of: record)
        confirmedAt = record.confirmedAt
    }
}

extension BrowserSession.Side {
    /// The time without a request after which a sign-in ends, in seconds.
    var idleSeconds: TimeInterval {
        switch self {
        case .client: 7 * 86_400
        case .admin: 30 * 60
        }
    }

    /// The time after which a sign-in ends in any case, in seconds.
    public var longestSeconds: TimeInterval {
        switch self {
        case .client: 30 * 86_400
        case .admin: 12 * 3_600
        }
    }

    /// The kind of the clients that sign in.
    public var kind: Principal.Kind {
        switch self {
        case .client: .client
        case .admin: .admin
        }
    }

    /// Returns the time at which a sign-in ends without a further request.
    func end(of record: BrowserSessionRecord) -> Date {
        min(record.usedAt + idleSeconds, record.createdAt + longestSeconds)
    }

    /// Whether a client may sign in to the page.
    public func admits(_ client: Principal) -> Bool {
        client.scopes.contains { $0.isAdministrative == (self == .admin) }
    }
}
