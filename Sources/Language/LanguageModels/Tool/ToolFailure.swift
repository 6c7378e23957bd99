/// A tool's error with a text for the model, which gets it as the tool's output.
///
/// The model explains the text to the user, so write it for both, and leave out everything that the user may not see.
public struct ToolFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// The problem and what would help.
    public var message: String

    /// Makes a failure.
    public init(_ message: String) { self.message = message }

    /// The message.
    public var description: String { message }
}
