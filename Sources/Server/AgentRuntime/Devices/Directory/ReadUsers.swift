import Storage

/// The users whose devices are in memory, also those that have none; it decides which users leave.
struct ReadUsers: Sendable {
    /// The most users, unless more than half of them are in use.
    static let most = 5000

    private let bound: Int
    /// The number of users above which some leave.
    private var limit: Int
    private var uses: [Owner: Int] = [:]
    private var useCount = 0

    /// Makes an empty set.
    init(limit: Int = Self.most) { (bound, self.limit) = (limit, limit) }

    /// The number of users.
    var count: Int { uses.count }

    /// Records a use of a user's devices; false if they are not in memory.
    mutating func use(_ owner: Owner) -> Bool {
        guard uses[owner] != nil else { return false }
        insert(owner)
        return true
    }

    /// Adds a user whose devices are in memory now.
    mutating func insert(_ owner: Owner) {
        useCount += 1
        uses[owner] = useCount
    }

    /// Removes users.
    mutating func remove(where isGone: (Owner) -> Bool) { uses = uses.filter { !isGone($0.key) } }

    /// Removes the least recently used half, if there are too many users, except those in use.
    ///
    /// If many are in use, the next time is when there are twice as many as now, so that a user costs little on average.
    ///
    /// - Returns: The removed users.
    mutating func removeSurplus(except isInUse: (Owner) -> Bool) -> [Owner] {
        guard uses.count > limit else { return [] }
        let idle = uses.sorted { $0.value < $1.value }.prefix(uses.count / 2).map(\.key).filter { !isInUse($0) }
        for owner in idle { uses[owner] = nil }
        limit = max(bound, 2 * uses.count)
        return idle
    }
}
