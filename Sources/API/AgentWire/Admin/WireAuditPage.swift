/// A page of the audit chain.
public struct WireAuditPage: WireRecord {
    /// The rows, the latest first.
    public var rows: [WireAuditRow]
    /// The value of `before` for the next page; `nil` on the last one.
    public var next: Int?

    /// Makes a page.
    public init(rows: [WireAuditRow], next: Int?) {
        (self.rows, self.next) = (rows, next)
    }

    package static let fields: Fields<Self> = Fields(
        Self.init,
        .always("rows", \.rows),
        .always("next", \.next, "The value of `before` for the next page.")
    )
}
