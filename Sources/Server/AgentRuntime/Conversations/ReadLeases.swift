import AgentWire
import Storage
import Synchronization

/// The permissions for costly reads of one kind, limited for each client with its users, for each user, and in total.
///
/// A user gets one only while it has fewer than are left of its client's, so no user can have all of them.
final class ReadLeases: Sendable {
    /// The limits on their number.
    struct Limits: Sendable {
        var perClient = 8
        var total = 64
        /// Bytes up to which a conversation needs no lease, because its export costs no more than another answer.
        var freeBytes = 256 << 10
    }

    /// The permission for a read, valid until it ends or the last reference is released.
    final class Lease: Sendable {
        private let leases: ReadLeases
        private let owner: Owner
        private let isEnded = Mutex(false)

        fileprivate init(_ leases: ReadLeases, _ owner: Owner) {
            self.leases = leases
            self.owner = owner
        }

        deinit { end() }

        /// Frees the permission for another read.
        func end() {
            let wasEnded = isEnded.withLock { isEnded in
                defer { isEnded = true }
                return isEnded
            }
            if !wasEnded { leases.counts.withLock { $0.remove(owner) } }
        }
    }

    private struct Counts {
        var total = 0
        var clients: [String: Int] = [:]
        var users: [Owner: Int] = [:]

        mutating func add(_ owner: Owner) {
            total += 1
            clients[owner.client, default: 0] += 1
            if owner.user != nil { users[owner, default: 0] += 1 }
        }

        mutating func remove(_ owner: Owner) {
            total -= 1
            if let count = clients[owner.client] { clients[owner.client] = count > 1 ? count - 1 : nil }
            if let count = users[owner] { users[owner] = count > 1 ? count - 1 : nil }
        }
    }

    private let limits: Limits
    /// The reads, for the sentences of refusals.
    private let name: String
    private let counts = Mutex(Counts())

    private init(_ limits: Limits, name: String) { (self.limits, self.name) = (limits, name) }

    /// The exports of large conversations.
    ///
    /// An export keeps a page of its conversation in memory, and at least the largest entry, until its reader has received it.
    static func forExports(_ limits: Limits = Limits()) -> ReadLeases {
        ReadLeases(limits, name: "exports of large conversations")
    }

    /// The searches, of which the store performs one at a time, in their order.
    static func forSearches(_ limits: Limits = Limits(perClient: 4, total: 32)) -> ReadLeases {
        ReadLeases(limits, name: "searches")
    }

    /// Returns a lease for the export of a conversation of so many bytes; `nil` when it is small enough to need none.
    ///
    /// - Throws: ``Problem`` when the limit on active exports is reached.
    func acquire(for owner: Owner, bytes: Int) throws(Problem) -> Lease? {
        bytes > limits.freeBytes ? try acquire(for: owner) : nil
    }

    /// Returns a lease.
    ///
    /// - Throws: ``Problem`` when the limit on active reads is reached.
    func acquire(for owner: Owner) throws(Problem) -> Lease {
        let problem = counts.withLock { counts -> Problem? in
            let ofClient = counts.clients[owner.client, default: 0]
            if ofClient >= limits.perClient {
                return Problem(
                    .rateLimited,
                    detail:
                        "\(ofClient) \(name) of this client are active, which is the limit; send this request again when one of them has ended",
                    retryAfterSeconds: 1
                )
            }
            let ofUser = counts.users[owner, default: 0]
            if ofUser > 0, ofUser >= limits.perClient - ofClient {
                return Problem(
                    .rateLimited,
                    title: Problem.Kind.rateLimited.titleOfUser,
                    detail:
                        "\(ofUser) \(name) of this user are active, which is its share; send this request again when one of them has ended",
                    retryAfterSeconds: 1
                )
            }
            if counts.total >= limits.total {
                return Problem(
                    .overloaded,
                    detail:
                        "\(counts.total) \(name) are active, which is the server's limit; send this request again later",
                    retryAfterSeconds: 5
                )
            }
            counts.add(owner)
            return nil
        }
        if let problem { throw problem }
        return Lease(self, owner)
    }
}
