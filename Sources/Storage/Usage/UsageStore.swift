/// Where it is kept what clients use and have reserved.
public protocol UsageStore: Sendable {
    /// Writes changes; durable on return.
    func apply(_ changes: UsageChanges) async throws

    /// Counts every stored reservation as used and removes it; the number of them.
    ///
    /// Right only at the start of the one process that admits turns.
    func settleAbandonedReservations() async throws -> Int

    /// The reservations that are out.
    func reservations() async throws -> [ReservationRecord]

    /// Usage by client, day and model, in this order.
    /// - Parameters:
    ///   - client: The client whose usage is wanted; nil for all.
    ///   - first: The first day wanted, such as `2026-11-01`.
    ///   - last: The last day wanted; nil for no end.
    ///   - limit: How many records at most.
    func usage(of client: String?, from first: String, to last: String?, limit: Int) async throws -> [UsageRecord]
}

/// Changes to reservations and usage that are written in one transaction, in this order: stored, released, added.
public struct UsageChanges: Sendable, Equatable {
    /// Reservations to store; one with the same id is replaced.
    public var reserved: [ReservationRecord]

    /// Ids of reservations to remove; an unknown one does no harm.
    public var released: [String]

    /// Usage to add to what is counted already.
    public var used: [UsageRecord]

    /// Makes changes.
    public init(reserved: [ReservationRecord] = [], released: [String] = [], used: [UsageRecord] = []) {
        self.reserved = reserved
        self.released = released
        self.used = used
    }
}
