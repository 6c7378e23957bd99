/// Decides who may have one of so many places, so that no client keeps the others out; does nothing itself.
///
/// A client may have places only until they are as many as those still free. One client alone so gets half of them, two a third
/// each, and there is always a place for one who has none (the dynamic threshold of Choudhury and Hahne, 1998).
struct FairPlaces {
    /// Why there is no place.
    enum Refusal: Equatable {
        /// All are taken.
        case full
        /// The client has its share.
        case share
    }

    private let capacity: Int
    private var counts: [String: Int] = [:]
    /// How many are taken.
    private(set) var count = 0

    /// Makes places, all of them free.
    init(_ capacity: Int) { self.capacity = max(0, capacity) }

    /// Why this client would get no place now; `nil` when it would get one.
    func refusal(of client: String) -> Refusal? {
        let free = capacity - count
        guard free > 0 else { return .full }
        return counts[client, default: 0] < free ? nil : .share
    }

    /// A client takes a place, also beyond its share or when none is free.
    mutating func take(by client: String) {
        count += 1
        counts[client, default: 0] += 1
    }

    /// A client gives a place back.
    mutating func giveBack(by client: String) {
        guard let taken = counts[client] else { return }
        count -= 1
        counts[client] = taken > 1 ? taken - 1 : nil
    }
}
