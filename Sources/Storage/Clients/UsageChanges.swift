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
