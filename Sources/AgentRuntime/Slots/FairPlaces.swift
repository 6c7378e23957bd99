/// Decides which clients get one of a fixed number of places, so that no client can have all of them.
///
/// It has no side effects.
///
/// A client gets a place only while it has fewer places than are free. So a single client gets half of them, two clients get a third
/// each, and a client that has none always finds one (the dynamic threshold of Choudhury and Hahne, 1998).
struct FairPlaces {
    /// The reason for refusing a place.
    enum Refusal: Equatable {
        /// All places are in use.
        case full
        /// The client has reached its share.
        case share
    }

    private let capacity: Int
    private var counts: [String: Int] = [:]
    /// The number of places in use.
    private(set) var count = 0

    /// Makes a number of places, all free.
    init(_ capacity: Int) { self.capacity = max(0, capacity) }

    /// Returns the reason why this client would get no place now; `nil` when it would get one.
    func refusal(of client: String) -> Refusal? {
        let free = capacity - count
        guard free > 0 else { return .full }
        return counts[client, default: 0] < free ? nil : .share
    }

    /// Adds a place to those of a client, even beyond its share or when none is free.
    mutating func occupy(by client: String) {
        count += 1
        counts[client, default: 0] += 1
    }

    /// Frees one of a client's places.
    mutating func release(by client: String) {
        guard let taken = counts[client] else { return }
        count -= 1
        counts[client] = taken > 1 ? taken - 1 : nil
    }
}
