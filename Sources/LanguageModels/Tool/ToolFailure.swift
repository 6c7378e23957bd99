/// What a tool throws when it cannot do what it was asked: the text goes back to the model as the tool's output.
///
/// The model explains it to the person, so word it for both, and put nothing into it that the person may not see.
public struct ToolFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// What happened and what would help.
    public var message: String

    /// Makes a failure.
    public init(_ message: String) { self.message = message }

    /// The message.
    public var description: String { message }
}
