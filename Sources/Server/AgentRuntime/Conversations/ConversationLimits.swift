import Accounts
import AgentWire
import Storage

/// Limits on the size of a conversation, and of everything that is stored for a client and for each of its users.
///
/// They are checked before a run is made and again when its turn starts, against sizes that the store keeps, so no entry is read.
public struct ConversationLimits: Sendable, Equatable {
    /// The most turns of a conversation; `nil` for no limit.
    public var turns: Int?
    /// The most bytes of a conversation, as JSON text; `nil` for no limit.
    public var bytes: Int?
    /// The most bytes of all conversations and runs of a client with all its users; `nil` for no limit.
    public var clientBytes: Int?
    /// The most bytes of those of a user, by its plan; `nil` for no limit.
    var userBytes: Int?

    /// Makes limits.
    public init(turns: Int? = 2000, bytes: Int? = 16 << 20, clientBytes: Int? = 1 << 30) {
        self.turns = turns
        self.bytes = bytes
        self.clientBytes = clientBytes
    }

    /// Returns the limits of a user with a plan, or of a client.
    func within(_ plan: UserPlan?) -> ConversationLimits {
        var limits = self
        limits.userBytes = plan?.storageBytes
        return limits
    }

    /// Returns the problem of another turn in a conversation of this size; `nil` when there is room.
    ///
    /// - Parameter addedBytes: The bytes of the turn's request.
    func problem(of size: StoredSize, adding addedBytes: Int) -> Problem? {
        if let turns, size.turns >= turns {
            return Problem(
                .conversationFull,
                detail:
                    "this conversation has \(size.turns) turns, and a conversation may have \(turns); \(Self.advice)"
            )
        }
        // An empty conversation accepts any request that was small enough to be read.
        if let bytes, size.bytes > 0, Self.exceeds(size.bytes, addedBytes, bytes) {
            return Problem(
                .conversationFull,
                detail:
                    "this conversation has \(size.bytes) bytes, this turn would add \(addedBytes), and a conversation may have \(bytes); \(Self.advice)"
            )
        }
        return clientProblem(of: size, adding: addedBytes)
    }

    /// Returns the problem of another run of a client, or of a user, that has stored this much; `nil` when there is room.
    ///
    /// - Parameter addedBytes: The bytes that the request would add.
    func clientProblem(of size: StoredSize, adding addedBytes: Int) -> Problem? {
        if let userBytes, let stored = size.userBytes, Self.exceeds(stored, addedBytes, userBytes) {
            return Problem(
                .storageFull,
                title: Problem.Kind.storageFull.titleOfUser,
                detail:
                    "conversations and runs of this user have \(stored) bytes, this request would add \(addedBytes), and its plan allows \(userBytes); delete conversations with DELETE /v1/conversations/{id}"
            )
        }
        guard let clientBytes, Self.exceeds(size.clientBytes, addedBytes, clientBytes) else { return nil }
        // A user need not know how much all users of the app have.
        if size.userBytes != nil {
            return Problem(
                .storageFull,
                detail: "this app has reached its limit of stored data; ask its developer for more"
            )
        }
        return Problem(
            .storageFull,
            detail:
                "conversations and runs of this client have \(size.clientBytes) bytes, this request would add \(addedBytes), and a client may have \(clientBytes); delete conversations with DELETE /v1/conversations/{id}, or ask whoever runs this server for more room"
        )
    }

    private static func exceeds(_ stored: Int, _ added: Int, _ limit: Int) -> Bool {
        added > limit || stored > limit - added
    }

    private static let advice =
        "leave the field 'conversation' out to start a new one, or delete this one with DELETE /v1/conversations/{id}"
}
