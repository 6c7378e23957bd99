import Synchronization

/// A stand-in for a CardDAV and CalDAV server with one account, `alice`: discovery, an address book, two calendars and a task list.
///
/// It ignores filters and returns whole cards and events whatever is requested, because clients must not rely on either.
public struct DAVStandIn: StandIn {
    /// A server product to imitate: prefixes, paths and the order of elements differ between products.
    public enum Dialect: Sendable, CaseIterable {
        /// `DAV:` as the default namespace, and everything below the account's folder.
        case radicale
        /// Numbered prefixes, the status before the properties, and separate homes.
        case xandikos
        /// A service below a path, whole URLs in the answers, and line ends as character references.
        case nextcloud
    }

    /// The server's response to a request to expand repeating events.
    public enum Expansion: Sendable {
        /// The events as stored.
        case ignored
        /// An error with this status.
        case refused(Int)
        /// These events instead of the stored ones.
        case given([String])
    }

    /// The underlying server.
    public let server: StandInServer
    private let passwords: AcceptedKeys
    private let contents: SharedDAVContents

    /// Makes a stand-in.
    ///
    /// - Parameters:
    ///   - passwords: The accepted passwords of `alice`; with none, every request is accepted.
    ///   - cards: The vCards of the address book.
    ///   - events: The iCalendar objects of the first calendar.
    public init(
        port: Int = 0,
        passwords: [String] = [],
        dialect: Dialect = .radicale,
        expansion: Expansion = .ignored,
        cards: [String] = [],
        events: [String] = []
    ) {
        let accepted = AcceptedKeys(passwords.map { DAVStandIn.basic("alice", $0) })
        let contents = SharedDAVContents(DAVContents(cards: cards, events: events, book: "contacts"))
        self.passwords = accepted
        self.contents = contents
        self.server = StandInServer(name: "dav", port: port) { request in
            Self.answer(request, dialect, expansion, passwords: accepted, contents.value)
        }
    }

    /// Replaces the accepted passwords.
    public func accept(passwords: [String]) { self.passwords.replace(by: passwords.map { Self.basic("alice", $0) }) }

    /// Moves the address book to another path, as its owner may.
    public func renameBook(to name: String) { contents.rename(to: name) }

    /// Runs a stand-in while `body` runs, on a port that the system chooses.
    public static func with<Result>(
        passwords: [String] = [],
        dialect: Dialect = .radicale,
        expansion: Expansion = .ignored,
        cards: [String] = [],
        events: [String] = [],
        _ body: (DAVStandIn) async throws -> Result
    ) async throws -> Result {
        try await DAVStandIn(
            passwords: passwords,
            dialect: dialect,
            expansion: expansion,
            cards: cards,
            events: events
        ).running(body)
    }

    /// A failure in Radicale's format.
    public static func failure(_ status: Int, retryAfter: Int?) -> StandInReply {
        var reply = StandInReply.text(
            status == 401 ? "Access to the requested resource forbidden." : "Bad Request",
            status: status
        )
        if status == 401 { reply.headers.append(("WWW-Authenticate", "Basic realm=\"stand-in\"")) }
        if let retryAfter { reply.headers.append(("Retry-After", String(retryAfter))) }
        return reply
    }
}

/// The contents of the account.
struct DAVContents: Sendable {
    var cards: [String]
    var events: [String]
    /// The last part of the address book's path.
    var book: String
}

/// The contents of the account, shared by the server and the test.
final class SharedDAVContents: Sendable {
    private let mutex: Mutex<DAVContents>

    init(_ contents: DAVContents) { mutex = Mutex(contents) }

    var value: DAVContents { mutex.withLock { $0 } }

    func rename(to book: String) { mutex.withLock { $0.book = book } }
}
