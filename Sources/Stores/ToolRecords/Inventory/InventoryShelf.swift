/// The list of items that a caller sees.
public enum InventoryShelf: Sendable, Hashable {
    /// The list of the server, which its clients share.
    case common

    /// The list of an owner: a user, or the users of an organization. The text is the key under which the store keeps it.
    case of(String)

    /// The text of the owner; `nil` for the common list.
    public var owner: String? { if case .of(let owner) = self { owner } else { nil } }
}

/// The error of a list that has as many items as it may have.
public struct InventoryFull: Error, Sendable, Equatable {
    /// The most items of the list.
    public var limit: Int

    /// Makes an error.
    public init(limit: Int) { self.limit = limit }
}

/// The users of a client that share one list of items.
public enum InventorySharing: String, Sendable, Hashable, CaseIterable {
    /// All, with the clients of the server.
    case shared

    /// Those of an organization; a user without one has a separate list.
    case organization

    /// None: each user has a separate list.
    case user
}
