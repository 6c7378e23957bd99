/// The client and conversation that a tool is called for; kept outputs are returned to nobody else.
public struct OutputOwner: Sendable, Hashable {
    /// The client's id.
    public let client: String
    /// The conversation; `nil` for a call without one.
    public let conversation: String?

    /// Makes an owner.
    public init(client: String, conversation: String? = nil) {
        self.client = client
        self.conversation = conversation
    }

    /// The owner of calls in a program without clients.
    public static let nobody = OutputOwner(client: "")

    /// The owner of the current task's call.
    @TaskLocal static var current: OutputOwner = .nobody
}
