import Storage

/// Decides which owners get one of a fixed number of places, so that no client can have all of them, and no user all those of a client.
///
/// It has no side effects.
///
/// A client gets a place only while it has fewer places than are free. So a single client gets half of them, two clients get a third
/// each, and a client that has none always finds one (the dynamic threshold of Choudhury and Hahne, 1998). A user gets a place only if
/// its client does, and while it has fewer places than are free of the client's share. So a single user gets half of that share.
struct FairPlaces {
    /// The reason for refusing a place.
    enum Refusal: Equatable {
        /// All places are in use.
        case full
        /// The client has reached its share.
        case share
        /// The user has reached its share of the client's.
        case userShare
    }

    private let capacity: Int
    private var clients: [String: Int] = [:]
    private var users: [Owner: Int] = [:]
    /// The number of places in use.
    private(set) var count = 0

    /// Makes a number of places, all free.
    init(_ capacity: Int) { self.capacity = max(0, capacity) }

    /// Returns the reason why this owner would get no place now; `nil` when it would get one.
    func refusal(of owner: Owner) -> Refusal? {
        let free = capacity - count
        guard free > 0 else { return .full }
        let taken = clients[owner.client, default: 0]
        guard taken < free else { return .share }
        guard owner.user != nil else { return nil }
        // The number of places that the client would have if no other client got a place.
        let share = (taken + free + 1) / 2
        return users[owner, default: 0] < share - taken ? nil : .userShare
    }

    /// Adds a place to those of an owner, even beyond its share or when none is free.
    mutating func occupy(by owner: Owner) {
        count += 1
        clients[owner.client, default: 0] += 1
        if owner.user != nil { users[owner, default: 0] += 1 }
    }

    /// Frees one of an owner's places.
    mutating func release(by owner: Owner) {
        guard owner.user == nil || users[owner] != nil, let taken = clients[owner.client] else { return }
        count -= 1
        clients[owner.client] = taken > 1 ? taken - 1 : nil
        if let taken = users[owner] { users[owner] = taken > 1 ? taken - 1 : nil }
    }
}
