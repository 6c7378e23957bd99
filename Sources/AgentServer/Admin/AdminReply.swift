package import Foundation
package import StreamingJSON

/// The response of the admin interface.
package enum AdminReply: Sendable {
    /// Writes whole lines; the next ones are produced after it has returned.
    package typealias LineWriter = (Data) async throws -> Void

    /// A value.
    case json(JSONValue)
    /// A new resource, and the path below `/admin` at which it can be read.
    case created(JSONValue, at: String? = nil)
    /// A success without a body.
    case nothing
    /// JSON lines, which are produced while they are written.
    case lines(@Sendable (LineWriter) async throws -> Void)
}
