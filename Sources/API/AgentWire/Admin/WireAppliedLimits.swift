/// The limits that apply to a user: its own ones, those of its plan, and those that its plan inherits; `nil` is no limit.
public struct WireAppliedLimits: WireRecord {
    /// The limits that a client has too; money is `nil` also in the answer to the user itself, and the time zone is the client's.
    public var limits: WireClientLimits
    /// The stored data, in units of 1,048,576 bytes.
    public var storageMegabytes: Int?
    /// The items of the user's inventory.
    public var inventoryItems: Int?
    /// The days for which conversations are kept.
    public var retentionDays: Int?
    /// The model of a request that names none; `nil` for that of the server.
    public var model: String?

    /// Makes limits.
    public init(
        limits: WireClientLimits = WireClientLimits(),
        storageMegabytes: Int? = nil,
        inventoryItems: Int? = nil,
        retentionDays: Int? = nil,
        model: String? = nil
    ) {
        (self.limits, self.storageMegabytes) = (limits, storageMegabytes)
        (self.inventoryItems, self.retentionDays, self.model) = (inventoryItems, retentionDays, model)
    }

    package static let fields: Fields<Self> = Fields(
        named: "AppliedLimits",
        note: "Money is never in the answer to the user itself, and the time zone is that of the client.",
        last: ["storage_mb", "inventory_items", "retention_days", "models", "model", "effort", "time_zone"],
        Self.init,
        .inline(\.limits),
        .maybe("storage_mb", \.storageMegabytes, "In units of 1,048,576 bytes."),
        .maybe("inventory_items", \.inventoryItems),
        .maybe("retention_days", \.retentionDays),
        .maybe("model", \.model, "The model of a request that names none.")
    )
}
