import Storage

/// Decides which owners get one of a fixed number of places, so that no owner can have all of them.
///
/// It has no side effects.
///
/// An owner gets a place only while it has fewer places than are free. So a single owner gets half of them, two owners get a third
/// each, and an owner that has none always finds one (the dynamic threshold of Choudhury and Hahne, 1998).
struct FairPlaces {
    /// The reason for refusing a place.
    enum Refusal: Equatable {
        /// All places are in use.
        case full
        /// The client has reached its share.
        case share
    }

    private let capacity: Int
    private var counts: [Owner: Int] = [:]
    /// The number of places in use.
    private(set) var count = 0

    /// Makes a number of places, all free.
    init(_ capacity: Int) { self.capacity = max(0, capacity) }

    /// Returns the reason why this owner would get no place now; `nil` when it would get one.
    func refusal(of owner: Owner) -> Refusal? {
        let free = capacity - count
        guard free > 0 else { return .full }
        return counts[owner, default: 0] < free ? nil : .share
    }

    /// Adds a place to those of an owner, even beyond its share or when none is free.
    mutating func occupy(by owner: Owner) {
        count += 1
        counts[owner, default: 0] += 1
    }

    /// Frees one of an owner's places.
    mutating func release(by owner: Owner) {
        guard let taken = counts[owner] else { return }
        count -= 1
        counts[owner] = taken > 1 ? taken - 1 : nil
    }
}
