import ModelContextProtocol
import Synchronization

/// The open sessions of MCP clients, within bounds: a client that opens many loses its least recently used ones.
///
/// One process: a session is known only to the process that opened it; its client starts another one elsewhere.
final class MCPSessions: Sendable {
    private struct Entry {
        let session: MCPSession
        var lastUse: ContinuousClock.Instant
    }

    private let entries = Mutex<[String: Entry]>([:])
    private let now: @Sendable () -> ContinuousClock.Instant

    /// The most sessions of one client.
    private static let perOwner = 64
    /// The most sessions.
    private static let total = 2048
    /// The time after which a session without requests and readers may be ended.
    private static let idle = Duration.seconds(3600)

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    /// Returns a session; `nil` if there is none for this owner.
    func session(_ id: String, of owner: String) -> MCPSession? {
        let time = now()
        return entries.withLock { entries in
            guard let entry = entries[id], entry.session.owner == owner else { return nil }
            entries[id]?.lastUse = time
            return entry.session
        }
    }

    /// Adds a session, and ends idle ones and those that must make room.
    func add(_ session: MCPSession) {
        let time = now()
        let surplus = entries.withLock { entries in
            var surplus = entries.values.filter { time - $0.lastUse > Self.idle && !$0.session.isBusy }.map(\.session)
            let own = entries.values.filter { $0.session.owner == session.owner }
            if own.count >= Self.perOwner { surplus += Self.next(own) }
            if entries.count >= Self.total { surplus += Self.next(Array(entries.values)) }
            for session in surplus { entries[session.id] = nil }
            entries[session.id] = Entry(session: session, lastUse: time)
            return surplus
        }
        for session in surplus { session.end() }
    }

    /// Returns the session to end next: the least recently used one, if possible one without requests and readers.
    private static func next(_ entries: [Entry]) -> [MCPSession] {
        let quiet = entries.filter { !$0.session.isBusy }
        return (quiet.isEmpty ? entries : quiet).min { $0.lastUse < $1.lastUse }.map { [$0.session] } ?? []
    }

    /// Ends a session; returns whether there was one for this owner.
    func end(_ id: String, of owner: String) -> Bool {
        let session = entries.withLock { entries -> MCPSession? in
            guard entries[id]?.session.owner == owner else { return nil }
            return entries.removeValue(forKey: id)?.session
        }
        session?.end()
        return session != nil
    }
}
