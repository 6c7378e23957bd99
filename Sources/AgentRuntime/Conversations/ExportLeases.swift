import AgentWire
import Synchronization

/// The permissions for exports of large conversations, limited for each client and in total.
///
/// An export keeps a page of its conversation in memory, and at least the largest entry, until its reader has received it.
final class ExportLeases: Sendable {
    /// The limits on their number.
    struct Limits: Sendable {
        var perClient = 8
        var total = 64
        /// Bytes up to which a conversation needs no lease, because its export costs no more than another answer.
        var freeBytes = 256 << 10
    }

    /// The permission for an export, valid until it ends or the last reference is released.
    final class Lease: Sendable {
        private let leases: ExportLeases
        private let client: String
        private let isEnded = Mutex(false)

        fileprivate init(_ leases: ExportLeases, _ client: String) {
            self.leases = leases
            self.client = client
        }

        deinit { end() }

        /// Frees the permission for another export.
        func end() {
            let wasEnded = isEnded.withLock { isEnded in
                defer { isEnded = true }
                return isEnded
            }
            if !wasEnded { leases.counts.withLock { $0.remove(client) } }
        }
    }

    private struct Counts {
        var total = 0
        var clients: [String: Int] = [:]

        mutating func remove(_ client: String) {
            total -= 1
            guard let count = clients[client] else { return }
            clients[client] = count > 1 ? count - 1 : nil
        }
    }

    private let limits: Limits
    private let counts = Mutex(Counts())

    init(_ limits: Limits = Limits()) { self.limits = limits }

    /// Returns a lease for the export of a conversation of so many bytes; `nil` when it is small enough to need none.
    ///
    /// - Throws: ``Problem`` when the limit on active exports is reached.
    func acquire(for client: String, bytes: Int) throws(Problem) -> Lease? {
        guard bytes > limits.freeBytes else { return nil }
        let problem = counts.withLock { counts -> Problem? in
            let ofClient = counts.clients[client, default: 0]
            if ofClient >= limits.perClient {
                return Problem(
                    .rateLimited,
                    detail:
                        "\(ofClient) exports of this client's large conversations are active, which is the limit; send this request again when one of them has ended",
                    retryAfterSeconds: 1
                )
            }
            if counts.total >= limits.total {
                return Problem(
                    .overloaded,
                    detail:
                        "\(counts.total) exports of large conversations are active, which is the server's limit; send this request again later",
                    retryAfterSeconds: 5
                )
            }
            counts.total += 1
            counts.clients[client] = ofClient + 1
            return nil
        }
        if let problem { throw problem }
        return Lease(self, client)
    }
}
