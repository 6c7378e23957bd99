/// The result of the deletion of conversations.
public struct WireConversationDeletion: WireRecord {
    /// The number of conversations that were deleted.
    public var deleted: Int
    /// The ids of conversations that stay because a turn of them is running.
    public var busy: [String]

    /// Makes a result.
    public init(deleted: Int, busy: [String] = []) {
        (self.deleted, self.busy) = (deleted, busy)
    }

    package static let fields: Fields<Self> = Fields(Self.init, .always("deleted", \.deleted), .always("busy", \.busy))
}
