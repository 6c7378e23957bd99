/// The reason why a whole document cannot be imported.
///
/// A faulty part of a document is never an error: it becomes an ``Unmapped`` entry.
public struct OpenAPIError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of fault.
    public enum Code: Sendable, Hashable {
        /// The source has no bytes for the root document.
        case unavailable
        /// The root document is not valid YAML or JSON.
        case unreadable
        /// The root document exceeds a limit.
        case tooLarge
        /// The root document is not an OpenAPI 3.0, OpenAPI 3.1 or Swagger 2.0 document.
        case notOpenAPI
        /// A decision of the person does not fit the document.
        case unusableOption
    }

    /// The kind of fault.
    public let code: Code
    /// A sentence with the cause and the next action.
    public let message: String

    /// The message.
    public var description: String { message }

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
