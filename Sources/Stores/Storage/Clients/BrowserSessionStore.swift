public import FoundationEssentials

/// The sign-in of a browser, with the hash of its cookie.
public struct BrowserSessionRecord: Sendable, Equatable, Identifiable {
    /// The keyed hash of the cookie's value.
    public var hash: Data

    /// The id, for lists; it reveals nothing about the cookie.
    public var id: String

    /// The page.
    public var side: BrowserSide

    /// The hash of the token with which it began, as in the client's record; `nil` if it began with a one-time code.
    public var tokenHash: Data?

    /// The id of the client.
    public var client: String

    /// The browser, as it named itself.
    public var agent: String

    /// The time of the sign-in.
    public var createdAt: Date

    /// The time of the latest request, which may be stored some minutes late.
    public var usedAt: Date

    /// The time of the sign-in, or of its last confirmation by a token or a code.
    public var confirmedAt: Date

    /// Makes a record; times are kept to the millisecond.
    ///
    /// - Parameter confirmedAt: The time of the last confirmation; `nil` for that of the sign-in.
    public init(
        hash: Data,
        id: String,
        side: BrowserSide,
        tokenHash: Data?,
        client: String,
        agent: String,
        createdAt: Date,
        usedAt: Date,
        confirmedAt: Date? = nil
    ) {
        self.hash = hash
        self.id = id
        self.side = side
        self.tokenHash = tokenHash
        self.client = client
        self.agent = agent
        self.createdAt = createdAt
        self.usedAt = usedAt
        self.confirmedAt = confirmedAt ?? createdAt
    }
}

/// A store of the sign-ins of browsers.
///
/// Each change returns the revision of the list after it; the time of a use is no change.
public protocol BrowserSessionStore: Sendable {
    /// Returns all sign-ins, in the order of their creation.
    func browserSessions() async throws -> RevisedList<BrowserSessionRecord>

    /// Stores a sign-in with its audit rows, and deletes others, in one transaction.
    @discardableResult
    func addBrowserSession(
        _ record: BrowserSessionRecord,
        removing ids: [String],
        audit: AuditTrail?
    ) async throws -> Int

    /// Stores the time of the latest request of a sign-in, without counting a change: there are many, and other processes would read the
    /// whole list after each.
    func setUse(ofBrowserSession id: String, to time: Date) async throws

    /// Stores the time of a sign-in's confirmation with its audit rows, in one transaction.
    @discardableResult
    func setConfirmation(ofBrowserSession id: String, to time: Date, audit: AuditTrail?) async throws -> Int

    /// Deletes sign-ins with their audit rows, in one transaction.
    @discardableResult
    func removeBrowserSessions(_ ids: [String], audit: AuditTrail?) async throws -> Int
}
