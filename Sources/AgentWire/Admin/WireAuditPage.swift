public import StreamingJSON

/// A page of the audit chain.
public struct WireAuditPage: WireValue {
    /// The rows, the latest first.
    public var rows: [WireAuditRow]
    /// The value of `before` for the next page; `nil` on the last one.
    public var next: Int?

    /// Makes a page.
    public init(rows: [WireAuditRow], next: Int?) {
        self.rows = rows
        self.next = next
    }

    /// Reads a page.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        rows = fields.requiredValues("rows")
        next = fields.integer("next")
        try fields.check()
    }

    /// The page as JSON.
    public var jsonValue: JSONValue {
        ["rows": .array(rows.map(\.jsonValue)), "next": next.map(JSONValue.integer) ?? .null]
    }
}
