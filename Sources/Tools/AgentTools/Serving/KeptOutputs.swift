import FoundationEssentials
import ToolRecords

/// The cut outputs that are kept for later pages, limited in age and in bytes.
///
/// When the limit is exceeded, the owner with the most bytes loses its oldest output, of the client that has the most with its users. A
/// single owner can therefore use the whole capacity, and a client below its share never loses an output to another.
struct KeptOutputs: Sendable {
    /// An output with its owner.
    struct Output: Sendable {
        let pages: OutputPages
        let owner: OutputOwner
        /// The time by which it ages.
        let time: ContinuousClock.Instant
        let byteCount: Int
        /// The time for people.
        let date: Date
    }

    private struct Holder: Sendable {
        /// The ids of the outputs, oldest first.
        var ids: [String] = []
        var byteCount = 0
    }

    private let capacity: Int
    private let maximumAge: Duration
    private var outputs: [String: Output] = [:]
    private var holders: [Owner: Holder] = [:]
    /// The next page announced to each owner, as long as its output is kept.
    private var announcedPages: [OutputOwner: (output: String, page: Int)] = [:]
    /// The size of all outputs in bytes.
    private(set) var byteCount = 0

    /// Makes an empty collection with a capacity in bytes.
    init(capacity: Int, maximumAge: Duration) {
        self.capacity = capacity
        self.maximumAge = maximumAge
    }

    /// The number of outputs.
    var count: Int { outputs.count }

    /// Returns the output with an id; `nil` if it belongs to another owner or is no longer kept.
    func output(_ id: String, for owner: OutputOwner, at time: ContinuousClock.Instant) -> OutputPages? {
        guard let output = outputs[id], output.owner == owner, time - output.time <= maximumAge else { return nil }
        return output.pages
    }

    /// Returns an owner's outputs of all its conversations, newest first.
    func outputs(of owner: Owner, at time: ContinuousClock.Instant) -> [(id: String, output: Output)] {
        (holders[owner]?.ids ?? []).reversed().compactMap { id in
            outputs[id].flatMap { time - $0.time <= maximumAge ? (id, $0) : nil }
        }
    }

    /// Returns an output of an owner, whichever conversation it belongs to.
    func output(_ id: String, of owner: Owner, at time: ContinuousClock.Instant) -> Output? {
        guard let output = outputs[id], output.owner.owner == owner, time - output.time <= maximumAge else {
            return nil
        }
        return output
    }

    /// Returns the next page last announced to an owner.
    func announcedPage(for owner: OutputOwner) -> (output: String, page: Int)? { announcedPages[owner] }

    /// Records the next page announced to an owner, if its output is still kept.
    mutating func announce(_ page: Int, of id: String, to owner: OutputOwner) {
        if outputs[id]?.owner == owner { announcedPages[owner] = (id, page) }
    }

    /// Keeps an output under a unique id.
    mutating func store(
        _ pages: OutputPages,
        as id: String,
        for owner: OutputOwner,
        at time: ContinuousClock.Instant,
        date: Date = Date()
    ) {
        let output = Output(
            pages: pages,
            owner: owner,
            time: time,
            byteCount: pages.byteCount + Self.overhead,
            date: date
        )
        removeExpired(at: time)
        outputs[id] = output
        holders[owner.owner, default: Holder()].ids.append(id)
        holders[owner.owner]?.byteCount += output.byteCount
        byteCount += output.byteCount
        while byteCount > capacity, let largest = holders.largestOwner(by: \.byteCount) {
            removeOldest(of: largest)
        }
    }

    /// Removes all outputs of some owners.
    mutating func removeAll(where isGone: (Owner) -> Bool) {
        for owner in Array(holders.keys) where isGone(owner) {
            while holders[owner] != nil { removeOldest(of: owner) }
        }
    }

    /// Removes the outputs that are too old; each owner's are in the order of their times, so checking the first ones is enough.
    mutating func removeExpired(at time: ContinuousClock.Instant) {
        for owner in Array(holders.keys) {
            while let id = holders[owner]?.ids.first, let output = outputs[id], time - output.time > maximumAge {
                removeOldest(of: owner)
            }
        }
    }

    private mutating func removeOldest(of owner: Owner) {
        guard var holder = holders.removeValue(forKey: owner), !holder.ids.isEmpty else { return }
        let id = holder.ids.removeFirst()
        if let output = outputs.removeValue(forKey: id) {
            holder.byteCount -= output.byteCount
            byteCount -= output.byteCount
            if announcedPages[output.owner]?.output == id { announcedPages[output.owner] = nil }
        }
        if !holder.ids.isEmpty { holders[owner] = holder }
    }

    /// The bytes that an output counts in addition to its text, so that many small ones are limited too.
    private static var overhead: Int { 2048 }
}
