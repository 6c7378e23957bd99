/// The result of a check of the audit chain.
public struct WireAuditVerdict: WireRecord {
    /// A row that does not fit.
    public struct Fault: WireRecord {
        /// The place in the chain.
        public var row: Int
        /// The kind of fault, such as `changed` or `cut_off`.
        public var reason: String
        /// The fault in a sentence.
        public var detail: String

        /// Makes a fault.
        public init(row: Int, reason: String, detail: String) {
            (self.row, self.reason, self.detail) = (row, reason, detail)
        }

        package static let fields: Fields<Self> = Fields(
            Self.init,
            .always("row", \.row),
            .always("reason", \.reason),
            .always("detail", \.detail)
        )
    }

    /// Whether every row is there as it was written.
    public var isWhole: Bool
    /// The number of rows that fit.
    public var rows: Int
    /// The last row that fits, to be noted elsewhere, such as `41:0f…`; `nil` when there is none.
    public var head: String?
    /// The first row that does not fit; `nil` for a whole chain.
    public var fault: Fault?

    /// Makes a result.
    public init(isWhole: Bool, rows: Int, head: String?, fault: Fault? = nil) {
        (self.isWhole, self.rows, self.head, self.fault) = (isWhole, rows, head, fault)
    }

    package static let fields: Fields<Self> = Fields(
        named: "AuditVerdict",
        Self.init,
        .always("whole", \.isWhole),
        .always("rows", \.rows),
        .always("head", \.head),
        .always("fault", \.fault)
    )
}
