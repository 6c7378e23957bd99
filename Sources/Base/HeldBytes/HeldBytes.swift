import Synchronization

/// The bytes that the server holds in memory for its owners between their requests, bounded for each owner and in total.
///
/// A client, with its users, gets bytes only while it would have no more than are left for the others, so no client can have all of them.
/// A user that has some gets more only while it has no more than are left of its client's share, so no user can have all of that. A
/// holder of bytes frees them by a clock; ``drop(where:)`` ends all holds of an owner whose data is erased.
public final class HeldBytes: Sendable {
    /// The party that bytes are held for, as a text: `client`, or `client/user`.
    public typealias Owner = String

    /// The bounds.
    public struct Bounds: Sendable, Equatable {
        /// The most bytes of one client, those of its users included.
        public var owner: Int
        /// The most bytes of all owners.
        public var total: Int

        /// Makes bounds.
        public init(owner: Int = 64 << 20, total: Int = 1 << 30) { (self.owner, self.total) = (owner, total) }

        /// Makes the bounds for a server whose memory is limited: a quarter of it at most.
        public init(memory bytes: Int?) { self.init(total: min(1 << 30, (bytes ?? .max) / 4)) }
    }

    /// The reason why bytes are not held.
    public enum Refusal: Error, Equatable, Sendable {
        /// The owner, or one of its holds, has as many as it may.
        case owner
        /// The owners together have as many as the server keeps.
        case server
    }

    /// Bytes that are held for an owner until the last reference is released.
    public final class Hold: Sendable {
        /// The owner.
        public let owner: Owner
        private let ledger: HeldBytes
        private let id: Int
        private let limit: Int

        fileprivate init(_ ledger: HeldBytes, _ owner: Owner, _ id: Int, limit: Int) {
            (self.ledger, self.owner, self.id, self.limit) = (ledger, owner, id, limit)
        }

        deinit { ledger.state.withLock { $0.release(owner, id) } }

        /// The bytes.
        public var bytes: Int { ledger.state.withLock { $0.owners[owner]?.holds[id]?.bytes ?? 0 } }

        /// Holds more bytes.
        ///
        /// - Throws: ``Refusal``; then nothing has changed.
        public func grow(by bytes: Int) throws(Refusal) {
            try ledger.change { [owner, id, limit] state, bounds in
                guard (state.owners[owner]?.holds[id]?.bytes ?? 0) + bytes <= limit else { return .owner }
                return state.refusal(of: bytes, for: owner, within: bounds)
            } commit: { [owner, id] in
                $0.change(owner, id, by: bytes)
            }
        }

        /// Holds fewer bytes, or more of them whatever the bounds.
        ///
        /// Use it for data that must be kept.
        public func adjust(by bytes: Int) {
            if bytes != 0 { ledger.state.withLock { $0.change(owner, id, by: bytes) } }
        }
    }

    fileprivate struct State {
        var owners: [Owner: OwnerState] = [:]
        /// The bytes of clients, those of their users included.
        var clients: [String: Int] = [:]
        var total = 0
        var lastID = 0

        func refusal(of bytes: Int, for owner: Owner, within bounds: Bounds) -> Refusal? {
            let free = bounds.total - total - bytes
            if free < 0 { return .server }
            let client = Self.client(of: owner)
            let taken = clients[client] ?? 0
            guard taken + bytes <= bounds.owner, taken <= free else { return .owner }
            guard client != owner, let own = owners[owner]?.bytes, own > 0 else { return nil }
            // The number of bytes that the client would have if no other client held bytes.
            let share = min(bounds.owner, (taken + free + bytes) / 2)
            return own <= share - taken - bytes ? nil : .owner
        }

        private static func client(of owner: Owner) -> String { String(owner.prefix { $0 != "/" }) }

        private mutating func change(client: String, by bytes: Int) {
            let sum = (clients[client] ?? 0) + bytes
            clients[client] = sum == 0 ? nil : sum
        }

        mutating func open(_ owner: Owner, _ bytes: Int, _ ended: (@Sendable () -> Void)?) -> Int {
            lastID += 1
            owners[owner, default: OwnerState()].holds[lastID] = (0, ended)
            change(owner, lastID, by: bytes)
            return lastID
        }

        mutating func change(_ owner: Owner, _ id: Int, by bytes: Int) {
            guard owners[owner]?.holds[id] != nil else { return }
            owners[owner]?.holds[id]?.bytes += bytes
            owners[owner]?.bytes += bytes
            change(client: Self.client(of: owner), by: bytes)
            total += bytes
        }

        mutating func release(_ owner: Owner, _ id: Int) {
            guard let hold = owners[owner]?.holds.removeValue(forKey: id) else { return }
            owners[owner]?.bytes -= hold.bytes
            change(client: Self.client(of: owner), by: -hold.bytes)
            total -= hold.bytes
            if owners[owner]?.holds.isEmpty == true { owners[owner] = nil }
        }
    }

    fileprivate struct OwnerState {
        var bytes = 0
        var holds: [Int: (bytes: Int, ended: (@Sendable () -> Void)?)] = [:]
    }

    private let bounds: Bounds
    fileprivate let state = Mutex(State())

    /// Makes a ledger in which nothing is held.
    public init(_ bounds: Bounds = Bounds()) { self.bounds = bounds }

    /// Holds bytes for an owner.
    ///
    /// - Parameters:
    ///   - limit: The most bytes that this hold may grow to.
    ///   - ended: Called by ``drop(where:)``; it releases what is held.
    /// - Throws: ``Refusal``.
    public func hold(
        _ bytes: Int,
        for owner: Owner,
        limit: Int = .max,
        ended: (@Sendable () -> Void)? = nil
    ) throws(Refusal) -> Hold {
        var id = 0
        try change { state, bounds in
            bytes > limit ? .owner : state.refusal(of: bytes, for: owner, within: bounds)
        } commit: {
            id = $0.open(owner, bytes, ended)
        }
        return Hold(self, owner, id, limit: limit)
    }

    /// Holds bytes whatever the bounds.
    ///
    /// Use it for data that must be kept, such as the work that an earlier process accepted.
    public func keep(_ bytes: Int, for owner: Owner) -> Hold {
        Hold(self, owner, state.withLock { $0.open(owner, bytes, nil) }, limit: .max)
    }

    /// Ends all holds of owners whose data is erased.
    public func drop(where isErased: (Owner) -> Bool) {
        let ends = state.withLock { state in
            state.owners.filter { isErased($0.key) }.values.flatMap { $0.holds.values.compactMap(\.ended) }
        }
        for end in ends { end() }
    }

    /// Returns the bytes that are held for an owner.
    public func bytes(of owner: Owner) -> Int { state.withLock { $0.owners[owner]?.bytes ?? 0 } }

    /// The bytes that are held for all owners.
    public var total: Int { state.withLock(\.total) }

    /// Whether an owner without any gets a number of bytes now.
    public func hasRoom(for bytes: Int) -> Bool {
        bytes <= bounds.owner && bytes <= bounds.total - total
    }

    fileprivate func change(
        check: (State, Bounds) -> Refusal?,
        commit: (inout State) -> Void
    ) throws(Refusal) {
        let refusal = state.withLock { state in
            let refusal = check(state, bounds)
            if refusal == nil { commit(&state) }
            return refusal
        }
        if let refusal { throw refusal }
    }
}
