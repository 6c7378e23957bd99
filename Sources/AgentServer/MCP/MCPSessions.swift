import AgentRuntime
import ModelContextProtocol
import Synchronization

/// The open sessions of MCP clients, within bounds: a client that opens many loses its least recently used one.
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
    private static let total = 4096
    /// The time after which a session without requests ends.
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

    /// Adds a session, and ends those that must make room.
    func add(_ session: MCPSession) {
        let time = now()
        let surplus = entries.withLock { entries in
            var surplus = entries.values.filter { time - $0.lastUse > Self.idle }.map(\.session)
            let own = entries.values.filter { $0.session.owner == session.owner }
            if own.count >= Self.perOwner { surplus += Self.leastUsed(own) }
            if entries.count >= Self.total { surplus += Self.leastUsed(Array(entries.values)) }
            for session in surplus { entries[session.id] = nil }
            entries[session.id] = Entry(session: session, lastUse: time)
            return surplus
        }
        for session in surplus { session.end() }
    }

    private static func leastUsed(_ entries: [Entry]) -> [MCPSession] {
        entries.min { $0.lastUse < $1.lastUse }.map { [$0.session] } ?? []
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
