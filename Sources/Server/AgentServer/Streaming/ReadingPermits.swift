import APIDescription
import Accounts
import AgentTools
import AgentWire
import Synchronization
import ToolRecords

/// The open responses that last long, and the one rule by which they end early: when their token or sign-in has ended, or the client
/// may no longer use the route.
///
/// A change of a client or the end of a sign-in is noticed at once, the expiry of a token within a second.
final class ReadingPermits: Sendable {
    // One process: a response is ended by the process that sends it.

    /// The ground on which a request was permitted; many responses have the same.
    fileprivate struct Ground: Hashable {
        let owner: Owner
        let token: String?
        /// The ground and the end of a signed token; `nil` for another one.
        let grant: TokenGrant?
        /// The scopes that a signed token had, which may be fewer than its user's; `nil` for another one.
        let scopes: Set<Scope>?
        let session: String?
        let side: BrowserSession.Side?
        let access: RouteAccess
        let tool: String?

        /// Returns the holder in its current state, without scopes that the token lacks.
        func narrowing(_ holder: Principal) -> Principal {
            guard let scopes else { return holder }
            var holder = holder
            holder.scopes = holder.scopes.narrowed(to: scopes)
            return holder
        }

        /// The principal as far as its access may end.
        var principal: Principal {
            var principal = Principal(owner: owner, name: "", scopes: [], tokenID: token)
            principal.grant = grant
            return principal
        }
    }

    /// The reason why a response ends.
    struct Loss: Sendable {
        /// The problem for the caller.
        let problem: Problem
        /// Whether the client or its token was revoked, so that its runs end by themselves.
        let isRevoked: Bool
    }

    fileprivate typealias Listener = @Sendable (Loss) -> Void

    private struct State {
        var listeners: [Ground: [Int: Listener]] = [:]
        var lastID = 0
    }

    private let clients: Clients
    private let sessions: BrowserSessions?
    private let tools: ToolCatalog
    private let state = Mutex(State())

    init(clients: Clients, sessions: BrowserSessions?, tools: ToolCatalog) {
        (self.clients, self.sessions, self.tools) = (clients, sessions, tools)
    }

    /// Ends responses until the task is cancelled.
    func run() async {
        let revocations = clients.revocations()
        await withDiscardingTaskGroup { group in
            group.addTask { for await client in revocations { self.check(client) } }
            group.addTask {
                // Nobody notifies of an expiry, so the interval of the check is the reason to sleep here.
                while (try? await Task.sleep(for: .seconds(1))) != nil { self.check(nil) }
            }
        }
    }

    /// Ends the responses of a client that are no longer permitted; `nil` for all clients.
    func check(_ client: String?) {
        let grounds = state.withLock { $0.listeners.keys.filter { client == nil || $0.owner.client == client } }
        for ground in grounds {
            guard let loss = loss(of: ground) else { continue }
            let lost = state.withLock { $0.listeners.removeValue(forKey: ground) ?? [:] }
            for listener in lost.values { listener(loss) }
        }
    }

    /// The number of open responses.
    var count: Int { state.withLock { $0.listeners.values.reduce(0) { $0 + $1.count } } }

    fileprivate func add(_ ground: Ground, _ listener: @escaping Listener) -> Int {
        state.withLock { state in
            state.lastID += 1
            state.listeners[ground, default: [:]][state.lastID] = listener
            return state.lastID
        }
    }

    fileprivate func remove(_ id: Int, _ ground: Ground) {
        state.withLock { state in
            state.listeners[ground]?[id] = nil
            if state.listeners[ground]?.isEmpty == true { state.listeners[ground] = nil }
        }
    }

    fileprivate func loss(of ground: Ground) -> Loss? {
        let holder =
            if let session = ground.session, let side = ground.side {
                sessions?.holder(ofSession: session, for: side)
            } else {
                clients.current(ground.principal)
            }
        guard let holder else {
            if clients.users.isBlocked(ground.owner) {
                return Loss(problem: Problem(UserRefusal.blocked), isRevoked: true)
            }
            let isRevoked = !clients.accepts(ground.owner, token: ground.token, grant: ground.grant)
            let detail =
                if ground.grant != nil {
                    "this token has ended; sign in again, and send the request again with a new one"
                } else if isRevoked {
                    "this token was revoked; ask the operator for a new one"
                } else if ground.session != nil {
                    "this browser was signed out; sign in again"
                } else {
                    "this token has expired; ask the operator for a new one, and send the request again with it"
                }
            return Loss(problem: Problem(.unauthorized, detail: detail), isRevoked: isRevoked)
        }
        let sender = ground.narrowing(holder)
        guard let missing = ground.access.missing(for: sender, tool: ground.tool, tools: tools.current) else {
            return nil
        }
        let detail = "this token no longer has the scope '\(missing)'; ask the operator for a token that has it"
        return Loss(problem: Problem(.forbidden, detail: detail), isRevoked: false)
    }
}

/// The permission of one request to receive its response, which may end while it does.
struct ReadingPermit: Sendable {
    private let permits: ReadingPermits
    private let ground: ReadingPermits.Ground

    init(
        _ permits: ReadingPermits,
        _ client: Principal,
        _ session: BrowserSession?,
        _ access: RouteAccess,
        tool: String?
    ) {
        self.permits = permits
        ground = .init(
            owner: client.owner,
            token: client.tokenID,
            grant: client.grant,
            scopes: client.grant == nil ? nil : client.scopes,
            session: session?.id,
            side: session?.side,
            access: access,
            tool: tool
        )
    }

    private init(_ permits: ReadingPermits, _ ground: ReadingPermits.Ground) {
        (self.permits, self.ground) = (permits, ground)
    }

    /// Returns the permission to receive the response of a call of a tool, which may need another scope than the route.
    func calling(_ tool: String) -> ReadingPermit {
        ReadingPermit(
            permits,
            .init(
                owner: ground.owner,
                token: ground.token,
                grant: ground.grant,
                scopes: ground.scopes,
                session: ground.session,
                side: ground.side,
                access: .toolInPath,
                tool: tool
            )
        )
    }

    /// The reason why the permission is lost now; `nil` if it is not.
    var loss: ReadingPermits.Loss? { permits.loss(of: ground) }

    /// Calls `listener` once when the permission is lost, or at once if it is; returns a closure that ends the watch.
    func watch(_ listener: @escaping @Sendable (ReadingPermits.Loss) -> Void) -> @Sendable () -> Void {
        let id = permits.add(ground, listener)
        // It may have been lost between the request's authentication and now.
        if let loss {
            permits.remove(id, ground)
            listener(loss)
        }
        return { [permits, ground] in permits.remove(id, ground) }
    }
}

/// The presence of a request's caller: it ends when the caller disconnects, and when it may no longer read the response.
struct CallerPresence: Sendable {
    let disconnect: DisconnectSignal
    /// The permission to read; `nil` for a route without tokens.
    let permit: ReadingPermit?

    /// The ways in which it ends.
    enum End: Sendable {
        /// The caller has disconnected.
        case disconnected
        /// The caller may no longer read.
        case refused(ReadingPermits.Loss)
    }

    /// The registration of a closure, until it is released.
    final class Watch: Sendable {
        private let stop: @Sendable () -> Void

        fileprivate init(_ stop: @escaping @Sendable () -> Void) { self.stop = stop }

        deinit { stop() }

        /// Removes the closure.
        func end() { stop() }
    }

    /// Calls `body` when the presence ends, or at once if it has; it may be called for each of the two ends.
    func whenOver(_ body: @escaping @Sendable (End) -> Void) -> Watch {
        let listener = disconnect.addListener { body(.disconnected) }
        let stop = permit?.watch { body(.refused($0)) }
        return Watch { [disconnect] in
            disconnect.removeListener(listener)
            stop?()
        }
    }

    /// Waits until the presence ends; `nil` if the task is cancelled.
    func wait() async -> End? {
        let (ends, source) = AsyncStream.makeStream(of: End.self, bufferingPolicy: .bufferingOldest(1))
        let watch = whenOver { source.yield($0) }
        defer { watch.end() }
        return await ends.first { _ in true }
    }
}

/// An error: the reader of a response may no longer read it.
struct NotPermitted: Error {}
