/// For whom a tool is called: outputs that are kept for later are kept for nobody else.
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

    /// Nobody in particular: for the calls of a program that has no clients.
    public static let nobody = OutputOwner(client: "")

    /// For whom the call is made that the current task belongs to.
    @TaskLocal static var current: OutputOwner = .nobody
}
