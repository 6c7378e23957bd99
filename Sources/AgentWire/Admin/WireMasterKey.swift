public import StreamingJSON

/// A master key, without the key.
public struct WireMasterKey: WireElement {
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
        self.id = id
        self.isCurrent = isCurrent
        self.isGiven = isGiven
        self.records = records
    }

    /// Reads a master key.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        id = fields.requiredString("id")
        isCurrent = fields.requiredBool("current")
        isGiven = fields.requiredBool("given")
        records = fields.requiredInteger("records")
        try fields.check()
    }

    /// The master key as JSON.
    public var jsonValue: JSONValue {
        ["id": .string(id), "current": .bool(isCurrent), "given": .bool(isGiven), "records": .integer(records)]
    }
}
