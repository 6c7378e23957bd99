package import Foundation
package import StreamingJSON

/// What the admin interface answers.
package enum AdminReply: Sendable {
    /// Takes some whole lines; the next ones are made when it returns.
    package typealias LineWriter = (Data) async throws -> Void

    /// A value.
    case json(JSONValue)
    /// Something that was made, and the path at which it can be looked at.
    case created(JSONValue, at: String? = nil)
    /// It is done, and there is nothing to say.
    case nothing
    /// JSON lines, which are made while they are written.
    case lines(@Sendable (LineWriter) async throws -> Void)
}
