/// Decides which outputs that were cut are kept: no longer than they may be, and no more bytes than there is room for.
///
/// When there is no room, the client that keeps the most bytes loses its oldest output. So one client alone may have all the room, and one
/// that keeps less than its share never loses anything to another.
struct KeptOutputs: Sendable {
    /// An output, and whose it is.
    struct Output: Sendable {
        let pages: OutputPages
        let owner: OutputOwner
        let time: ContinuousClock.Instant
        let byteCount: Int
    }

    private struct Holder: Sendable {
        /// The outputs' ids, the oldest first.
        var ids: [String] = []
        var byteCount = 0
    }

    private let capacity: Int
    private let maximumAge: Duration
    private var outputs: [String: Output] = [:]
    private var holders: [String: Holder] = [:]
    /// The page that each owner was told of last, as long as its output is kept.
    private var offers: [OutputOwner: (output: String, page: Int)] = [:]
    /// The bytes of all outputs.
    private(set) var byteCount = 0

    /// Makes room for so many bytes.
    init(capacity: Int, maximumAge: Duration) {
        self.capacity = capacity
        self.maximumAge = maximumAge
    }

    /// The number of outputs.
    var count: Int { outputs.count }

    /// The output with an id; `nil` when it is not this owner's, or is not kept any longer.
    func output(_ id: String, for owner: OutputOwner, at time: ContinuousClock.Instant) -> OutputPages? {
        guard let output = outputs[id], output.owner == owner, time - output.time <= maximumAge else { return nil }
        return output.pages
    }

    /// The page that an owner was told of last.
    func offer(for owner: OutputOwner) -> (output: String, page: Int)? { offers[owner] }

    /// Remembers the page that an owner is told of; nothing when its output is not kept.
    mutating func offer(_ page: Int, of id: String, to owner: OutputOwner) {
        if outputs[id]?.owner == owner { offers[owner] = (id, page) }
    }

    /// Keeps an output under an id that no other has.
    mutating func store(_ pages: OutputPages, as id: String, for owner: OutputOwner, at time: ContinuousClock.Instant) {
        let output = Output(pages: pages, owner: owner, time: time, byteCount: pages.byteCount + Self.overhead)
        removeExpired(at: time)
        outputs[id] = output
        holders[owner.client, default: Holder()].ids.append(id)
        holders[owner.client]?.byteCount += output.byteCount
        byteCount += output.byteCount
        while byteCount > capacity, let largest = holders.max(by: { $0.value.byteCount < $1.value.byteCount })?.key {
            removeOldest(of: largest)
        }
    }

    /// Removes all outputs of a client.
    mutating func removeAll(of client: String) {
        while holders[client] != nil { removeOldest(of: client) }
    }

    /// Each client's outputs are in the order of their times, so only the first ones have to be looked at.
    private mutating func removeExpired(at time: ContinuousClock.Instant) {
        for client in Array(holders.keys) {
            while let id = holders[client]?.ids.first, let output = outputs[id], time - output.time > maximumAge {
                removeOldest(of: client)
            }
        }
    }

    private mutating func removeOldest(of client: String) {
        guard var holder = holders.removeValue(forKey: client), !holder.ids.isEmpty else { return }
        let id = holder.ids.removeFirst()
        if let output = outputs.removeValue(forKey: id) {
            holder.byteCount -= output.byteCount
            byteCount -= output.byteCount
            if offers[output.owner]?.output == id { offers[output.owner] = nil }
        }
        if !holder.ids.isEmpty { holders[client] = holder }
    }

    /// The bytes that an output takes besides its text, so that many small ones are bounded too.
    private static var overhead: Int { 2048 }
}
