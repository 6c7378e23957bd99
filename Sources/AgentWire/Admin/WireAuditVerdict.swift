public import StreamingJSON

/// The result of a check of the audit chain.
public struct WireAuditVerdict: WireValue {
    /// A row that does not fit.
    public struct Fault: WireValue {
        /// The place in the chain.
        public var row: Int
        /// The kind of fault, such as `changed` or `cut_off`.
        public var reason: String
        /// The fault in a sentence.
        public var detail: String

        /// Makes a fault.
        public init(row: Int, reason: String, detail: String) {
            self.row = row
            self.reason = reason
            self.detail = detail
        }

        /// Reads a fault.
        ///
        /// - Throws: ``WireError`` with every field that is missing or of another type.
        public init(jsonValue: JSONValue) throws(WireError) {
            var fields = try RequestFields(open: jsonValue)
            row = fields.requiredInteger("row")
            reason = fields.requiredString("reason")
            detail = fields.requiredString("detail")
            try fields.check()
        }

        /// The fault as JSON.
        public var jsonValue: JSONValue {
            ["row": .integer(row), "reason": .string(reason), "detail": .string(detail)]
        }
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
        self.isWhole = isWhole
        self.rows = rows
        self.head = head
        self.fault = fault
    }

    /// Reads a result.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        isWhole = fields.requiredBool("whole")
        rows = fields.requiredInteger("rows")
        head = fields.string("head")
        fault = fields.wireValue("fault")
        try fields.check()
    }

    /// The result as JSON.
    public var jsonValue: JSONValue {
        [
            "whole": .bool(isWhole), "rows": .integer(rows), "head": .text(head), "fault": fault?.jsonValue ?? .null,
        ]
    }
}
