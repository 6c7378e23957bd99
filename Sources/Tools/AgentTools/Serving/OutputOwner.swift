public import ToolRecords

/// The owner and conversation that a tool is called for; kept outputs are returned to nobody else.
public struct OutputOwner: Sendable, Hashable {
    /// The owner of the data.
    public let owner: Owner
    /// The conversation; `nil` for a call without one.
    public let conversation: String?

    /// Makes an owner.
    public init(owner: Owner, conversation: String? = nil) {
        self.owner = owner
        self.conversation = conversation
    }

    /// The owner of calls in a program without clients.
    public static let nobody = OutputOwner(owner: Owner(client: ""))

    /// The owner of the current task's call.
    @TaskLocal static var current: OutputOwner = .nobody
}
