import AgentRuntime
import AgentWire
import Hummingbird
import Synchronization
import ToolRecords

/// The room for request bodies with images, which is counted before such a body is read.
///
/// Without it, a few clients that send large bodies at the same time would use up the server's memory before any turn is admitted.
final class BodyRoom: Sendable {
    /// The maximum size of a body, in bytes.
    let limit: Int
    /// The bodies of the maximum size that are read at once: in all, of a client with all its users, and of one owner.
    private static let (mostBodies, mostOfClient, mostOfOwner) = (8, 4, 2)

    private let runs: RunCoordinator
    private let held = Mutex<[Owner: Int]>([:])

    init(limit: Int, _ runs: RunCoordinator) { (self.limit, self.runs) = (limit, runs) }

    /// The room for one body; released with this object, or before.
    final class Place: Sendable {
        private struct State {
            var count = 0
            var bytes = 0
            var memory: (any AnyObject & Sendable)?
        }

        fileprivate let room: BodyRoom
        private let owner: Owner
        /// The size of the body, as far as the request names it.
        private let expected: Int
        private let state = Mutex(State())

        fileprivate init(_ room: BodyRoom, _ owner: Owner, expecting length: Int?) {
            (self.room, self.owner, expected) = (room, owner, length ?? room.limit)
        }

        deinit { leave() }

        /// Releases the room, because the body is now a turn, whose bytes are counted to its owner until it ends.
        func leave() {
            let bytes = state.withLock { state in
                defer { (state.bytes, state.memory) = (0, nil) }
                return state.bytes
            }
            room.leave(owner, bytes)
        }

        /// The bytes of the body.
        var count: Int { state.withLock(\.count) }

        /// Counts the bytes of the body so far, and reserves the room for the whole body, once it is known to be large.
        ///
        /// - Throws: ``Problem`` if there is none.
        func cover(_ bytes: Int) throws(Problem) {
            try state.withLock { state throws(Problem) in
                state.count = bytes
                guard bytes > Request.maximumBodyBytes, state.bytes == 0 else { return }
                try room.enter(owner, expected)
                state.bytes = expected
                state.memory = try room.runs.holdMemory(forBody: expected)
            }
        }
    }

    /// Returns the place for a body.
    ///
    /// - Parameter length: The body's declared length; `nil` if the request declares none.
    func place(for owner: Owner, expecting length: Int?) -> Place { Place(self, owner, expecting: length) }

    private func enter(_ owner: Owner, _ bytes: Int) throws(Problem) {
        try held.withLock { held throws(Problem) in
            guard held[owner, default: 0] + bytes <= limit * Self.mostOfOwner else {
                throw Problem(
                    .rateLimited,
                    detail:
                        "this client is sending as many large bodies at once as it may; send this one when another is answered",
                    retryAfterSeconds: 1
                )
            }
            let ofClient = held.reduce(bytes) { $1.key.client == owner.client ? $0 + $1.value : $0 }
            guard ofClient <= limit * Self.mostOfClient else {
                throw Problem(
                    .rateLimited,
                    detail:
                        "the users of this app are sending as many large bodies at once as they may together; send this one later",
                    retryAfterSeconds: 1
                )
            }
            guard held.values.reduce(bytes, +) <= limit * Self.mostBodies else {
                throw Problem(
                    .overloaded,
                    detail: "the server is reading as many large bodies as it can; send the request again later",
                    retryAfterSeconds: 2
                )
            }
            held[owner, default: 0] += bytes
        }
    }

    private func leave(_ owner: Owner, _ bytes: Int) {
        guard bytes > 0 else { return }
        held.withLock { held in
            let rest = held[owner, default: 0] - bytes
            held[owner] = rest > 0 ? rest : nil
        }
    }
}
