/// The numbers of uploaded samples by their outcome.
public struct HealthStoreSummary: Sendable, Equatable {
    /// The samples that were new.
    public var added: Int

    /// The samples that replaced another value.
    public var replaced: Int

    /// The samples that were stored already.
    public var unchanged: Int

    /// The samples that were refused, because the client has as many as it may have.
    public var refused: Int

    /// Makes a summary.
    public init(added: Int = 0, replaced: Int = 0, unchanged: Int = 0, refused: Int = 0) {
        self.added = added
        self.replaced = replaced
        self.unchanged = unchanged
        self.refused = refused
    }

    /// Adds two summaries.
    public static func + (left: Self, right: Self) -> Self {
        Self(
            added: left.added + right.added,
            replaced: left.replaced + right.replaced,
            unchanged: left.unchanged + right.unchanged,
            refused: left.refused + right.refused
        )
    }
}
