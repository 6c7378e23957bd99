/// A store of the usage and the reservations of clients and their users.
public protocol UsageStore: Sendable {
    /// Writes changes in one transaction that is durable on return.
    func apply(_ changes: UsageChanges) async throws

    /// Counts the reservations that processes have left as used by their clients and users, deletes them, and returns their number.
    func settleReservations(of left: LeftWork) async throws -> Int

    /// Returns the stored reservations.
    func reservations() async throws -> [ReservationRecord]

    /// Returns usage records, ordered by client, day and model.
    /// - Parameters:
    ///   - client: The client; `nil` for all clients.
    ///   - first: The first day, such as `2026-11-01`.
    ///   - last: The last day; `nil` for no end.
    ///   - limit: The greatest number of records.
    func usage(of client: String?, from first: String, to last: String?, limit: Int) async throws -> [UsageRecord]

    /// Returns sums by quarters of hours, in their order, of the usage whose time is known.
    ///
    /// - Parameters:
    ///   - grouping: What is kept apart within a slot; the other of client and model is empty in the records.
    ///   - client: The client; `nil` for all clients.
    ///   - slots: The slots.
    ///   - limit: The greatest number of records.
    func usage(
        by grouping: UsageGrouping,
        of client: String?,
        in slots: Range<Int>,
        limit: Int
    ) async throws -> [UsageRecord]

    /// Returns the usage of a user as records of its client, ordered by day and model; the parameters are those of
    /// ``usage(of:from:to:limit:)``.
    ///
    /// The tokens that were written to caches are not known.
    func userUsage(of owner: Owner, from first: String, to last: String?, limit: Int) async throws -> [UsageRecord]

    /// Returns what the person of a user has spent as earlier users of the client, which were erased since or are being erased, by day.
    ///
    /// The records have amounts only.
    func erasedUsage(of owner: Owner, from first: String) async throws -> [UsageRecord]

    /// Deletes what is kept of erased users' spending from before a day, and the limits, plans and times of sign-outs of those that were
    /// erased 31 days before it.
    func deleteErasedUsage(before day: String) async throws

    /// Deletes some records of users from before a day, and returns their number, 0 when there are no more.
    func deleteUserUsage(before day: String, limit: Int) async throws -> Int
}

/// Changes to reservations and usage that are written in one transaction in this order: stored, released, added.
public struct UsageChanges: Sendable, Equatable {
    /// Reservations to store; a stored one with the same id is replaced.
    public var reserved: [ReservationRecord]

    /// The ids of reservations to delete; unknown ids are ignored.
    public var released: [String]

    /// Usage to add to the stored usage.
    public var used: [UsageRecord]

    /// Usage to add to the stored usage of users.
    public var usedByUsers: [UserUsageRecord]

    /// Makes changes.
    public init(
        reserved: [ReservationRecord] = [],
        released: [String] = [],
        used: [UsageRecord] = [],
        usedByUsers: [UserUsageRecord] = []
    ) {
        self.reserved = reserved
        self.released = released
        self.used = used
        self.usedByUsers = usedByUsers
    }
}
