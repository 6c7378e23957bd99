import Synchronization

/// Stands in for a CardDAV and CalDAV server with one account, `alice`: discovery, an address book, two calendars and a task list.
///
/// It gives whole cards and events whatever part of them is asked for, and does not filter: clients must not count on either.
public struct DAVStandIn: StandIn {
    /// Whose habits the server has: prefixes, paths and the order of elements differ between servers.
    public enum Dialect: Sendable, CaseIterable {
        /// `DAV:` as the default namespace, everything under the account's folder.
        case radicale
        /// Prefixes that are numbered, the status before the properties, homes of their own.
        case xandikos
        /// A service below a path, whole URLs in the answers, line ends as references.
        case nextcloud
    }

    /// What the server makes of a request to expand repeating events.
    public enum Expansion: Sendable {
        /// It gives the events as they are stored.
        case ignored
        /// It answers with this status.
        case refused(Int)
        /// It gives these events in the place of those that are stored.
        case given([String])
    }

    /// The server below.
    public let server: StandInServer
    private let passwords: AcceptedKeys
    private let shelf: SharedDAVShelf

    /// Makes a stand-in.
    ///
    /// - Parameters:
    ///   - passwords: Those of `alice` that are accepted; none lets everybody in.
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
        let shelf = SharedDAVShelf(DAVShelf(cards: cards, events: events, book: "contacts"))
        self.passwords = accepted
        self.shelf = shelf
        self.server = StandInServer(name: "dav", port: port) { request in
            Self.answer(request, dialect, expansion, passwords: accepted, shelf.value)
        }
    }

    /// Accepts these passwords from now on.
    public func accept(passwords: [String]) { self.passwords.replace(by: passwords.map { Self.basic("alice", $0) }) }

    /// Moves the address book to another path, as its owner may.
    public func renameBook(to name: String) { shelf.rename(to: name) }

    /// Runs a stand-in on a port of the system's choice for as long as `body` takes.
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

    /// A failure as Radicale words it.
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

/// What the account holds.
struct DAVShelf: Sendable {
    var cards: [String]
    var events: [String]
    /// The last part of the address book's path.
    var book: String
}

/// The account's holdings, shared between the server and the test.
final class SharedDAVShelf: Sendable {
    private let mutex: Mutex<DAVShelf>

    init(_ shelf: DAVShelf) { mutex = Mutex(shelf) }

    var value: DAVShelf { mutex.withLock { $0 } }

    func rename(to book: String) { mutex.withLock { $0.book = book } }
}
