public import FoundationEssentials

/// Which rows of the audit chain are wanted; what is nil does not matter.
public struct AuditFilter: Sendable, Equatable {
    /// Who did it.
    public var actor: String?

    /// What was done.
    public var action: String?

    /// How the object's name begins, such as `openai/`.
    public var objectPrefix: String?

    /// The earliest time.
    public var from: Date?

    /// The time before which it was done.
    public var until: Date?

    /// Makes a filter; without arguments it lets everything through.
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
