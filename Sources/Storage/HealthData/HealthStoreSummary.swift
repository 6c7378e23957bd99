/// What became of samples that were to be stored.
public struct HealthStoreSummary: Sendable, Equatable {
    /// Those of which nothing was known.
    public var added: Int

    /// Those that took the place of another value.
    public var replaced: Int

    /// Those that were there already.
    public var unchanged: Int

    /// Those that were not taken, because the client has as many as it may.
    public var refused: Int

    /// Makes a summary.
    public init(added: Int = 0, replaced: Int = 0, unchanged: Int = 0, refused: Int = 0) {
        self.added = added
        self.replaced = replaced
        self.unchanged = unchanged
        self.refused = refused
    }

    /// Both together.
    public static func + (left: Self, right: Self) -> Self {
        Self(
            added: left.added + right.added,
            replaced: left.replaced + right.replaced,
            unchanged: left.unchanged + right.unchanged,
            refused: left.refused + right.refused
        )
    }
}
