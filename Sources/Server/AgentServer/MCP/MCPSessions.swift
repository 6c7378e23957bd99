import Accounts
import HeldBytes
import ModelContextProtocol
import Synchronization
import ToolRecords

/// The open sessions of MCP clients, within bounds: a client that opens many loses its least recently used ones.
///
/// Many users of one client together have no more room than is left: they lose sessions before any other client does.
///
/// One process: a session is known only to the process that opened it; its client starts another one elsewhere.
final class MCPSessions: Sendable {
    private struct Entry {
        let session: MCPSession
        var lastUse: ContinuousClock.Instant
        /// The client and token of the latest request; `nil` without tokens.
        var client: Principal?
    }

    private let entries = Mutex<[String: Entry]>([:])
    private let now: @Sendable () -> ContinuousClock.Instant

    /// The most sessions of one client without users, and of each user.
    private static let perOwner = 64
    /// The most sessions.
    private static let total = 2048
    /// The time after which a session without requests and readers is ended.
    private static let idle = Duration.seconds(3600)
    /// The bytes that are counted for a session itself.
    static let cost = 8 << 10
    /// The most bytes of a session.
    static let mostBytes = 32 << 20

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    /// Returns a session; `nil` if there is none for this owner.
    ///
    /// - Parameter client: The sender of the request; `nil` without tokens.
    func session(_ id: String, of owner: String, usedBy client: Principal?) -> MCPSession? {
        let time = now()
        return entries.withLock { entries in
            guard let entry = entries[id], entry.session.owner == owner else { return nil }
            entries[id]?.lastUse = time
            entries[id]?.client = client
            return entry.session
        }
    }

    /// Adds a session, and ends those that must make room.
    ///
    /// - Parameter client: The client that opened it; `nil` without tokens.
    func add(_ session: MCPSession, openedBy client: Principal?) {
        let time = now()
        let surplus = entries.withLock { entries in
            var surplus: [MCPSession] = []
            let own = entries.values.filter { $0.session.owner == session.owner }
            if own.count >= Self.perOwner { surplus += Self.next(own) }
            if entries.count >= Self.total { surplus += Self.next(Self.crowd(in: entries.values)) }
            for session in surplus { entries[session.id] = nil }
            entries[session.id] = Entry(session: session, lastUse: time, client: client)
            return surplus
        }
        for session in surplus { session.end() }
    }

    /// Returns the sessions among which one ends when there are too many: those of the user with the most, of the client whose users have
    /// the most; all of them if no client has more than one without users could have.
    private static func crowd(in entries: some Collection<Entry>) -> [Entry] {
        let clients = Dictionary(grouping: entries) { Owner(stored: $0.session.owner).client }
        guard let most = clients.values.max(by: { $0.count < $1.count }), most.count > perOwner else {
            return Array(entries)
        }
        return Dictionary(grouping: most, by: \.session.owner).values.max { $0.count < $1.count } ?? most
    }

    /// Returns the session to end next: the least recently used one, if possible one without requests and readers.
    private static func next(_ entries: [Entry]) -> [MCPSession] {
        let quiet = entries.filter { !$0.session.isBusy }
        return (quiet.isEmpty ? entries : quiet).min { $0.lastUse < $1.lastUse }.map { [$0.session] } ?? []
    }

    /// Ends a session; returns whether there was one for this owner.
    @discardableResult
    func end(_ id: String, of owner: String) -> Bool {
        let session = entries.withLock { entries -> MCPSession? in
            guard entries[id]?.session.owner == owner else { return nil }
            return entries.removeValue(forKey: id)?.session
        }
        session?.end()
        return session != nil
    }

    /// Ends idle sessions and those of revoked tokens, and drops answers that were read, until the task is cancelled.
    ///
    /// - Parameter time: The time in which a reader may read an answer again.
    func run(_ clients: Clients, keepingAnswersFor time: Duration) async {
        let revocations = clients.revocations()
        await withDiscardingTaskGroup { group in
            group.addTask {
                for await _ in revocations {
                    self.endRevoked { clients.accepts($0.owner, token: $0.tokenID, grant: $0.grant) }
                }
            }
            group.addTask {
                // The interval of the upkeep is the reason to sleep here.
                while (try? await Task.sleep(for: .seconds(5))) != nil { self.upkeep(keepingAnswersFor: time) }
            }
        }
    }

    /// Ends the sessions whose latest token is no longer accepted.
    func endRevoked(unless isAccepted: (Principal) -> Bool) { end { $0.client.map(isAccepted) == false } }

    /// Ends idle sessions, and drops answers that were read.
    func upkeep(keepingAnswersFor time: Duration) {
        let now = now()
        end { now - $0.lastUse > Self.idle && !$0.session.isBusy }
        for entry in entries.withLock({ Array($0.values) }) { entry.session.forgetAnswers(at: now, after: time) }
    }

    private func end(where isOver: (Entry) -> Bool) {
        let ended = entries.withLock { entries in
            let ended = entries.filter { isOver($0.value) }
            for id in ended.keys { entries[id] = nil }
            return ended
        }
        for entry in ended.values { entry.session.end() }
    }
}
