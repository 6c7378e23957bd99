import APIDescription
package import AgentWire
package import Foundation
package import StreamingJSON

/// An operation of the admin interface and its endpoint.
package struct AdminRoute: Sendable {
    /// The path, the method, the query and the body.
    let endpoint: Endpoint
    /// Performs the operation.
    let answer: @Sendable (AdminCall) async throws -> AdminReply

    init(_ endpoint: Endpoint, answer: @escaping @Sendable (AdminCall) async throws -> AdminReply) {
        (self.endpoint, self.answer) = (endpoint, answer)
    }

    /// Returns the values of the parameters in a path below `/admin`; `nil` for a path of another route.
    func parameters(in path: [String]) -> [String: String]? {
        let pattern = endpoint.path.split(separator: "/").dropFirst()
        guard pattern.count == path.count else { return nil }
        var parameters: [String: String] = [:]
        for (part, value) in zip(pattern, path) {
            if part.first == ":" {
                parameters[String(part.dropFirst())] = value
            } else if part != value {
                return nil
            }
        }
        return parameters
    }
}

/// The response of the admin interface.
package enum AdminReply: Sendable {
    /// Writes lines, a long one perhaps in pieces; the next bytes are produced after it has returned.
    package typealias LineWriter = (Data) async throws -> Void

    /// A value.
    case json(JSONValue)
    /// A new resource, and the path below `/admin` at which it can be read.
    case created(JSONValue, at: String? = nil)
    /// A success without a body.
    case nothing
    /// A table, for a caller that wants one.
    case table(CSVTable)
    /// JSON lines, which are produced while they are written.
    case lines(@Sendable (LineWriter) async throws -> Void)
}
