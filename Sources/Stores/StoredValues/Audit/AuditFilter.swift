public import FoundationEssentials

/// A filter for rows of the audit chain; a property that is `nil` is not compared.
public struct AuditFilter: Sendable, Equatable {
    /// The actor.
    public var actor: String?

    /// The action.
    public var action: String?

    /// The beginning of the object's name, such as `openai/`.
    public var objectPrefix: String?

    /// The earliest time.
    public var from: Date?

    /// The time before which the action was done.
    public var until: Date?

    /// Makes a filter; without arguments it matches every row.
    public init(
        actor: String? = nil,
        action: String? = nil,
        objectPrefix: String? = nil,
        from: Date? = nil,
        until: Date? = nil
    ) {
        self.actor = actor
        self.action = action
        self.objectPrefix = objectPrefix
        self.from = from
        self.until = until
    }
}
