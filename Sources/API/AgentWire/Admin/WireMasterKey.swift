/// A master key, without the key.
public struct WireMasterKey: WireRecord, WireElement {
    /// `master_keys`.
    public static var listName: String { "master_keys" }

    /// The key's fingerprint.
    public var id: String
    /// Whether everything new is sealed under it.
    public var isCurrent: Bool
    /// Whether the process was given it.
    public var isGiven: Bool
    /// The number of records that are sealed under it.
    public var records: Int

    /// Makes a description.
    public init(id: String, isCurrent: Bool, isGiven: Bool, records: Int) {
        (self.id, self.isCurrent, self.isGiven, self.records) = (id, isCurrent, isGiven, records)
    }

    package static let fields: Fields<Self> = Fields(
        Self.init,
        .always("id", \.id),
        .always("current", \.isCurrent),
        .always("given", \.isGiven),
        .always("records", \.records)
    )
}
